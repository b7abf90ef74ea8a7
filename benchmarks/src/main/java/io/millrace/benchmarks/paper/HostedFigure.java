// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Latency of the Yahoo benchmark on emulated hosts, with a worker on each, over the round-trip time between all of
 * them: with each guarantee, and beside other engines on the same hosts.
 */
final class HostedFigure extends SitesFigure {

    private static final List<Integer> RTTS = List.of(0, 10, 25, 50, 100, 242);
    private static final List<Integer> QUICK_RTTS = List.of(25);

    /** Events per second of the coarse and short form. */
    private static final long QUICK_RATE = 2_000;

    /** What is offered, of the highest rate that all carry. */
    private static final double SHARE = 0.3;

    /** Behind the name of the figure: lines of rates that were tried. */
    private static final String TRIALS = "-rate";

    /** An event may cross when it is shuffled behind its source, and again on its way to the count of its campaign. */
    static final int CROSSINGS = 2;

    private static final double MOST_ABOVE_MILLIS = 5;

    /** The last one has barriers that overtake, as suits long delays. */
    private static final List<Promise> OURS = List.of(
            Promise.atMostOnce(), Promise.atLeastOnce(), Promise.exactlyOnce(1_000), Promise.exactlyOnce(1_000, 0));

    private static final Map<String, String> PANELS = new TreeMap<>(Map.of(
            "events, until they are counted", Result.P99,
            "results, from the end of their window", Result.WINDOWS_P99));

    private final int hosts;

    HostedFigure(String name, String figure, int hosts) {
        super(
                name,
                figure,
                "Yahoo events from Kafka on " + hosts
                        + " workers, with the round-trip time varied from 0 to 100 ms by traffic control",
                "p99 over the round-trip time between " + hosts + " hosts, beside other engines");
        this.hosts = hosts;
    }

    @Override
    List<String> peers() {
        return Subject.PEERS;
    }

    @Override
    boolean takesRate() {
        return true;
    }

    @Override
    int cells() {
        int ofPeers = peers().stream()
                .mapToInt(peer -> Subject.promisesOf(peer).size())
                .sum();
        return RTTS.size() * (OURS.size() + ofPeers);
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        List<Subject> subjects = Subject.all(run, this, OURS);
        long rate = rate(run, subjects);
        for (int rtt : run.scale().quick() ? QUICK_RTTS : RTTS) {
            measure(
                    run,
                    () -> NetlabHosts.alike(hosts),
                    subjects,
                    subject -> labels(subject.label(), rtt),
                    (lab, subject) -> measure(run, lab, subject, rate, rtt));
        }
    }

    private long rate(Run run, List<Subject> subjects) throws IOException, InterruptedException {
        if (run.rate() > 0 || run.scale().quick()) {
            return run.rate() > 0 ? run.rate() : QUICK_RATE;
        }
        // Others are weaker with the processors of one machine, and the first of them is the weakest
        List<CommonRate.Trial> trials = subjects.stream()
                .sorted(Comparator.comparing(Subject::isOurs))
                .<CommonRate.Trial>map(subject -> rate -> carries(run, subject, rate))
                .toList();
        long common = CommonRate.of(trials);
        if (common == 0) {
            throw new IOException("one of the engines carries no rate on these hosts: leave it out with --engines");
        }
        return Math.round(SHARE * common);
    }

    private boolean carries(Run run, Subject subject, long rate) throws InterruptedException {
        Run.Cell cell = new Run.Cell(labels(subject.label(), "rate", Long.toString(rate)), () -> {
            try (Lab lab = NetlabHosts.alike(hosts)) {
                return measure(run, lab, subject, rate, 0);
            }
        });
        try {
            JsonNode line = run.trial(name() + TRIALS, cell);
            return line.at(Result.CARRIED).asDouble() >= LoadCurve.LEAST_CARRIED_PERCENT;
        } catch (IOException e) {
            System.out.println(name() + ", " + cell + " is not carried: " + e.getMessage());
            return false;
        }
    }

    private static Map<String, String> labels(String subject, int rtt) {
        return labels(subject, RTT, Integer.toString(rtt));
    }

    private ObjectNode measure(Run run, Lab lab, Subject subject, long rate, int rtt)
            throws IOException, InterruptedException {
        return subject.measure(lab, yahoo(run.scale(), rate, hosts, subject.promise()), rtt);
    }

    private NavigableMap<Double, Double> p99(Lines lines, String subject) {
        return curve(lines, subject, Result.P99);
    }

    private NavigableMap<Double, Double> curve(Lines lines, String subject, String pointer) {
        return Result.over(lines, name(), Map.of(ENGINE, subject), RTT, pointer);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        PANELS.forEach((title, pointer) -> {
            Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
            for (String subject : engines(lines)) {
                NavigableMap<Double, Double> curve = curve(lines, subject, pointer);
                if (!curve.isEmpty()) {
                    curves.put(subject, curve);
                }
            }
            if (!curves.isEmpty()) {
                panels.add(Panel.ofLines(
                        hosts + " hosts: " + title, "round-trip time (ms)", "p99 (ms)", false, true, curves));
            }
        });
        return panels;
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (Promise promise : OURS) {
            String subject = Subject.label(EngineCommand.MILLRACE, promise);
            NavigableMap<Double, Double> ours = p99(lines, subject);
            List<NavigableMap<Double, Double>> others = engines(lines).stream()
                    .filter(other -> isPeerWith(other, promise))
                    .map(other -> p99(lines, other))
                    .toList();
            double above = Double.NEGATIVE_INFINITY;
            double aboveOthers = Double.NEGATIVE_INFINITY;
            for (Map.Entry<Double, Double> point : ours.entrySet()) {
                double rtt = point.getKey();
                above = Math.max(above, point.getValue() - rtt / 2 * CROSSINGS);
                aboveOthers = Math.max(aboveOthers, point.getValue() - lowest(others, rtt));
            }
            bars.atMost(
                    subject + ": p99 above the delay of " + CROSSINGS + " crossings", above, MOST_ABOVE_MILLIS, "ms");
            bars.atMost(subject + ": p99 above the lowest of the others", aboveOthers, 0, "ms");
        }
    }

    private static boolean isPeerWith(String subject, Promise promise) {
        String engine = subject.split(" ")[0];
        return !EngineCommand.isMillrace(engine) && subject.equals(Subject.label(engine, promise));
    }

    /** Infinite if none was measured at this round-trip time. */
    private static double lowest(List<NavigableMap<Double, Double>> curves, double rtt) {
        return curves.stream()
                .mapToDouble(curve -> curve.getOrDefault(rtt, Double.POSITIVE_INFINITY))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    @Override
    MarkdownTable table(Lines lines) {
        List<String> subjects = engines(lines);
        Set<Integer> rtts = new TreeSet<>();
        lines.values(name(), RTT).forEach(rtt -> rtts.add(Integer.valueOf(rtt)));
        MarkdownTable table = MarkdownTable.of("p99, ms: RTT", subjects);
        table.row(
                "events/s",
                subjects.stream()
                        .map(subject -> lines.median(name(), Map.of(ENGINE, subject), Result.OFFERED))
                        .toList());
        for (int rtt : rtts) {
            table.row(
                    Integer.toString(rtt),
                    subjects.stream()
                            .map(subject -> marked(lines, labels(subject, rtt), Result.P99))
                            .toList());
        }
        return table;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.netlab.NetlabResult;
import io.millrace.benchmarks.netlab.NetlabRun;
import io.millrace.benchmarks.netlab.Wire;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** What workers carry and use on two hosts over the round-trip time. All such figures are read from the same lines. */
class RttFigure extends SitesFigure {

    private static final String MEASURED = "tn-11";
    private static final List<String> MILLIS = List.of("0.1", "25", "50", "75", "100", "242");
    private static final int QUICK_MILLIS = 2;
    private static final int HOSTS = 2;

    private final List<Value> values;

    /**
     * What is shown over the round-trip time.
     *
     * @param pointer to it in lines
     */
    record Value(String title, String unit, String pointer) {

        String head() {
            return title + ", " + unit;
        }
    }

    RttFigure(String name, String figure, String published, String what, List<Value> values) {
        super(name, figure, published, name.equals(MEASURED) ? what : what + ", from lines of " + MEASURED);
        this.values = values;
    }

    static RttFigure ofCpu() {
        return new RttFigure(
                MEASURED,
                "Fig. 11",
                "the use of processors over round-trip times",
                "Processors over the round-trip time",
                List.of(new Value("kept busy", "cores", Result.CORES)));
    }

    static RttFigure ofMemory() {
        return new RttFigure(
                "tn-12",
                "Fig. 12",
                "the use of memory over round-trip times",
                "Memory over the round-trip time",
                List.of(new Value("memory (PSS)", "MiB", Result.MEBIBYTES)));
    }

    static RttFigure ofBytes() {
        return new RttFigure(
                "tn-13",
                "Fig. 13",
                "bytes in and out over round-trip times",
                "Bytes over the round-trip time",
                List.of(new Value("in", "MB/s", Result.IN), new Value("out", "MB/s", Result.OUT)));
    }

    @Override
    final String measured() {
        return MEASURED;
    }

    @Override
    final List<String> peers() {
        return Subject.PEERS;
    }

    @Override
    final int cells() {
        return MILLIS.size() * (1 + peers().size());
    }

    @Override
    final double turnSeconds(Scale scale) {
        double ours = scale.cellSeconds() + (MILLIS.size() - 1) * (NetlabRun.SETTLE_SECONDS + scale.seconds());
        return ours + MILLIS.size() * peers().size() * scale.cellSeconds();
    }

    @Override
    final void measure(Run run) throws IOException, InterruptedException {
        List<String> all = run.scale().quick() ? MILLIS.subList(0, QUICK_MILLIS) : MILLIS;
        if (run.lacking(this, labels(EngineCommand.MILLRACE, all)) > 0) {
            NetlabHosts.withPair(1, hosts -> {
                Series series = new Series(() -> measure(hosts, run.scale(), all));
                run.measure(this, cells(EngineCommand.MILLRACE, all, series::next));
            });
        }
        for (Subject peer : Subject.peers(run, this, List.of(Promise.atMostOnce()))) {
            if (run.lacking(this, labels(peer.label(), all)) > 0) {
                try (Lab lab = NetlabHosts.alike(HOSTS)) {
                    Workload workload = yahoo(run.scale(), RATE, HOSTS, peer.promise());
                    run.measure(
                            this,
                            cells(
                                    peer.label(),
                                    all,
                                    millis -> peer.measure(lab, workload, Double.parseDouble(millis))));
                }
            }
        }
    }

    private interface AtRtt {
        ObjectNode measure(String millis) throws IOException, InterruptedException;
    }

    private static List<Run.Cell> cells(String engine, List<String> all, AtRtt measuring) {
        return all.stream()
                .map(millis -> new Run.Cell(labels(engine, RTT, millis), () -> measuring.measure(millis)))
                .toList();
    }

    private static List<Map<String, String>> labels(String engine, List<String> all) {
        return all.stream().map(millis -> labels(engine, RTT, millis)).toList();
    }

    private static Map<String, ObjectNode> measure(NetlabHosts hosts, Scale scale, List<String> all)
            throws IOException, InterruptedException {
        Workload workload = yahoo(scale, RATE, HOSTS, Promise.atMostOnce());
        List<NetlabResult> results = hosts.run(List.of())
                .of(
                        workload,
                        Duration.ZERO,
                        all.stream()
                                .map(millis -> Wire.constant(Double.parseDouble(millis)))
                                .toList(),
                        hosts.newDirectory());
        Map<String, ObjectNode> lines = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            lines.put(all.get(i), Result.of(results.get(i)));
        }
        return lines;
    }

    final double at(Lines lines, String engine, String millis, String pointer) {
        return median(lines, labels(engine, RTT, millis), pointer);
    }

    /** The round-trip times that were measured. */
    final List<String> millis(Lines lines) {
        return List.copyOf(lines.values(measured(), RTT));
    }

    /** The lowest value of the other engines; NaN if none was measured there. */
    final double lowestOfPeers(Lines lines, String millis, String pointer) {
        return peers(lines).stream()
                .mapToDouble(engine -> at(lines, engine, millis, pointer))
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (Value value : values) {
            Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
            for (String engine : engines(lines)) {
                curves.put(engine, Result.over(lines, measured(), Map.of(ENGINE, engine), RTT, value.pointer));
            }
            panels.add(Panel.ofLines(RATE + "/s", "round-trip time (ms)", value.head(), false, false, curves));
        }
        return panels;
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        // What workers use has no bound but that of other engines
        for (String millis : millis(lines)) {
            for (Value value : values) {
                bars.atMost(
                        millis + " ms: " + value.title + " beside the lowest of the others",
                        at(lines, EngineCommand.MILLRACE, millis, value.pointer),
                        lowestOfPeers(lines, millis, value.pointer),
                        value.unit);
            }
        }
    }

    @Override
    final MarkdownTable table(Lines lines) {
        List<String> heads = new ArrayList<>(List.of(ENGINE));
        values.forEach(value -> heads.add(value.head()));
        MarkdownTable table = MarkdownTable.of("RTT, ms", heads);
        for (String millis : millis(lines)) {
            for (String engine : engines(lines)) {
                if (values.stream().anyMatch(value -> Double.isFinite(at(lines, engine, millis, value.pointer)))) {
                    List<Object> row = new ArrayList<>(List.of(millis, engine));
                    values.forEach(value -> row.add(marked(lines, labels(engine, RTT, millis), value.pointer)));
                    table.row(row);
                }
            }
        }
        return table;
    }
}

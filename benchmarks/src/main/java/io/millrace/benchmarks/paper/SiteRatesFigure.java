// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.netlab.HostPreset;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.LongStream;

/** Latency on sites over the rate, which is doubled for each engine until it is too much. */
final class SiteRatesFigure extends SitesFigure {

    private static final long FIRST_RATE = 1_000;

    /** About a million events per second, which no engine is expected to carry here. */
    private static final List<Long> RATES =
            LongStream.iterate(FIRST_RATE, rate -> 2 * rate).limit(11).boxed().toList();

    private static final int QUICK_RATES = 1;

    /** A guess, for the time that it takes. */
    private static final int USUAL_RATES = 7;

    private final HostPreset preset;

    /** @param sites a preset with a number of hosts */
    SiteRatesFigure(String name, String figure, String sites) {
        super(name, figure, "the rate of events is varied", "Latency over the rate on the sites of " + sites);
        this.preset = HostPreset.of(sites);
    }

    @Override
    List<String> peers() {
        return Subject.PEERS;
    }

    @Override
    int cells() {
        return USUAL_RATES * (1 + peers().size());
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        List<Subject> subjects = Subject.all(run, this, List.of(Promise.atMostOnce()));
        for (long rate : run.scale().quick() ? RATES.subList(0, QUICK_RATES) : RATES) {
            List<Subject> wanted = subjects.stream()
                    .filter(subject -> isWanted(run, subject.label(), rate))
                    .toList();
            measure(
                    run,
                    () -> NetlabHosts.preset(preset),
                    wanted,
                    subject -> labels(subject.label(), rate),
                    (lab, subject) ->
                            subject.measure(lab, yahoo(run.scale(), rate, preset.hosts(), subject.promise()), 0));
        }
    }

    /** Whether no lower rate was too much, and the file lacks turns of it. */
    private boolean isWanted(Run run, String engine, long rate) {
        boolean open = rate == FIRST_RATE || load(run.lines(), engine).keepsUpAt(rate / 2);
        return open && run.lacking(this, List.of(labels(engine, rate))) > 0;
    }

    private static Map<String, String> labels(String engine, long rate) {
        return labels(engine, NodeLinks.RATE, Long.toString(rate));
    }

    private NavigableMap<Double, Double> curve(Lines lines, String engine, String pointer) {
        return Result.over(lines, name(), Map.of(ENGINE, engine), NodeLinks.RATE, pointer);
    }

    private LoadCurve load(Lines lines, String engine) {
        return LoadCurve.of(pointer -> curve(lines, engine, pointer));
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
        for (String engine : engines(lines)) {
            curves.put(engine, curve(lines, engine, Result.P99));
        }
        return List.of(
                Panel.ofLines(preset.toString(), "events per second", "ms, 99th percentile", true, true, curves));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        double best = peers(lines).stream()
                .mapToDouble(engine -> load(lines, engine).tooMuchOrLast())
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        double ours = load(lines, EngineCommand.MILLRACE).tooMuchOrLast();
        bars.atLeast("the rate that is too much for it, beside the best of the others", ours, best, "per second");
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("offered/s|engine|carried, %|mean, ms|p99");
        for (String engine : engines(lines)) {
            for (double rate : curve(lines, engine, Result.P99).keySet()) {
                Map<String, String> labels = labels(engine, (long) rate);
                table.row(
                        (long) rate,
                        engine,
                        median(lines, labels, Result.CARRIED),
                        median(lines, labels, Result.MEAN),
                        marked(lines, labels, Result.P99));
            }
        }
        return table;
    }
}

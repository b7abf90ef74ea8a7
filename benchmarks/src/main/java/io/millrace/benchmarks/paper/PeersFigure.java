// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/** Latency of one workload on this machine over rates, beside other engines. */
abstract class PeersFigure extends PaperFigure {

    private static final String RATE = "rate";

    private final Offered offered;

    /** @param rates published, of all sources together */
    record Offered(Shape shape, int workers, List<Long> rates) {}

    PeersFigure(String name, Source source, String what, Offered offered) {
        super(name, source, what);
        this.offered = offered;
    }

    @Override
    final List<String> peers() {
        return Peers.ALL;
    }

    @Override
    final boolean takesRate() {
        return true;
    }

    @Override
    int cells() {
        return offered.rates.size() * (1 + Peers.ALL.size());
    }

    @Override
    final void measure(Run run) throws IOException, InterruptedException {
        List<EngineCommand> engines = new ArrayList<>(List.of(NodeLinks.engine("")));
        engines.addAll(run.engines(this));
        for (long rate : rates(run)) {
            measure(run, engines, rate);
        }
        if (run.rate() == 0 && !run.scale().quick()) {
            measureBeyond(run, engines);
        }
    }

    /** Measures at rates above the published ones; at none, unless a figure needs them. */
    void measureBeyond(Run run, List<EngineCommand> engines) throws InterruptedException {}

    final void measure(Run run, List<EngineCommand> engines, long rate) throws InterruptedException {
        Workload workload = new Workload(
                        offered.shape,
                        rate,
                        offered.workers,
                        Promise.atMostOnce(),
                        run.scale().warmUpSeconds(),
                        run.scale().seconds())
                // Jet has as many of each in every member
                .withTaskPerWorker();
        run.measure(
                this,
                engines.stream()
                        .map(engine -> new Run.Cell(labels(engine.name(), rate), () -> Result.local(engine, workload)))
                        .toList());
    }

    final List<Long> publishedRates() {
        return offered.rates;
    }

    private List<Long> rates(Run run) {
        if (run.rate() > 0) {
            return List.of(run.rate());
        }
        return run.scale().quick() ? offered.rates.subList(0, 1) : offered.rates;
    }

    private static Map<String, String> labels(String engine, long rate) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(ENGINE, engine);
        labels.put(RATE, Long.toString(rate));
        return labels;
    }

    final NavigableMap<Double, Double> curve(Lines lines, String engine, String pointer) {
        return Result.over(lines, name(), Map.of(ENGINE, engine), RATE, pointer);
    }

    /** The rates at which this engine was measured. */
    final Set<Double> rates(Lines lines) {
        return curve(lines, EngineCommand.MILLRACE, Result.MEAN).keySet();
    }

    final List<String> peers(Lines lines) {
        return lines.values(name(), ENGINE).stream()
                .filter(engine -> !EngineCommand.isMillrace(engine))
                .toList();
    }

    final double ours(Lines lines, double rate, String pointer) {
        return at(lines, EngineCommand.MILLRACE, rate, pointer);
    }

    /** The lowest value of the other engines; NaN if none was measured at this rate. */
    final double lowestOfPeers(Lines lines, double rate, String pointer) {
        return peers(lines).stream()
                .mapToDouble(engine -> at(lines, engine, rate, pointer))
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
    }

    final double at(Lines lines, String engine, double rate, String pointer) {
        return lines.median(name(), labels(engine, (long) rate), pointer);
    }

    @Override
    final MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("offered/s|engine|carried, %|mean, ms|p50|p99");
        for (double rate : rates(lines)) {
            for (String engine : lines.values(name(), ENGINE)) {
                if (!Double.isNaN(at(lines, engine, rate, Result.MEAN))) {
                    table.row(
                            (long) rate,
                            engine,
                            at(lines, engine, rate, Result.CARRIED),
                            at(lines, engine, rate, Result.MEAN),
                            at(lines, engine, rate, Result.P50),
                            marked(lines, labels(engine, (long) rate), Result.P99));
                }
            }
        }
        return table;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** Latency of SOL over the rate beside other engines, up to the rate that is too much for each. */
final class ThroughputFigure extends PeersFigure {

    private static final double LEAST_TIMES = 1.5;

    /** Up to 41 million per second, which none is expected to carry. */
    private static final int MOST_DOUBLINGS = 9;

    /** A guess, for the time that it takes. */
    private static final int USUAL_DOUBLINGS = 3;

    ThroughputFigure() {
        super(
                "ts-10",
                new Source(TURBOSTREAM, "Fig. 10", "SOL at 1,000 to 80,000 messages/s"),
                "Latency of SOL over the rate beside other engines",
                new Offered(Shape.SOL, 2, List.of(1_000L, 5_000L, 10_000L, 20_000L, 40_000L, 80_000L)));
    }

    @Override
    int cells() {
        return super.cells() + USUAL_DOUBLINGS * (1 + Peers.ALL.size());
    }

    /** Doubles the last published rate for each engine until it no longer keeps up. */
    @Override
    void measureBeyond(Run run, List<EngineCommand> engines) throws InterruptedException {
        long rate = publishedRates().get(publishedRates().size() - 1);
        List<EngineCommand> left = engines;
        for (int i = 0; i < MOST_DOUBLINGS; i++) {
            long carried = rate;
            left = left.stream()
                    .filter(engine -> load(run.lines(), engine.name()).keepsUpAt(carried))
                    .toList();
            rate *= 2;
            measure(run, left, rate);
        }
    }

    private LoadCurve load(Lines lines, String engine) {
        return LoadCurve.of(pointer -> curve(lines, engine, pointer));
    }

    @Override
    public List<Panel> panels(Lines lines) {
        return List.of(panel(lines, "mean", Result.MEAN), panel(lines, "p99", Result.P99));
    }

    private Panel panel(Lines lines, String title, String pointer) {
        Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
        for (String engine : lines.values(name(), ENGINE)) {
            curves.put(engine, curve(lines, engine, pointer));
        }
        return Panel.ofLines(title, "messages per second", "ms", true, true, curves);
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (long rate : publishedRates()) {
            bars.atMost(
                    rate + "/s: the mean beside the lowest of the others",
                    ours(lines, rate, Result.MEAN),
                    lowestOfPeers(lines, rate, Result.MEAN),
                    "ms");
        }
        double best = peers(lines).stream()
                .mapToDouble(engine -> load(lines, engine).tooMuchOrLast())
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        double times = load(lines, EngineCommand.MILLRACE).tooMuchOrLast() / best;
        bars.atLeast("the rate that is too much for it, in those of the best other", times, LEAST_TIMES, "x");
    }
}

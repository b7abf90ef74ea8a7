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

/** Latency of SOL over the rate beside other engines, and the rate at which it rises tenfold. */
final class ThroughputFigure extends PeersFigure {

    private static final double LEAST_TIMES = 1.5;

    ThroughputFigure() {
        super(
                "ts-10",
                new Source(TURBOSTREAM, "Fig. 10", "SOL at 1,000 to 80,000 messages/s"),
                "Latency of SOL over the rate beside other engines",
                new Offered(Shape.SOL, 2, List.of(1_000L, 5_000L, 10_000L, 20_000L, 40_000L, 80_000L)));
    }

    /** The rate from which on the 99th percentile is ten times the first; the last rate if it never is. */
    private double knee(Lines lines, String engine) {
        NavigableMap<Double, Double> curve = curve(lines, engine, Result.P99);
        if (curve.size() < 2) {
            return Double.NaN;
        }
        double knee = Knee.ofRise(curve, Knee.RISE);
        return Double.isNaN(knee) ? curve.lastKey() : knee;
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
        for (double rate : rates(lines)) {
            bars.atMost(
                    (long) rate + "/s: the mean beside the lowest of the others",
                    ours(lines, rate, Result.MEAN),
                    lowestOfPeers(lines, rate, Result.MEAN),
                    "ms");
        }
        double best = peers(lines).stream()
                .mapToDouble(engine -> knee(lines, engine))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        double times = knee(lines, EngineCommand.MILLRACE) / best;
        bars.atLeast("the rate at which the p99 is tenfold, in those of the best other", times, LEAST_TIMES, "x");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import static io.millrace.benchmarks.windows.WindowsBenchmark.PART;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Repeated;
import java.util.List;

/** The cells where Millrace is ahead of each peer: by events per second, or with a rate by the p99 of results. */
final class Bounds {

    private static final String UNLIMITED = "unlimited";

    private final Figures figures;
    private final Bars bars = new Bars();

    private Bounds(Figures figures) {
        this.figures = figures;
    }

    static List<Bar> of(Figures figures) {
        Bounds bounds = new Bounds(figures);
        for (String cell : figures.cells(PART)) {
            List<String> engines = figures.modes(PART, cell);
            if (engines.contains(EngineCommand.MILLRACE)) {
                engines.stream()
                        .filter(engine -> !engine.startsWith(EngineCommand.MILLRACE))
                        .forEach(engine -> bounds.compare(cell, engine));
            }
        }
        return bounds.bars.all();
    }

    private double own(String cell, String figure) {
        return other(cell, figure, EngineCommand.MILLRACE);
    }

    /** Those of the cells without a rate, or of the others. */
    static List<Bar> of(Figures figures, boolean unlimited) {
        return of(figures).stream()
                .filter(bar -> bar.what().contains(UNLIMITED) == unlimited)
                .toList();
    }

    /** What either has not is not compared. */
    private void compare(String cell, String engine) {
        if (cell.contains(UNLIMITED)) {
            for (String figure : List.of(WindowsBenchmark.EVENTS, WindowsBenchmark.EVENTS_PER_CORE)) {
                bars.atLeast(what(cell, figure, engine), own(cell, figure), other(cell, figure, engine), "1/s");
            }
            return;
        }
        atMost(cell, engine, WindowsBenchmark.P99, "ms");
        boolean carries = !Double.isNaN(own(cell, WindowsBenchmark.P99));
        // Who does not carry the rate has no latency, and Millrace is to carry it
        if (carries == Double.isNaN(other(cell, WindowsBenchmark.P99, engine))) {
            String what = cell + ", rate carried, which one of Millrace and " + engine + " does not";
            bars.atLeast(what, carries ? 1 : 0, 1, "runs");
        }
        atMost(cell, engine, WindowsBenchmark.CORES, "cores");
        atMost(cell, engine, WindowsBenchmark.BYTES, "bytes");
    }

    private void atMost(String cell, String engine, String figure, String unit) {
        bars.atMost(what(cell, figure, engine), own(cell, figure), other(cell, figure, engine), unit);
    }

    /** NaN unless each turn has it: who carries a rate only now and then does not carry it. */
    private double other(String cell, String figure, String engine) {
        Repeated all = figures.repeated(PART, cell, engine);
        return all.count(figure) == figures.turns(PART, cell, engine) ? all.median(figure) : Double.NaN;
    }

    private static String what(String cell, String figure, String engine) {
        return cell + ", " + figure + " beside " + engine;
    }
}

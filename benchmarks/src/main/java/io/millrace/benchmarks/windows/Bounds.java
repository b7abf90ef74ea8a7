package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** In which cells Millrace is ahead of each peer: by events per second without a rate, by the p99 of results with one. */
final class Bounds {

    private Bounds() {}

    static List<Bar> of(Figures figures) {
        List<Bar> bars = new ArrayList<>();
        for (String cell : figures.cells(WindowsBenchmark.PART)) {
            boolean unlimited = cell.contains("unlimited");
            List<String> engines = figures.modes(WindowsBenchmark.PART, cell);
            for (String engine : engines) {
                if (engine.startsWith(EngineCommand.MILLRACE) || !engines.contains(EngineCommand.MILLRACE)) {
                    continue;
                }
                if (unlimited) {
                    compare(figures, bars, cell, engine, WindowsBenchmark.EVENTS, "1/s", false);
                    compare(figures, bars, cell, engine, WindowsBenchmark.EVENTS_PER_CORE, "1/s", false);
                } else {
                    compare(figures, bars, cell, engine, WindowsBenchmark.P99, "ms", true);
                    compare(figures, bars, cell, engine, WindowsBenchmark.CORES, "cores", true);
                    compare(figures, bars, cell, engine, WindowsBenchmark.BYTES, "bytes", true);
                }
            }
        }
        return bars;
    }

    /** Who has no such figure is not compared; who does not carry the rate has no latency, and Millrace is to carry it. */
    private static void compare(
            Figures figures, List<Bar> bars, String cell, String engine, String figure, String unit, boolean atMost) {
        OptionalDouble own = figures.median(WindowsBenchmark.PART, cell, EngineCommand.MILLRACE, figure);
        OptionalDouble other = figures.median(WindowsBenchmark.PART, cell, engine, figure);
        if (own.isPresent() && other.isPresent()) {
            bars.add(new Bar(
                    cell + ", " + figure + " beside " + engine, own.getAsDouble(), other.getAsDouble(), unit, atMost));
        } else if (figure.equals(WindowsBenchmark.P99) && (own.isPresent() || other.isPresent())) {
            bars.add(new Bar(
                    cell + ", rate carried, which one of Millrace and " + engine + " does not",
                    own.isPresent() ? 1 : 0,
                    1,
                    "runs",
                    false));
        }
    }
}

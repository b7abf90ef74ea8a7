package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What the figures must be. Of parts that were not run nothing is said. */
final class Bounds {

    private static final double WORSE = 1.15;
    private static final double SINGLY = 1.5e6;
    private static final double BLOCKS = 4e6;

    private Bounds() {}

    static List<Bar> of(Figures figures) {
        List<Bar> bars = new ArrayList<>();
        for (String cell : figures.cells(Plan.RATES)) {
            if (!cell.equals(RatesPart.MOST)) {
                addRate(bars, figures, cell);
            }
        }
        add(
                bars,
                figures,
                Plan.CHANGES,
                "tenfold",
                Wait.ADAPTIVE.name(),
                ChangesPart.BACK,
                Wait.GOAL.toMillis(),
                "ms",
                true);
        for (String cell : figures.cells(Plan.INTAKE)) {
            add(bars, figures, Plan.INTAKE, cell, IntakePart.SINGLY.name(), IntakePart.RECORDS, SINGLY, "1/s", false);
            add(bars, figures, Plan.INTAKE, cell, IntakePart.BLOCKS.name(), IntakePart.RECORDS, BLOCKS, "1/s", false);
        }
        return bars;
    }

    private static void addRate(List<Bar> bars, Figures figures, String cell) {
        double best = Double.POSITIVE_INFINITY;
        double carried = 0;
        for (String mode : figures.modes(Plan.RATES, cell)) {
            if (!mode.equals(Wait.ADAPTIVE.name()) && !mode.equals(Wait.NONE.name())) {
                best = Math.min(best, median(figures, cell, mode, RatesPart.P99).orElse(best));
                carried = Math.max(
                        carried, median(figures, cell, mode, RatesPart.CARRIED).orElse(0));
            }
        }
        add(bars, figures, Plan.RATES, cell, Wait.of(1).name(), RatesPart.CARRIED, RatesPart.STABLE, "share", false);
        if (carried >= RatesPart.STABLE) {
            add(
                    bars,
                    figures,
                    Plan.RATES,
                    cell,
                    Wait.ADAPTIVE.name(),
                    RatesPart.CARRIED,
                    RatesPart.STABLE,
                    "share",
                    false);
            double p99 =
                    median(figures, cell, Wait.ADAPTIVE.name(), RatesPart.P99).orElse(Double.POSITIVE_INFINITY);
            bars.add(new Bar(cell + ": adaptive p99", p99, WORSE * best, "ms", true));
        }
    }

    private static OptionalDouble median(Figures figures, String cell, String mode, String figure) {
        return figures.median(Plan.RATES, cell, mode, figure);
    }

    private static void add(
            List<Bar> bars,
            Figures figures,
            String part,
            String cell,
            String mode,
            String figure,
            double bound,
            String unit,
            boolean atMost) {
        figures.median(part, cell, mode, figure)
                .ifPresent(value -> bars.add(new Bar(cell + ": " + mode + " " + figure, value, bound, unit, atMost)));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Figures;
import java.util.List;

/** What the figures must be. Parts that were not run are left out. */
final class Bounds {

    private static final double WORSE = 1.15;
    private static final double SINGLY = 1.5e6;
    private static final double BLOCKS = 4e6;

    private final Figures figures;
    private final Bars bars = new Bars();

    private Bounds(Figures figures) {
        this.figures = figures;
    }

    /** The bounds of a part; none of how several receivers share the processors. */
    static List<Bar> of(Figures figures, String part) {
        Bounds bounds = new Bounds(figures);
        switch (part) {
            case Plan.RATES ->
                figures.cells(part).stream()
                        .filter(cell -> !cell.equals(RatesPart.MOST))
                        .forEach(bounds::addRate);
            case Plan.CHANGES -> bounds.addChanges();
            case Plan.INTAKE -> figures.cells(part).forEach(bounds::addIntake);
            default -> {}
        }
        return bounds.bars.all();
    }

    private void addChanges() {
        String adaptive = Wait.ADAPTIVE.name();
        bars.atMost(
                ChangesPart.CELL + ": " + adaptive + " " + ChangesPart.BACK,
                figures.median(Plan.CHANGES, ChangesPart.CELL, adaptive, ChangesPart.BACK),
                Wait.GOAL.toMillis(),
                "ms");
    }

    private void addIntake(String cell) {
        addIntake(cell, IntakePart.SINGLY.name(), SINGLY);
        addIntake(cell, IntakePart.BLOCKS.name(), BLOCKS);
    }

    private void addIntake(String cell, String form, double bound) {
        double records = figures.median(Plan.INTAKE, cell, form, IntakePart.RECORDS);
        bars.atLeast(cell + ": " + form + " " + IntakePart.RECORDS, records, bound, "1/s");
    }

    private void addRate(String cell) {
        double best = Double.POSITIVE_INFINITY;
        double carried = 0;
        for (String mode : figures.modes(Plan.RATES, cell)) {
            if (!mode.equals(Wait.ADAPTIVE.name()) && !mode.equals(Wait.NONE.name())) {
                // Neither is a number if it was not measured
                best = Math.min(best, orElse(p99(cell, mode), best));
                carried = Math.max(carried, orElse(carried(cell, mode), 0));
            }
        }
        addCarried(cell, Wait.of(1).name());
        if (carried >= RatesPart.STABLE) {
            addCarried(cell, Wait.ADAPTIVE.name());
            double adaptive = orElse(p99(cell, Wait.ADAPTIVE.name()), Double.POSITIVE_INFINITY);
            bars.add(new Bar(cell + ": adaptive p99", adaptive, WORSE * best, "ms", true));
        }
    }

    private void addCarried(String cell, String mode) {
        bars.atLeast(cell + ": " + mode + " " + RatesPart.CARRIED, carried(cell, mode), RatesPart.STABLE, "share");
    }

    private double carried(String cell, String mode) {
        return figures.median(Plan.RATES, cell, mode, RatesPart.CARRIED);
    }

    private double p99(String cell, String mode) {
        return figures.median(Plan.RATES, cell, mode, RatesPart.P99);
    }

    private static double orElse(double value, double otherwise) {
        return Double.isNaN(value) ? otherwise : value;
    }
}

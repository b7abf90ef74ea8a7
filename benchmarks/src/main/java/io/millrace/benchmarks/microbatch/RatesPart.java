// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import java.io.IOException;
import java.util.Locale;

/** The latency of each wait at each rate, up to near the most that the best fixed wait carries. */
final class RatesPart {

    static final String MOST = "most";
    static final String P50 = "p50";
    static final String P99 = "p99";
    static final String CARRIED = "carried";

    /** What is taken of what is offered, at least, if a wait carries a rate. */
    static final double STABLE = 0.99;

    private static final double[] RATES = {1e3, 4e3, 2e4, 1e5, 3e5};
    private static final double[] QUICK_RATES = {1e3};
    private static final double NEAR_MOST = 0.95;

    private RatesPart() {}

    static void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        double best = 0;
        for (Wait wait : Wait.all(plan.quick())) {
            if (figures.turns(Plan.RATES, MOST, wait.name()) == 0) {
                Arrivals most = Run.of(
                        wait,
                        nanos(plan.warmUp()),
                        nanos(plan.warmUp() + plan.seconds()),
                        nanos(plan.seconds()),
                        PacedSource.UNLIMITED);
                Measured measured = new Measured().add(MOST, "1/s", most.count() / plan.seconds());
                figures.add(Plan.RATES, MOST, wait.name(), measured);
                figures.print(Plan.RATES, MOST, wait.name());
            }
            double rate = figures.median(Plan.RATES, MOST, wait.name(), MOST);
            best = wait.isFixed() ? Math.max(best, rate) : best;
        }
        for (double rate : plan.quick() ? QUICK_RATES : RATES) {
            if (rate < NEAR_MOST * best) {
                cell(plan, figures, rate);
            }
        }
        cell(plan, figures, Math.floor(NEAR_MOST * best / 1_000) * 1_000);
    }

    private static void cell(Plan plan, Figures figures, double rate) throws IOException, InterruptedException {
        String cell = String.format(Locale.ROOT, "%.0f/s", rate);
        for (Wait wait : Wait.all(plan.quick())) {
            if (figures.turns(Plan.RATES, cell, wait.name()) == 0) {
                figures.add(Plan.RATES, cell, wait.name(), measured(plan, wait, rate));
                figures.print(Plan.RATES, cell, wait.name());
            }
        }
    }

    private static Measured measured(Plan plan, Wait wait, double rate) throws IOException, InterruptedException {
        Arrivals arrivals =
                Run.of(wait, nanos(plan.warmUp()), nanos(plan.warmUp() + plan.seconds()), nanos(plan.seconds()), rate);
        double carried = arrivals.count() / (rate * plan.seconds());
        Measured measured = new Measured().add(CARRIED, "share", carried);
        return carried < STABLE
                ? measured
                : measured.add(P50, "ms", arrivals.millis(50)).add(P99, "ms", arrivals.millis(99));
    }

    static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A rate that changes tenfold: the latency meanwhile, with the adaptive wait and two fixed ones. */
final class ChangesPart {

    static final String CELL = "tenfold";

    /** Of each time at which records were due. */
    static final String P99_BY_SECOND = "p99_ms_by_second";

    static final String BACK = "slowest from 2 s after a change";
    private static final double BACK_SECONDS = 2;
    private static final double SLOT_SECONDS = 0.1;
    private static final double[] RATES = {3e4, 3e5, 3e4, 3e3, 3e4, 3e5};
    private static final double[] QUICK_RATES = {3e3, 3e4, 3e3};
    private static final List<Wait> WAITS = List.of(Wait.ADAPTIVE, Wait.of(1), Wait.of(50));

    private ChangesPart() {}

    static void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        for (Wait wait : plan.quick() ? WAITS.subList(0, 1) : WAITS) {
            if (figures.turns(Plan.CHANGES, CELL, wait.name()) == 0) {
                figures.add(Plan.CHANGES, CELL, wait.name(), measured(plan, wait));
                figures.print(Plan.CHANGES, CELL, wait.name());
            }
        }
    }

    private static Measured measured(Plan plan, Wait wait) throws IOException, InterruptedException {
        double[] rates = plan.quick() ? QUICK_RATES : RATES;
        Arrivals arrivals = Run.of(wait, 0, RatesPart.nanos(plan.stepSeconds()), RatesPart.nanos(SLOT_SECONDS), rates);
        Map<Double, Double> line = new TreeMap<>();
        double slowest = Double.NaN;
        for (int slot = 0; slot < arrivals.slots(); slot++) {
            double p99 = arrivals.slotMillis(slot, 99);
            if (!Double.isNaN(p99)) {
                line.put(slot * SLOT_SECONDS, p99);
                if (slot * SLOT_SECONDS % plan.stepSeconds() >= Math.min(BACK_SECONDS, plan.stepSeconds() / 2)) {
                    double most = arrivals.slotMillis(slot, 100);
                    slowest = Double.isNaN(slowest) ? most : Math.max(slowest, most);
                }
            }
        }
        return new Measured()
                .add(RatesPart.P99, "ms", arrivals.millis(99))
                .add(BACK, "ms", slowest)
                .with(P99_BY_SECOND, line);
    }
}

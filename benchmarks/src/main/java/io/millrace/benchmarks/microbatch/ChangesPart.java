// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A rate that changes tenfold: the latency meanwhile, with the adaptive wait and two fixed ones. */
final class ChangesPart {

    static final String BACK = "slowest from 2 s after a change";
    private static final double BACK_SECONDS = 2;
    private static final double SLOT_SECONDS = 0.1;
    private static final double[] RATES = {3e4, 3e5, 3e4, 3e3, 3e4, 3e5};
    private static final double[] QUICK_RATES = {3e3, 3e4, 3e3};
    private static final List<Wait> WAITS = List.of(Wait.ADAPTIVE, Wait.of(1), Wait.of(50));

    private ChangesPart() {}

    /** Returns the p99 of each wait, over the time in seconds at which records were due. */
    static Map<String, NavigableMap<Double, Double>> run(Plan plan, Figures figures)
            throws IOException, InterruptedException {
        Map<String, NavigableMap<Double, Double>> lines = new LinkedHashMap<>();
        double[] rates = plan.quick() ? QUICK_RATES : RATES;
        for (Wait wait : plan.quick() ? WAITS.subList(0, 1) : WAITS) {
            Arrivals arrivals =
                    Run.of(wait, 0, RatesPart.nanos(plan.stepSeconds()), RatesPart.nanos(SLOT_SECONDS), rates);
            NavigableMap<Double, Double> line = new TreeMap<>();
            List<Double> later = new ArrayList<>();
            for (int slot = 0; slot < arrivals.slots(); slot++) {
                double p99 = arrivals.slotMillis(slot, 99);
                if (!Double.isNaN(p99)) {
                    line.put(slot * SLOT_SECONDS, p99);
                    if (slot * SLOT_SECONDS % plan.stepSeconds() >= Math.min(BACK_SECONDS, plan.stepSeconds() / 2)) {
                        later.add(arrivals.slotMillis(slot, 100));
                    }
                }
            }
            lines.put(wait.name(), line);
            figures.add(Plan.CHANGES, "tenfold", wait.name(), RatesPart.P99, "ms", arrivals.millis(99));
            figures.add(
                    Plan.CHANGES,
                    "tenfold",
                    wait.name(),
                    BACK,
                    "ms",
                    later.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
        }
        return lines;
    }
}

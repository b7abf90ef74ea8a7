// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.storm;

import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Repeated;
import java.util.Map;

/** Prints what variants have done in a cell, with the change against one of them. */
final class VariantTable {

    private static final Columns TABLE = new Columns(
            "%-42s %-10s %12s %9s %9s %9s %8s %17s", "cell|variant|tuples/s|p50 µs|p99|cores|change|spread");

    private final Object base;

    /** @param base the variant that others are compared with; cells without it have no change */
    VariantTable(Object base) {
        this.base = base;
        System.out.println(TABLE.head());
    }

    void print(String cell, Workload workload, Map<?, Repeated> variants) {
        boolean timed = !workload.unlimited();
        String figure = timed ? Measurement.P50 : Measurement.TUPLES;
        double before = variants.containsKey(base) ? variants.get(base).median(figure) : 0;
        variants.forEach((variant, values) -> System.out.println(TABLE.row(
                cell,
                variant,
                values.text(Measurement.TUPLES, "%,.0f"),
                values.texts("%.1f", Measurement.P50, Measurement.P99),
                values.text(Measurement.CORES, "%.2f"),
                before == 0 ? "" : String.format("%+.0f %%", 100 * (values.median(figure) / before - 1)),
                values.spread(figure, timed ? "%.1f" : "%,.0f"))));
    }
}

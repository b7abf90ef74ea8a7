// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.storm;

import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.study.Repeated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints what variants have done in a cell, with the change against one of them. */
final class VariantTable {

    private static final Columns TABLE = new Columns(
            "%-42s %-10s %12s %9s %9s %9s %8s %17s", "cell|variant|tuples/s|p50 µs|p99|cores|change|spread");

    private final Object base;
    private final List<String> json = new ArrayList<>();

    /** @param base the variant that others are compared with; cells without it have no change */
    VariantTable(Object base) {
        this.base = base;
        System.out.println(TABLE.head());
    }

    /** Returns the lines of JSON, one per cell and variant. */
    List<String> json() {
        return json;
    }

    void print(String cell, Workload workload, Map<?, List<Measurement>> runs) {
        boolean timed = !workload.unlimited();
        String measure = timed ? "p50" : "tuplesPerSecond";
        double before = runs.containsKey(base) ? of(runs.get(base)).median(measure) : 0;
        runs.forEach((variant, measurements) -> {
            Repeated values = of(measurements);
            String micros = timed ? "%.1f" : "";
            System.out.println(TABLE.row(
                    cell,
                    variant,
                    values.text("tuplesPerSecond", "%,.0f"),
                    values.texts(micros, "p50", "p99"),
                    values.text("cores", "%.2f"),
                    before == 0 ? "" : String.format("%+.0f %%", 100 * (values.median(measure) / before - 1)),
                    values.spread(measure, timed ? "%.1f" : "%,.0f")));
            json.add(values.json("\"cell\": \"" + cell + "\", \"variant\": \"" + variant + "\""));
        });
    }

    private static Repeated of(List<Measurement> runs) {
        return Repeated.of(runs.stream()
                .map(run -> Map.of(
                        "tuplesPerSecond", run.tuplesPerSecond(),
                        "p50", run.micros(50),
                        "p99", run.micros(99),
                        "cores", run.cores()))
                .toList());
    }
}

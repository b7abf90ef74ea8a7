// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;

/**
 * Measures batches in front of a sink that costs 200 us for a call and 0.1 us for a record, and the intake of small
 * records.
 */
public final class MicrobatchBenchmark {

    /** For how long a rate that changes holds, in a line. */
    static final String STEP_SECONDS = "step_seconds";

    private static final int HICCUP_SECONDS = 3;

    private MicrobatchBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(Plan.USAGE, arguments, MicrobatchBenchmark::run);
    }

    static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Figures figures =
                plan.study().figures().under(plan.warmUp(), plan.seconds()).under(STEP_SECONDS, plan.stepSeconds());
        if (plan.study().tableOnly()) {
            plan.study().writePages(MicrobatchTables.of(figures));
            return;
        }
        if (!plan.quick()) {
            Study.printHiccups(HICCUP_SECONDS);
        }
        for (String part : plan.parts()) {
            plan.study().requireSameForm(figures.lines(), part);
        }
        System.out.println(Figures.header());
        if (plan.parts().contains(Plan.RATES)) {
            RatesPart.run(plan, figures);
            MicrobatchPlots.writeRates(figures, plan.plots());
        }
        if (plan.parts().contains(Plan.CHANGES)) {
            ChangesPart.run(plan, figures);
            MicrobatchPlots.writeChanges(figures, plan.plots());
        }
        if (plan.parts().contains(Plan.INTAKE)) {
            IntakePart.run(plan, figures);
        }
        plan.study().writePages(MicrobatchTables.of(figures));
        Study.printBars(Bounds.of(figures));
        plan.study().end("; warm-up " + plan.warmUp() + " s, recorded " + plan.seconds() + " s");
    }
}

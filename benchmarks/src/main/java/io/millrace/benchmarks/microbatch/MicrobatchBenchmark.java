// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.List;

/**
 * Measures batches in front of a sink that costs 200 us for a call and 0.1 us for a record, and the intake of small
 * records.
 */
public final class MicrobatchBenchmark {

    /** For how long a rate that changes holds, in a line. */
    static final String STEP_SECONDS = "step_seconds";

    /** What a page shows. */
    static final List<TableSection> SECTIONS = List.of(
            section(
                    Plan.RATES,
                    "The p99 and the p50 of each wait at each rate, where the wait carries it.",
                    CrossTable.of(Plan.RATES, RatesPart.P99),
                    CrossTable.of(Plan.RATES, RatesPart.P50)),
            section(
                    Plan.CHANGES,
                    "The latency while the rate changes tenfold.",
                    CrossTable.of(Plan.CHANGES, RatesPart.P99, ChangesPart.BACK)),
            section(
                    Plan.INTAKE,
                    "Records of 20 bytes that one source task hands to one sink task.",
                    CrossTable.of(Plan.INTAKE, IntakePart.RECORDS)),
            section(
                    Plan.RECEIVERS,
                    "Records that source tasks hand to as many sink tasks in two workers.",
                    CrossTable.of(Plan.RECEIVERS, IntakePart.RECORDS)));

    private static final int HICCUP_SECONDS = 3;

    private MicrobatchBenchmark() {}

    private static TableSection section(String part, String text, CrossTable... tables) {
        return new TableSection(
                "the figures of " + part,
                text,
                "benchmarks/run microbatch --parts=" + part,
                List.of(tables),
                figures -> Bounds.of(figures, part));
    }

    public static void main(String[] arguments) {
        Options.run(Plan.USAGE, arguments, MicrobatchBenchmark::run);
    }

    static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Figures figures =
                plan.study().figures().under(plan.warmUp(), plan.seconds()).under(STEP_SECONDS, plan.stepSeconds());
        if (plan.study().tableOnly()) {
            plan.study().writeSections(SECTIONS, figures);
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
        if (plan.parts().contains(Plan.RECEIVERS)) {
            ReceiversPart.run(plan, figures);
        }
        plan.study().writeSections(SECTIONS, figures);
        Study.printBars(Plan.PARTS.stream()
                .flatMap(part -> Bounds.of(figures, part).stream())
                .toList());
        plan.study().end("; warm-up " + plan.warmUp() + " s, recorded " + plan.seconds() + " s");
    }
}

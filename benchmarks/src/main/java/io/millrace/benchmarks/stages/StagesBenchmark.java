// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.api.metrics.TracePart;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.study.Study;
import io.millrace.cli.traces.TracesReport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Runs each cell once, prints and writes what its traces are made of, and compares with the bars. */
public final class StagesBenchmark {

    static final List<Double> AT = List.of(50.0, 99.0);

    static final String PART = "stages";
    static final String LATENCY = "latency";
    static final String USEFUL = "useful share";
    static final String BETWEEN = "between operators";
    static final String HELD = "held";
    static final String LATE = "lateness";
    static final String PER_HOP = "between operators per hop";

    // The seconds of the last run.
    static final String WARM_UP = "warm-up";
    static final String RECORDED = "recorded";

    private static final double NANOS_PER_MICRO = 1_000;

    /** The greatest difference between the sum of the parts and the latency. */
    private static final double MOST_OFF_PERCENT = 1;

    private static final double MOST_MICROS_PER_HOP = 20;

    private StagesBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(Plan.USAGE, arguments, StagesBenchmark::run);
    }

    static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Study study = plan.study();
        Figures figures = study.figures();
        if (!study.tableOnly()) {
            measure(plan, figures);
        }
        study.writePages(Map.of(StagesTables.TABLES, StagesTables.of(figures)));
    }

    private static void measure(Plan plan, Figures figures) throws IOException, InterruptedException {
        Files.createDirectories(plan.plots());
        System.out.println(Figures.header());
        List<Outcome> outcomes = new ArrayList<>();
        for (Cell cell : plan.cells()) {
            if (cell.place() != Place.TWO_HOSTS) {
                outcomes.add(LocalStages.run(cell, plan));
                add(outcomes.get(outcomes.size() - 1), figures, plan);
            }
        }
        for (Outcome outcome : HostStages.run(plan)) {
            outcomes.add(outcome);
            add(outcome, figures, plan);
        }
        figures.addRun(WARM_UP, plan.warmUpSeconds());
        figures.addRun(RECORDED, plan.seconds());
        StackedBars.write(plan.plots(), outcomes);
        Distributions.write(plan.plots(), outcomes);
        Study.printBars(bars(outcomes));
        plan.study().end("; warm-up " + plan.warmUpSeconds() + " s, recorded " + plan.seconds() + " s");
    }

    private static void add(Outcome outcome, Figures figures, Plan plan) throws IOException {
        String cell = outcome.cell().name();
        if (outcome.report().around().isEmpty()) {
            throw new IOException(cell + ": no trace has ended");
        }
        for (TracesReport.Around around : outcome.report().around()) {
            String mode = "p" + Math.round(around.at());
            figures.add(PART, cell, mode, LATENCY, "us", around.meanNanos() / NANOS_PER_MICRO);
            figures.add(PART, cell, mode, USEFUL, "percent", 100 * around.usefulShare());
            figures.add(PART, cell, mode, BETWEEN, "percent", 100 * betweenOperators(around));
            figures.add(PART, cell, mode, HELD, "percent", 100 * share(around, Set.of(TracePart.OTHER)));
            figures.add(PART, cell, mode, LATE, "percent", 100 * share(around, Set.of(TracePart.DUE)));
            figures.add(PART, cell, mode, PER_HOP, "us", microsPerHop(outcome, around));
            for (TracesReport.Part part : around.parts()) {
                String name = part.part().name().toLowerCase(Locale.ROOT) + " of " + part.place();
                figures.add(PART, cell, mode, name, "us", part.meanNanos() / NANOS_PER_MICRO);
            }
        }
        Files.write(plan.plots().resolve(outcome.cell().fileName() + ".csv"), outcome.distribution());
    }

    /**
     * The share of links and of waiting for execute. The rest is the source's lateness, work, and what a window has
     * held.
     */
    private static double betweenOperators(TracesReport.Around around) {
        return share(
                around,
                EnumSet.complementOf(EnumSet.of(TracePart.DUE, TracePart.EXECUTE, TracePart.NESTED, TracePart.OTHER)));
    }

    private static double share(TracesReport.Around around, Set<TracePart> parts) {
        return around.parts().stream()
                .filter(part -> parts.contains(part.part()))
                .mapToDouble(TracesReport.Part::share)
                .sum();
    }

    private static double microsPerHop(Outcome outcome, TracesReport.Around around) {
        return betweenOperators(around)
                * around.meanNanos()
                / NANOS_PER_MICRO
                / outcome.cell().shape().hops();
    }

    private static List<Bar> bars(List<Outcome> outcomes) {
        Bars bars = new Bars();
        for (Outcome outcome : outcomes) {
            String cell = outcome.cell().name();
            for (TracesReport.Around around : outcome.report().around()) {
                double sum = around.parts().stream()
                        .mapToDouble(TracesReport.Part::meanNanos)
                        .sum();
                bars.atMost(
                        cell + ", p" + Math.round(around.at()) + ", the parts differ from the latency by",
                        100 * Math.abs(sum / around.meanNanos() - 1),
                        MOST_OFF_PERCENT,
                        "%");
            }
            // The results of windows come all at once
            if (outcome.cell().place() != Place.TWO_HOSTS
                    && !outcome.cell().shape().isYahoo()) {
                double perHop = microsPerHop(outcome, outcome.report().around().get(0));
                bars.atMost(cell + ", p50, between operators per hop", perHop, MOST_MICROS_PER_HOP, "us");
            }
        }
        return bars.all();
    }
}

package io.millrace.benchmarks.stages;

import io.millrace.api.metrics.WayPart;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Figures;
import io.millrace.cli.ways.WaysReport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs each cell once, prints and writes what its ways are made of, and compares with the bars. */
public final class StagesBenchmark {

    static final List<Double> AT = List.of(50.0, 99.0);

    private static final String PART = "stages";
    private static final double NANOS_PER_MICRO = 1_000;

    /** Of the parts' sum, beside the latency. */
    private static final double MOST_OFF_PERCENT = 1;

    private static final double MOST_MICROS_PER_HOP = 20;

    private StagesBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(arguments, StagesBenchmark::run);
    }

    static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Figures figures = new Figures(Csv.open(plan.out(), Figures.COLUMNS, Figures.KEY_COLUMNS, plan.continued()));
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
        StackedBars.write(plan.plots(), outcomes);
        Distributions.write(plan.plots(), outcomes);
        System.out.println();
        bars(outcomes).forEach(bar -> System.out.println(bar.text()));
        System.out.println(Machine.describe() + "; warm-up " + plan.warmUpSeconds() + " s, recorded " + plan.seconds()
                + " s\nwritten to " + plan.out() + " and " + plan.plots());
    }

    private static void add(Outcome outcome, Figures figures, Plan plan) throws IOException {
        String cell = outcome.cell().name();
        if (outcome.report().around().isEmpty()) {
            throw new IOException(cell + ": no way has ended");
        }
        for (WaysReport.Around around : outcome.report().around()) {
            String mode = "p" + Math.round(around.at());
            figures.add(PART, cell, mode, "latency", "us", around.meanNanos() / NANOS_PER_MICRO);
            figures.add(PART, cell, mode, "useful share", "percent", 100 * around.usefulShare());
            figures.add(PART, cell, mode, "between operators", "percent", 100 * betweenOperators(around));
            for (WaysReport.Part part : around.parts()) {
                String name = part.part().name().toLowerCase(Locale.ROOT) + " of " + part.place();
                figures.add(PART, cell, mode, name, "us", part.meanNanos() / NANOS_PER_MICRO);
            }
        }
        Files.write(plan.plots().resolve(outcome.cell().fileName() + ".csv"), outcome.distribution());
    }

    /** The share that is neither the source's lateness nor work: links and waiting for execute. */
    private static double betweenOperators(WaysReport.Around around) {
        return around.parts().stream()
                .filter(part ->
                        part.part() != WayPart.DUE && part.part() != WayPart.EXECUTE && part.part() != WayPart.NESTED)
                .mapToDouble(WaysReport.Part::share)
                .sum();
    }

    private static List<Bar> bars(List<Outcome> outcomes) {
        List<Bar> bars = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            for (WaysReport.Around around : outcome.report().around()) {
                double sum = around.parts().stream()
                        .mapToDouble(WaysReport.Part::meanNanos)
                        .sum();
                bars.add(new Bar(
                        outcome.cell().name() + ", p" + Math.round(around.at())
                                + ", the parts differ from the latency by",
                        100 * Math.abs(sum / around.meanNanos() - 1),
                        MOST_OFF_PERCENT,
                        "%",
                        true));
            }
            WaysReport.Around median = outcome.report().around().get(0);
            if (outcome.cell().place() != Place.TWO_HOSTS) {
                double perHop = betweenOperators(median)
                        * median.meanNanos()
                        / NANOS_PER_MICRO
                        / outcome.cell().shape().hops();
                bars.add(new Bar(
                        outcome.cell().name() + ", p50, between operators per hop",
                        perHop,
                        MOST_MICROS_PER_HOP,
                        "us",
                        true));
            }
        }
        return bars;
    }
}

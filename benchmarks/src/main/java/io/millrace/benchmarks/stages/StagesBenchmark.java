// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.study.Study;
import io.millrace.cli.traces.TracesReport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    private static final double NANOS_PER_MICRO = 1_000;

    /** The greatest difference between the sum of the parts and the latency. */
    private static final double MOST_OFF_PERCENT = 1;

    private static final double MOST_MICROS_PER_HOP = 20;

    private StagesBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(Plan.USAGE, arguments, StagesBenchmark::run);
    }

    /** Measures as its command does. */
    public static void run(List<String> options) throws IOException, InterruptedException {
        run(new Options(Plan.USAGE, options.toArray(String[]::new)));
    }

    static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Study study = plan.study();
        Figures figures = study.figures().under(plan.warmUpSeconds(), plan.seconds());
        if (!study.tableOnly()) {
            measure(plan, figures);
        }
        study.writePages(Map.of(StagesTables.TABLES, StagesTables.of(figures)));
    }

    private static void measure(Plan plan, Figures figures) throws IOException, InterruptedException {
        Files.createDirectories(plan.plots());
        plan.study().requireSameForm(figures.lines(), PART);
        System.out.println(Figures.header());
        List<Outcome> outcomes = new ArrayList<>();
        List<Cell> lacking = plan.cells().stream()
                .filter(cell -> figures.turns(PART, cell.name(), mode(AT.get(0))) == 0)
                .toList();
        for (Cell cell : lacking) {
            if (cell.place() != Place.TWO_HOSTS) {
                outcomes.add(new Outcome(cell, LocalStages.run(workload(cell, plan))));
                add(outcomes.get(outcomes.size() - 1), figures, plan);
            }
        }
        List<Cell> onHosts =
                lacking.stream().filter(cell -> cell.place() == Place.TWO_HOSTS).toList();
        if (!onHosts.isEmpty()) {
            // Hosts are not made for nothing
            NetlabHosts.withPair(1, hosts -> {
                for (Cell cell : onHosts) {
                    StageTraces traces = HostStages.run(hosts, workload(cell, plan), plan.rttMillis());
                    outcomes.add(new Outcome(cell, traces));
                    add(outcomes.get(outcomes.size() - 1), figures, plan);
                }
            });
        }
        if (!outcomes.isEmpty()) {
            StackedBars.write(plan.plots(), outcomes);
            Distributions.write(plan.plots(), outcomes);
            Study.printBars(bars(outcomes));
        }
        plan.study().end("; warm-up " + plan.warmUpSeconds() + " s, recorded " + plan.seconds() + " s");
    }

    private static Workload workload(Cell cell, Plan plan) {
        return cell.workload(plan.warmUpSeconds(), plan.seconds());
    }

    private static void add(Outcome outcome, Figures figures, Plan plan) throws IOException {
        String cell = outcome.cell().name();
        if (outcome.report().around().isEmpty()) {
            throw new IOException(cell + ": no trace has ended");
        }
        for (TracesReport.Around around : outcome.report().around()) {
            String mode = mode(around.at());
            StageShares shares = StageShares.of(around);
            Measured measured = new Measured()
                    .add(LATENCY, "us", around.meanNanos() / NANOS_PER_MICRO)
                    .add(USEFUL, "percent", 100 * around.usefulShare())
                    .add(BETWEEN, "percent", 100 * shares.between())
                    .add(HELD, "percent", 100 * shares.held())
                    .add(LATE, "percent", 100 * shares.late())
                    .add(PER_HOP, "us", microsPerHop(outcome, around));
            for (TracesReport.Part part : around.parts()) {
                String name = part.part().name().toLowerCase(Locale.ROOT) + " of " + part.place();
                measured.add(name, "us", part.meanNanos() / NANOS_PER_MICRO);
            }
            figures.add(PART, cell, mode, measured);
            figures.print(PART, cell, mode);
        }
        Files.write(plan.plots().resolve(outcome.cell().fileName() + ".csv"), outcome.distribution());
    }

    private static String mode(double percentile) {
        return "p" + Math.round(percentile);
    }

    private static double microsPerHop(Outcome outcome, TracesReport.Around around) {
        return StageShares.of(around).between()
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
                        cell + ", " + mode(around.at()) + ", the parts differ from the latency by",
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

package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.machine.Hiccups;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Measures batches in front of a sink that costs 200 us for a call and 0.1 us for a record, and the intake of small records. */
public final class MicrobatchBenchmark {

    private static final int HICCUP_SECONDS = 3;

    private MicrobatchBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(arguments, MicrobatchBenchmark::run);
    }

    static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Csv csv = Csv.open(plan.out(), Figures.COLUMNS, Figures.KEY_COLUMNS, plan.continued());
        Figures figures = new Figures(csv);
        if (plan.tableOnly()) {
            MicrobatchTables.write(Path.of(plan.docs()), figures);
            return;
        }
        int cores = Runtime.getRuntime().availableProcessors();
        if (!plan.quick()) {
            System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        }
        System.out.println(Figures.header());
        if (plan.parts().contains(Plan.RATES)) {
            RatesPart.run(plan, figures);
            MicrobatchPlots.writeRates(csv, plan.plots());
        }
        if (plan.parts().contains(Plan.CHANGES)) {
            MicrobatchPlots.writeChanges(ChangesPart.run(plan, figures), plan.plots());
        }
        if (plan.parts().contains(Plan.INTAKE)) {
            IntakePart.run(plan, figures);
        }
        String machine = Machine.describe().replace(',', ';');
        figures.add(
                MicrobatchTables.RUN, machine, MicrobatchTables.WARM_UP, MicrobatchTables.LENGTH, "s", plan.warmUp());
        figures.add(
                MicrobatchTables.RUN, machine, MicrobatchTables.RECORDED, MicrobatchTables.LENGTH, "s", plan.seconds());
        figures.add(
                MicrobatchTables.RUN, machine, MicrobatchTables.STEP, MicrobatchTables.LENGTH, "s", plan.stepSeconds());
        if (!plan.docs().isEmpty()) {
            MicrobatchTables.write(Path.of(plan.docs()), figures);
        }
        List<Bar> bars = Bounds.of(figures);
        System.out.println();
        bars.forEach(bar -> System.out.println(bar.text()));
        System.out.printf(
                "%n%d of %d bounds are met%n", bars.stream().filter(Bar::met).count(), bars.size());
        System.out.println(Machine.describe() + "; warm-up " + plan.warmUp() + " s, recorded " + plan.seconds()
                + " s\nwritten to " + plan.out() + ", plots to " + plan.plots());
    }
}

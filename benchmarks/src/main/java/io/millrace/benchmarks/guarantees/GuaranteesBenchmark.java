package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.machine.Hiccups;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Runs the parts that are asked for; prints each figure, and what of the bounds is met; writes CSV and plots. */
public final class GuaranteesBenchmark {

    /** What the machine adds by itself is shown before and after. */
    private static final int HICCUP_SECONDS = 3;

    private GuaranteesBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(arguments, GuaranteesBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Csv csv = Csv.open(plan.out(), Figures.COLUMNS, Figures.KEY_COLUMNS, plan.continued());
        Figures figures = new Figures(csv);
        int cores = Runtime.getRuntime().availableProcessors();
        System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        System.out.println(Figures.header());
        int failed = 0;
        for (String name : plan.parts()) {
            try {
                part(name).run(plan, figures);
            } catch (IOException | RuntimeException e) {
                // The other parts are measured all the same
                System.err.println("part " + name + " has failed: " + e);
                failed++;
            }
        }
        GuaranteesPlots.write(csv, plan.plots());
        System.out.println();
        List<Bar> bars = Bars.of(figures);
        bars.forEach(bar -> System.out.println(bar.text()));
        System.out.printf(
                "%n%d of %d bounds are met%n", bars.stream().filter(Bar::met).count(), bars.size());
        System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        System.out.println(Machine.describe() + "; this process "
                + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments())
                + ", workers as shipped; warm-up " + plan.warmUpSeconds() + " s, recorded " + plan.seconds()
                + " s; rate between hosts " + plan.rate() + "/s, "
                + String.format("%.2f", (double) plan.rate() / Plan.FULL_RATE) + " of the full one; settings '"
                + plan.settings() + "'\nwritten to " + plan.out() + " and " + plan.plots());
        if (failed > 0) {
            throw new IOException(failed + " of " + plan.parts().size() + " parts have failed");
        }
    }

    private static Part part(String name) {
        return switch (name) {
            case DepthPart.NAME -> new DepthPart();
            case PairsPart.NAME -> new PairsPart();
            case StatePart.NAME -> new StatePart();
            case KillPart.NAME -> new KillPart();
            case VisiblePart.NAME -> new VisiblePart();
            case RttPart.RTT -> new RttPart(false);
            case RttPart.PRESETS -> new RttPart(true);
            default -> new MacroPart(name);
        };
    }
}

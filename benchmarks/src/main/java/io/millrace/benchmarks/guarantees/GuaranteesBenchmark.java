// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Runs the parts that are asked for; prints each figure and what bounds are met; writes lines, plots and pages. */
public final class GuaranteesBenchmark {

    private static final int HICCUP_SECONDS = 3;

    private GuaranteesBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(Plan.USAGE, arguments, GuaranteesBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        String flags = "this process "
                + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments())
                + ", workers as shipped; rate between hosts " + plan.rate() + "/s, "
                + String.format("%.2f", (double) plan.rate() / Plan.FULL_RATE) + " of the full one; settings '"
                + plan.settings() + "'";
        Figures figures = plan.study()
                .figures()
                .under(plan.warmUpSeconds(), plan.seconds())
                .under("engine_flags", flags);
        if (!plan.study().tableOnly()) {
            measure(plan, figures);
        }
        plan.study().writeSections(GuaranteesSections.ALL, figures);
        plan.study().end("; warm-up " + plan.warmUpSeconds() + " s, recorded " + plan.seconds() + " s; " + flags);
    }

    private static void measure(Plan plan, Figures figures) throws IOException, InterruptedException {
        Study.printHiccups(HICCUP_SECONDS);
        System.out.println(Figures.header());
        for (String name : plan.parts()) {
            try {
                part(name).run(plan, figures);
            } catch (IOException | RuntimeException e) {
                // The other parts are measured all the same
                plan.study().failed("part " + name, e);
            }
        }
        GuaranteesPlots.write(figures, plan.plots());
        Study.printBars(GuaranteesBars.of(figures));
        Study.printHiccups(HICCUP_SECONDS);
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

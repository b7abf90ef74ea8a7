package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.machine.Hiccups;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Runs every job on every engine, which take turns in each repetition; prints each figure and where Millrace is ahead; writes CSV. */
public final class WindowsBenchmark {

    static final String PART = "windows";
    static final String EVENTS = "events";
    static final String EVENTS_PER_CORE = "events per core";
    static final String P99 = "p99 behind watermark";
    static final String CORES = "cores";
    static final String BYTES = "heap per open key";

    /** What the machine adds by itself is shown before and after. */
    private static final int HICCUP_SECONDS = 3;

    private WindowsBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(arguments, WindowsBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Csv csv = Csv.open(plan.out(), Figures.COLUMNS, Figures.KEY_COLUMNS, plan.continued());
        Figures figures = new Figures(csv);
        int cores = Runtime.getRuntime().availableProcessors();
        System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        System.out.println(Figures.header());
        int failed = 0;
        for (Job job : plan.jobs()) {
            failed += cell(plan, job, figures);
        }
        System.out.println();
        List<Bar> bars = Bounds.of(figures);
        bars.forEach(bar -> System.out.println(bar.text()));
        System.out.printf(
                "%n%d of %d bounds are met%n", bars.stream().filter(Bar::met).count(), bars.size());
        System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        System.out.println(Machine.describe() + "; warm-up "
                + plan.jobs().get(0).warmUpSeconds() + " s, recorded "
                + plan.jobs().get(0).seconds() + " s; heap " + WindowsRun.HEAP + "; options of the engines' processes: "
                + plan.engines().stream()
                        .map(engine -> engine.name() + " " + String.join(" ", engine.options()))
                        .collect(Collectors.joining("; "))
                + "\nwritten to " + plan.out());
        if (failed > 0) {
            throw new IOException(failed + " runs have failed");
        }
    }

    /** Returns how many runs have failed. */
    private static int cell(Plan plan, Job job, Figures figures) throws InterruptedException {
        Map<EngineCommand, List<WindowsRun>> runs = new LinkedHashMap<>();
        int failed = 0;
        for (int i = 0; i < plan.repetitions(); i++) {
            for (EngineCommand engine : plan.engines()) {
                try {
                    WindowsRun run = WindowsRun.of(engine, job);
                    runs.computeIfAbsent(engine, none -> new ArrayList<>()).add(run);
                    check(engine, job, run);
                } catch (IOException e) {
                    System.err.println(Plan.cell(job) + ": " + e.getMessage());
                    failed++;
                }
            }
        }
        runs.forEach((engine, all) -> add(figures, job, engine.name(), all));
        return failed;
    }

    /** Only who is behind may miss windows. */
    private static void check(EngineCommand engine, Job job, WindowsRun run) throws IOException {
        if (run.different() > 0) {
            String what = engine.name() + ": of the contents of " + run.windows() + " windows, " + run.different()
                    + " are wrong or were not there at the end";
            if (run.carries(job)) {
                throw new IOException(what);
            }
            System.err.println(Plan.cell(job) + ", " + what + "; it does not carry the rate");
        }
    }

    private static void add(Figures figures, Job job, String engine, List<WindowsRun> runs) {
        String cell = Plan.cell(job);
        figures.add(PART, cell, engine, EVENTS, "1/s", each(runs, WindowsRun::eventsPerSecond));
        figures.add(PART, cell, engine, "results", "1/s", each(runs, WindowsRun::resultsPerSecond));
        figures.add(PART, cell, engine, CORES, "number", each(runs, WindowsRun::cores));
        runs.forEach(run -> System.out.println("    " + run.coreUse()));
        if (job.unlimited()) {
            // Others on the machine take cores, not what a core does with an event
            figures.add(
                    PART, cell, engine, EVENTS_PER_CORE, "1/s", each(runs, run -> run.eventsPerSecond() / run.cores()));
        } else if (runs.stream().allMatch(run -> run.carries(job))) {
            figures.add(PART, cell, engine, "p50 behind watermark", "ms", each(runs, run -> run.millis(50)));
            figures.add(PART, cell, engine, P99, "ms", each(runs, run -> run.millis(99)));
            figures.add(PART, cell, engine, "latest", "ms", each(runs, run -> run.millis(100)));
        }
        if (runs.stream().allMatch(run -> run.hasHeap(job))) {
            figures.add(PART, cell, engine, "open keys", "number", each(runs, WindowsRun::openKeys));
            figures.add(PART, cell, engine, BYTES, "bytes", each(runs, WindowsRun::bytesPerKey));
        }
    }

    private static List<Double> each(List<WindowsRun> runs, ToDoubleFunction<WindowsRun> of) {
        return runs.stream().map(of::applyAsDouble).toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs every job on every engine, which take turns in each repetition; prints each figure and where Millrace is ahead;
 * writes CSV.
 */
public final class WindowsBenchmark {

    static final String PART = "windows";
    static final String EVENTS = "events";
    static final String EVENTS_PER_CORE = "events per core";
    static final String P99 = "p99 behind watermark";
    static final String CORES = "cores";
    static final String BYTES = "heap per open key";

    private static final String USAGE =
            "[--quick] [--engines=millrace,millrace-spin,flink,jet] [--cells=part of a name]"
                    + " [--rate=events per second] [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--settings=key=value;...]"
                    + " [--out=file.csv] [--continue]";

    private static final int HICCUP_SECONDS = 3;
    private static final List<String> ENGINES = List.of(EngineCommand.MILLRACE, "millrace-spin", "flink", "jet");
    private static final int[] KEYS = {1, 1_000, 100_000, 1_000_000};
    private static final int[] QUICK_KEYS = {1_000, 100_000};

    /** Twice as fast as event time. */
    private static final long RATE = 20_000;

    private static final long SNAPSHOT_MILLIS = 1_000;

    private final Study study;
    private final Figures figures;

    private WindowsBenchmark(Study study, Figures figures) {
        this.study = study;
        this.figures = figures;
    }

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, WindowsBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/windows.csv");
        List<EngineCommand> engines =
                EngineCommand.take(options, "millrace,flink,jet", ENGINES, Settings.take(options));
        long rate = options.take("rate", RATE, 1, Integer.MAX_VALUE);
        int warmUp = study.take("warm-up", 4, 15, 1);
        int seconds = study.take("seconds", 5, 15, 1);
        List<Job> jobs = study.cells(jobs(study.quick(), rate, warmUp, seconds), WindowsBenchmark::cell);
        int repetitions = study.repetitions(3);
        WindowsBenchmark benchmark = new WindowsBenchmark(study, study.figures());
        Study.printHiccups(HICCUP_SECONDS);
        System.out.println(Figures.header());
        for (Job job : jobs) {
            study.turns(cell(job), repetitions, engines, engine -> WindowsRun.of(engine, job))
                    .forEach((engine, runs) -> benchmark.add(job, engine.name(), runs));
        }
        Study.printBars(Bounds.of(benchmark.figures));
        Study.printHiccups(HICCUP_SECONDS);
        study.end("; warm-up " + warmUp + " s, recorded " + seconds + " s; heap " + WindowsRun.HEAP
                + "; options of the engines' processes: " + EngineCommand.describe(engines));
    }

    private static List<Job> jobs(boolean quick, long rate, int warmUp, int seconds) {
        List<Job> jobs = new ArrayList<>();
        Promise promise = Promise.atMostOnce();
        Promise exactlyOnce = Promise.exactlyOnce(SNAPSHOT_MILLIS);
        for (WindowShape shape : WindowShape.values()) {
            for (int keys : quick ? QUICK_KEYS : KEYS) {
                jobs.add(new Job(shape, keys, 0, promise, warmUp, seconds));
                // To fill sliding windows of many keys takes longer than the rest
                if (!quick || keys == QUICK_KEYS[shape == WindowShape.SLIDING ? 0 : 1]) {
                    jobs.add(new Job(shape, keys, rate, promise, warmUp, seconds));
                }
                if (!quick) {
                    jobs.add(new Job(shape, keys, 0, exactlyOnce, warmUp, seconds));
                    jobs.add(new Job(shape, keys, rate, exactlyOnce, warmUp, seconds));
                }
            }
        }
        return jobs;
    }

    /** The name of a job's cell, with its guarantee if that is not the usual one. */
    private static String cell(Job job) {
        return job.name() + (job.promise().exactlyOnce() ? " exactly-once" : "");
    }

    private void add(Job job, String engine, List<WindowsRun> runs) {
        runs.forEach(run -> check(engine, job, run));
        List<Figures.Of<WindowsRun>> all = new ArrayList<>(List.of(
                new Figures.Of<>(EVENTS, "1/s", WindowsRun::eventsPerSecond),
                new Figures.Of<>("results", "1/s", WindowsRun::resultsPerSecond),
                new Figures.Of<>(CORES, "number", WindowsRun::cores)));
        if (job.unlimited()) {
            // Others on the machine take cores, not what a core does with an event
            all.add(new Figures.Of<>(EVENTS_PER_CORE, "1/s", run -> run.eventsPerSecond() / run.cores()));
        } else if (runs.stream().allMatch(run -> run.carries(job))) {
            all.add(new Figures.Of<>("p50 behind watermark", "ms", run -> run.millis(50)));
            all.add(new Figures.Of<>(P99, "ms", run -> run.millis(99)));
            all.add(new Figures.Of<>("latest", "ms", run -> run.millis(100)));
        }
        if (runs.stream().allMatch(run -> run.hasHeap(job))) {
            all.add(new Figures.Of<>("open keys", "number", WindowsRun::openKeys));
            all.add(new Figures.Of<>(BYTES, "bytes", WindowsRun::bytesPerKey));
        }
        figures.addEach(PART, cell(job), engine, runs, all);
        runs.forEach(run -> System.out.println("    " + run.coreUse()));
    }

    /** Only who is behind may miss windows. */
    private void check(String engine, Job job, WindowsRun run) {
        if (run.different() > 0) {
            String what = engine + ": of the contents of " + run.windows() + " windows, " + run.different()
                    + " are wrong or were not there at the end";
            if (run.carries(job)) {
                study.failed(cell(job), new IOException(what));
            } else {
                System.err.println(cell(job) + ", " + what + "; it does not carry the rate");
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Histograms;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs every job on every engine, which take turns in each repetition; prints each figure and where Millrace is ahead;
 * writes lines and the tables of a page.
 */
public final class WindowsBenchmark {

    static final String PART = "windows";
    static final String EVENTS = "events";
    static final String EVENTS_PER_CORE = "events per core";
    static final String CARRIED = "carried";
    static final String P99 = "p99 behind watermark";
    static final String CORES = "cores";
    static final String BYTES = "heap per open key";

    private static final String USAGE =
            "[--quick] [--engines=millrace,millrace-spin,flink,jet] [--cells=part of a name]"
                    + " [--rate=events per second] [--warm-up=seconds] [--seconds=n] [--repetitions=n]"
                    + " [--settings=key=value;...] [--out=file.jsonl] [--continue] [--docs=page.md [--table]]";

    /** What a page shows. */
    public static final List<TableSection> SECTIONS = List.of(
            new TableSection(
                    "windows without a rate",
                    "Events, and how many of them for each core that the engine's processes had.",
                    "benchmarks/run windows --cells=unlimited",
                    List.of(CrossTable.of(PART, EVENTS_PER_CORE, EVENTS)),
                    figures -> Bounds.of(figures, true)),
            new TableSection(
                    "windows with a rate",
                    "Events that were taken of those offered, results behind the watermark, cores, and heap.",
                    "benchmarks/run windows",
                    List.of(CrossTable.of(PART, CARRIED, P99, CORES, BYTES)),
                    figures -> Bounds.of(figures, false)));

    private static final int HICCUP_SECONDS = 3;
    private static final List<String> ENGINES = List.of(EngineCommand.MILLRACE, "millrace-spin", "flink", "jet");
    private static final int[] KEYS = {1, 1_000, 100_000, 1_000_000};
    private static final int[] QUICK_KEYS = {1_000, 100_000};

    /** Twice as fast as event time. */
    private static final long RATE = 20_000;

    private static final long SNAPSHOT_MILLIS = 1_000;

    private WindowsBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, WindowsBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/windows.jsonl");
        List<EngineCommand> engines =
                EngineCommand.take(options, "millrace,flink,jet", ENGINES, Settings.take(options));
        long rate = options.take("rate", RATE, 1, Integer.MAX_VALUE);
        int warmUp = study.take("warm-up", 4, 15, 1);
        int seconds = study.take("seconds", 5, 15, 1);
        List<Job> jobs = study.cells(jobs(study.quick(), rate, warmUp, seconds), WindowsBenchmark::cell);
        int turns = study.repetitions(3);
        String flags =
                "heap " + WindowsRun.HEAP + "; options of the engines' processes: " + EngineCommand.describe(engines);
        Figures figures = study.figures().under(warmUp, seconds).under("engine_flags", flags);
        if (!study.tableOnly()) {
            Study.printHiccups(HICCUP_SECONDS);
            System.out.println(Figures.header());
            for (Job job : jobs) {
                study.measureAndPrint(
                        figures,
                        PART,
                        cell(job),
                        turns,
                        engines,
                        engine -> measured(job, engine.name(), WindowsRun.of(engine, job)));
            }
            Study.printBars(Bounds.of(figures));
            Study.printHiccups(HICCUP_SECONDS);
        }
        study.writeSections(SECTIONS, figures);
        study.end("; warm-up " + warmUp + " s, recorded " + seconds + " s; " + flags);
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

    private static Measured measured(Job job, String engine, WindowsRun run) throws IOException {
        check(engine, job, run);
        System.out.println("    " + engine + ": " + run.coreUse());
        Measured all = new Measured()
                .add(EVENTS, "1/s", run.eventsPerSecond())
                .add("results", "1/s", run.resultsPerSecond())
                .add(CORES, Figures.NUMBER, run.cores())
                .with("core_use", run.coreUse());
        if (job.unlimited()) {
            // Others on the machine take cores, not what a core does with an event
            all.add(EVENTS_PER_CORE, "1/s", run.eventsPerSecond() / run.cores());
        } else {
            all.add(CARRIED, "%", 100 * run.eventsPerSecond() / job.rate());
        }
        if (!job.unlimited() && run.carries(job)) {
            all.add("p50 behind watermark", "ms", run.millis(50));
            all.add(P99, "ms", run.millis(99));
            all.add("latest", "ms", run.millis(100));
            all.with("histogram", Histograms.encodeCompressed(run.latencies()));
        }
        if (run.hasHeap(job)) {
            all.add("open keys", Figures.NUMBER, run.openKeys());
            all.add(BYTES, "bytes", run.bytesPerKey());
        }
        return all;
    }

    /** @throws IOException if windows are wrong or missing, which only who is behind may have */
    private static void check(String engine, Job job, WindowsRun run) throws IOException {
        if (run.different() > 0) {
            String what = engine + ": of the contents of " + run.windows() + " windows, " + run.different()
                    + " are wrong or were not there at the end";
            if (run.carries(job)) {
                throw new IOException(what);
            }
            System.err.println(cell(job) + ", " + what + "; it does not carry the rate");
        }
    }
}

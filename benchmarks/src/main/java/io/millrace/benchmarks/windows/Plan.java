package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is asked for. */
record Plan(
        List<EngineCommand> engines, List<Job> jobs, int repetitions, String settings, Path out, boolean continued) {

    static final String USAGE = "[--quick] [--engines=millrace,millrace-spin,flink,jet] [--cells=part of a name]"
            + " [--rate=events per second] [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--settings=key=value;...]"
            + " [--out=file.csv] [--continue]";

    private static final List<String> ENGINES = List.of(EngineCommand.MILLRACE, "millrace-spin", "flink", "jet");
    private static final int[] KEYS = {1, 1_000, 100_000, 1_000_000};
    private static final int[] QUICK_KEYS = {1_000, 100_000};

    /** Twice as fast as event time. */
    private static final long RATE = 20_000;

    private static final long SNAPSHOT_MILLIS = 1_000;

    static Plan of(Options options) throws IOException {
        boolean quick = options.takeFlag("quick");
        String settings = options.take("settings", "");
        Settings.read(settings);
        List<EngineCommand> engines = new ArrayList<>();
        for (String name : options.takeNames("engines", "millrace,flink,jet", ENGINES)) {
            engines.add(EngineCommand.of(name, settings));
        }
        String part = options.take("cells", "");
        List<Job> jobs = jobs(
                quick,
                options.take("rate", RATE, 1, Integer.MAX_VALUE),
                options.take("warm-up", quick ? 4 : 15, 1),
                options.take("seconds", quick ? 5 : 15, 1));
        List<Job> chosen = jobs.stream().filter(job -> cell(job).contains(part)).toList();
        Plan plan = new Plan(
                engines,
                Options.chosen(chosen, "cells", part),
                options.take("repetitions", quick ? 1 : 3, 1),
                settings,
                options.takePath("out", "benchmarks/target/windows.csv"),
                options.takeFlag("continue"));
        options.requireNoOther(USAGE);
        return plan;
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
    static String cell(Job job) {
        return job.name() + (job.promise().exactlyOnce() ? " exactly-once" : "");
    }
}

package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is asked for.
 *
 * @param jobs with Millrace, without a place; each also runs bare
 * @param sourceBytes that a source finds
 */
record Plan(List<Job> jobs, int repetitions, long sourceBytes, Path out, boolean continued) {

    static final String USAGE = "[--quick] [--parts=files,kafka,jdbc] [--cells=part of a name] [--sizes=bytes,bytes]"
            + " [--interval=milliseconds] [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--settings=key=value;...]"
            + " [--out=file.csv] [--continue]";

    private static final List<String> PARTS =
            Arrays.stream(Connector.values()).map(Connector::part).distinct().toList();

    /** So that a pass takes a second or more on a fast source. */
    private static final long SOURCE_BYTES = 1_000_000_000;

    private static final long QUICK_SOURCE_BYTES = 200_000_000;

    static Plan of(Options options) {
        boolean quick = options.takeFlag("quick");
        long sourceBytes = quick ? QUICK_SOURCE_BYTES : SOURCE_BYTES;
        List<String> parts = options.takeNames("parts", String.join(",", PARTS), PARTS);
        String part = options.take("cells", "");
        List<Double> sizes = options.takeNumbers("sizes", "100,1000", 1);
        int interval = options.take("interval", 250, 10);
        int warmUp = options.take("warm-up", quick ? 3 : 5, 1) * 1_000;
        int millis = options.take("seconds", quick ? 3 : 10, 1) * 1_000;
        String settings = options.take("settings", "");
        Settings.read(settings);
        List<Job> jobs = new ArrayList<>();
        for (Connector connector : Connector.values()) {
            for (double size : sizes) {
                Job job = new Job(
                        connector, false, (int) size, sourceBytes / (int) size, interval, warmUp, millis, "", settings);
                if (parts.contains(connector.part()) && job.cell().contains(part)) {
                    jobs.add(job);
                }
            }
        }
        Plan plan = new Plan(
                Options.chosen(jobs, "cells", part),
                options.take("repetitions", quick ? 1 : 5, 1),
                sourceBytes,
                options.takePath("out", "benchmarks/connectors/target/connectors.csv"),
                options.takeFlag("continue"));
        options.requireNoOther(USAGE);
        return plan;
    }
}

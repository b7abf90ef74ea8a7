// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.EngineRun;
import io.millrace.benchmarks.macro.Histograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * One run of a job on an engine.
 *
 * @param eventsPerSecond that sources have emitted
 * @param resultsPerSecond that sinks took
 * @param latencies of results behind the watermark, in nanoseconds; empty without a rate
 * @param cores that all processes together kept busy
 * @param coreUse who had them, in a line
 * @param openKeys the keys of which a window was open at the end
 * @param heapBytes what windows took then; without a rate it is not measured
 * @param windows whose contents were checked
 * @param different of these windows, those that had not the right number of events, or sum, or were not there yet
 */
record WindowsRun(
        double eventsPerSecond,
        double resultsPerSecond,
        Histogram latencies,
        double cores,
        String coreUse,
        int openKeys,
        long heapBytes,
        int windows,
        int different) {

    /** The heap of each engine's process that has the windows. */
    static final String HEAP = "4g";

    private static final int SPARE_SECONDS = 120;

    /** Fewer take less than what else changes in a heap. */
    private static final int LEAST_OPEN_KEYS = 5_000;

    /** An engine carries a rate if it takes as much of it. */
    private static final double CARRIED = 0.99;

    /** Runs it in a new process. */
    static WindowsRun of(EngineCommand engine, Job job) throws IOException, InterruptedException {
        try (Scratch scratch = new Scratch()) {
            Path directory = scratch.directory();
            EngineRun.run(
                    engine,
                    List.of("-Xmx" + HEAP),
                    WindowsMain.class,
                    List.of(job.encode(), directory.toString()),
                    directory,
                    job.warmUpSeconds() + job.seconds() + SPARE_SECONDS);
            return read(job, directory);
        }
    }

    private static WindowsRun read(Job job, Path directory) throws IOException {
        double events = 0;
        double results = 0;
        long watermark = Long.MAX_VALUE;
        EventSequence sequence = new EventSequence(job.shape(), job.keys());
        Histogram latencies = ResultSink.newHistogram();
        WindowTotals totals = new WindowTotals(job.shape());
        long emitted = 0;
        for (int task = 0; task < Job.TASKS; task++) {
            String[] source = words(directory, "source-" + task);
            events += Long.parseLong(source[0]) * 1e9 / Long.parseLong(source[1]);
            emitted = Math.max(emitted, Long.parseLong(source[2]) * Job.TASKS);
            watermark = Math.min(watermark, watermark(sequence, Long.parseLong(source[2]), task));
            String[] sink = words(directory, "sink-" + task);
            results += Long.parseLong(sink[0]) * 1e9 / Long.parseLong(sink[1]);
            latencies.add(Histograms.decode(sink[2]));
            totals.addAll(WindowTotals.decode(job.shape(), sink[3]));
        }
        WindowTotals expected = WindowTotals.expected(sequence, job.shape(), watermark);
        List<String> cpu = Files.readAllLines(directory.resolve(WindowsMain.CPU));
        return new WindowsRun(
                events,
                results,
                latencies,
                Double.parseDouble(cpu.get(0)),
                cpu.get(1),
                job.unlimited() ? 0 : openKeys(sequence, job.shape(), watermark, emitted),
                Long.parseLong(Files.readString(directory.resolve(WindowsMain.HEAP))),
                expected.size(),
                totals.differences(expected));
    }

    private static String[] words(Path directory, String who) throws IOException {
        return Files.readString(directory.resolve(RecordingThread.REPORT + who)).split(" ");
    }

    /** What a source with so many events has let pass. */
    private static long watermark(EventSequence sequence, long emitted, int source) {
        long latest = Long.MIN_VALUE;
        long first = Math.max(0, emitted - (long) EventSequence.LATENESS_MILLIS * EventSequence.PER_MILLI);
        for (long i = first; i < emitted; i++) {
            latest = Math.max(latest, sequence.millis(i * Job.TASKS + source));
        }
        return latest - EventSequence.LATENESS_MILLIS - 1;
    }

    private static int openKeys(EventSequence sequence, WindowShape shape, long watermark, long emitted) {
        long open = shape == WindowShape.SESSION
                ? watermark + 1 - shape.sizeMillis()
                : Math.floorDiv(watermark + 1, shape.slideMillis()) * shape.slideMillis()
                        - shape.sizeMillis()
                        + shape.slideMillis();
        Set<Long> keys = new HashSet<>();
        for (long index = sequence.firstInOrder(open); index < emitted; index++) {
            if (sequence.millis(index) >= open) {
                keys.add(sequence.key(index));
            }
        }
        return keys.size();
    }

    boolean carries(Job job) {
        return job.unlimited() || eventsPerSecond >= CARRIED * job.rate() && latencies.getTotalCount() > 0;
    }

    double millis(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e6;
    }

    boolean hasHeap(Job job) {
        return carries(job) && openKeys >= LEAST_OPEN_KEYS;
    }

    double bytesPerKey() {
        return (double) heapBytes / openKeys;
    }
}

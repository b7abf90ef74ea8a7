// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.macro.CpuRecord;
import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The process of one measurement: starts an engine, lets it fill its windows, gives the start signal, waits for the
 * reports, stops.
 */
public final class WindowsMain {

    static final String CPU = "cpu";
    static final String HEAP = "heap";

    private static final long START_SECONDS = 90;
    private static final long LEAD_MILLIS = 300;
    private static final long REPORT_SECONDS = 60;

    /** Sources end 0.1 s behind the recording; what is under way then comes through meanwhile. */
    private static final long DRAIN_MILLIS = 1_500;

    private WindowsMain() {}

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        WindowEngine engine = EngineProcess.find(
                WindowEngine.class, arguments[0], known -> known.name().equals(arguments[0]));
        Path directory = Path.of(arguments[2]);
        Job job = Job.decode(arguments[1]);
        AutoCloseable running = engine.start(job, directory);
        try {
            run(job, directory);
        } finally {
            running.close();
        }
        // Some engines leave threads behind
        System.exit(0);
    }

    private static void run(Job job, Path directory) throws IOException, InterruptedException {
        Signals.await("sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= 2 * Job.TASKS);
        long heapBefore = job.unlimited() ? 0 : LiveHeap.bytes();
        if (!job.unlimited()) {
            Signals.write(directory.resolve(EventSource.FILL), "");
            Signals.await("windows to be full", START_SECONDS, () -> count(directory, EventSource.FULL) == Job.TASKS);
        }
        long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LEAD_MILLIS);
        Signals.start(directory, start);
        long from = start + TimeUnit.SECONDS.toNanos(job.warmUpSeconds());
        Signals.sleepUntil(from);
        CpuRecord before = CpuRecord.now();
        Signals.sleepUntil(from + TimeUnit.SECONDS.toNanos(job.seconds()));
        CpuRecord after = CpuRecord.now();
        Signals.write(directory.resolve(CPU), after.coresSince(before) + "\n" + after.useSince(before));
        TimeUnit.MILLISECONDS.sleep(DRAIN_MILLIS);
        Signals.write(directory.resolve(HEAP), Long.toString(job.unlimited() ? 0 : LiveHeap.bytes() - heapBefore));
        Signals.write(directory.resolve(RecordingThread.OVER), "");
        Signals.await(
                "the reports of sources and sinks",
                REPORT_SECONDS,
                () -> count(directory, RecordingThread.REPORT) == 2 * Job.TASKS);
    }

    private static long count(Path directory, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .count();
        }
    }
}

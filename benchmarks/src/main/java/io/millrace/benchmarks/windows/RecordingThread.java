// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Begins and ends what a source or a sink records, and writes it when the job is over, on a thread of its own: a sink
 * of a job with one key may get nothing for seconds.
 */
final class RecordingThread {

    static final String REPORT = "report-";

    /** The signal that the job is over. */
    static final String OVER = "over";

    private static final long WAIT_SECONDS = 600;

    /** What is recorded. The thread of a recording calls it. */
    interface Part {

        void begin();

        void end();

        String text();
    }

    /** What a counter has gone on by while that was recorded, and in how long. */
    static class Counted implements Part {

        private final AtomicLong counter;
        private long before;
        private long beganNanos;
        private long recorded;
        private long nanos;

        Counted(AtomicLong counter) {
            this.counter = counter;
        }

        @Override
        public void begin() {
            before = counter.getAcquire();
            beganNanos = System.nanoTime();
        }

        @Override
        public void end() {
            recorded = counter.getAcquire() - before;
            nanos = System.nanoTime() - beganNanos;
        }

        @Override
        public String text() {
            return recorded + " " + nanos;
        }
    }

    private RecordingThread() {}

    static void start(Path directory, Job job, String name, Part part) {
        Thread thread = new Thread(() -> run(directory, job, name, part), "recording-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(Path directory, Job job, String name, Part part) {
        try {
            Signals.await("the start", WAIT_SECONDS, () -> Signals.startOf(directory) != Long.MAX_VALUE);
            long from = Signals.startOf(directory) + TimeUnit.SECONDS.toNanos(job.warmUpSeconds());
            Signals.sleepUntil(from);
            part.begin();
            Signals.sleepUntil(from + TimeUnit.SECONDS.toNanos(job.seconds()));
            part.end();
            Signals.await("the end", WAIT_SECONDS, () -> Files.exists(directory.resolve(OVER)));
            Signals.write(directory.resolve(REPORT + name), part.text());
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot record", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

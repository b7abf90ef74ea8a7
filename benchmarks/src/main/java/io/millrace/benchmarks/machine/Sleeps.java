// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How late a machine ends the sleeps of a thread, and what of a processor each takes, which is what a program pays that
 * does not spin. With the least timer slack ({@code /proc/PID/timerslack_ns}), as executors have.
 */
final class Sleeps {

    private static final long[] LENGTHS_NANOS = {15_000, 50_000, 200_000, 1_000_000};

    /** A thread that has just slept does something for a while. */
    private static final long AWAKE_NANOS = 5_000;

    private final long lengthNanos;

    /** Nanoseconds, ascending. */
    private final long[] late;

    private final long processorNanos;

    /**
     * @param late by how much each sleep ended late, in any order; at least one
     * @param processorNanos that falling asleep and waking took, all of them together
     */
    Sleeps(long lengthNanos, long[] late, long processorNanos) {
        this.lengthNanos = lengthNanos;
        this.processorNanos = processorNanos;
        this.late = late.clone();
        Arrays.sort(this.late);
    }

    /** Prints one line per length, each of which is slept for so long. */
    static void print(int seconds) {
        sharpen();
        for (long length : LENGTHS_NANOS) {
            System.out.println(of(length, TimeUnit.SECONDS.toNanos(seconds)).describe());
        }
    }

    private static void sharpen() {
        try {
            String thread = Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString();
            Files.writeString(Path.of("/proc", thread, "timerslack_ns"), "1");
        } catch (IOException e) {
            throw new UncheckedIOException("the timer slack cannot be set: sleeps are measured on Linux", e);
        }
    }

    private static Sleeps of(long lengthNanos, long nanos) {
        long[] late = new long[(int) Math.max(1, nanos / (lengthNanos + AWAKE_NANOS))];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long processor = threads.getCurrentThreadCpuTime();
        long awake = 0;
        for (int i = 0; i < late.length; i++) {
            long begin = System.nanoTime();
            LockSupport.parkNanos(lengthNanos);
            long woken = System.nanoTime();
            late[i] = woken - begin - lengthNanos;
            while (System.nanoTime() - woken < AWAKE_NANOS) {
                Thread.onSpinWait();
            }
            awake += System.nanoTime() - woken;
        }
        return new Sleeps(lengthNanos, late, threads.getCurrentThreadCpuTime() - processor - awake);
    }

    /** Describes them in one line. */
    String describe() {
        return String.format(
                Locale.ROOT,
                "sleeps of %.0f µs end late by: p50 %.1f µs, p90 %.1f µs, p99 %.1f µs, p99.9 %.1f µs; each takes %.1f µs"
                        + " of a processor",
                lengthNanos / 1e3,
                micros(50),
                micros(90),
                micros(99),
                micros(99.9),
                processorNanos / 1e3 / late.length);
    }

    /** So many percent of the sleeps end late by this or less. */
    double micros(double percentile) {
        // The tenths of a percent are exact where their share is not
        long rank = (Math.round(percentile * 10) * late.length + 999) / 1000;
        return late[(int) Math.max(1, rank) - 1] / 1e3;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;

/**
 * Spends the processor time that a message costs, by the thread's own clock: a thread that others keep from the
 * processor does not end sooner. That clock is read rarely, after as much computing as takes a hundred times as long.
 * Used by one thread.
 */
final class Cost {

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final int READS = 1_000;
    private static final int WORK_PER_READ = 100;
    private static final int TRIAL = 100_000;

    /** How long the clock is left alone, at most. */
    private long most;

    /** Rounds of computing in a nanosecond. */
    private double rounds;

    private long state = 1;

    /** Spends so much processor time of this thread. */
    void burn(long nanos) {
        if (nanos <= 0) {
            return;
        }
        if (most == 0) {
            calibrate();
        }
        long begin = CLOCK.getCurrentThreadCpuTime();
        long now = begin;
        for (long left = nanos; left > 0; left = nanos - (now - begin)) {
            long part = Math.min(left, most);
            compute((long) (part * rounds) + 1);
            long after = CLOCK.getCurrentThreadCpuTime();
            // The processor's speed changes
            rounds *= Math.min(1.25, Math.max(0.8, (double) part / Math.max(1, after - now)));
            now = after;
        }
    }

    private void calibrate() {
        long begin = CLOCK.getCurrentThreadCpuTime();
        for (int i = 0; i < READS; i++) {
            CLOCK.getCurrentThreadCpuTime();
        }
        long read = (CLOCK.getCurrentThreadCpuTime() - begin) / READS;
        most = WORK_PER_READ * Math.max(read, 100);
        compute(TRIAL);
        long before = CLOCK.getCurrentThreadCpuTime();
        compute(TRIAL);
        rounds = TRIAL / (double) Math.max(1, CLOCK.getCurrentThreadCpuTime() - before);
    }

    private void compute(long count) {
        long x = state;
        for (long i = 0; i < count; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        state = x;
    }

    /** Lets so much time go by. */
    void waitFor(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.ResultLine;
import java.util.concurrent.TimeUnit;

/**
 * How a flood comes in: its rate while nothing disturbs it, and how long after a stall of the receiver until it comes
 * at that rate again.
 *
 * @param warmUpSeconds until the rate is looked at
 * @param steadySeconds of which the rate is the mean
 * @param stallSeconds for which the receiver consumes nothing
 * @param recoverySeconds for which is looked at it afterwards
 */
record Stall(double warmUpSeconds, double steadySeconds, double stallSeconds, double recoverySeconds) {

    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A rate is taken over so many samples. */
    private static final int WINDOW = 25;

    /** The share of the steady rate that counts as recovered. */
    private static final double RECOVERED = 0.8;

    ResultLine run(Medium.Inlet inlet, Recorder recorder) throws InterruptedException {
        recorder.awaitBegun();
        ResultLine figures = new ResultLine();
        sleep(warmUpSeconds);
        double rate = steadyRate(recorder);
        figures.put("bytesPerSecond", rate);
        if (stallSeconds > 0) {
            inlet.stall(true);
            sleep(stallSeconds);
            inlet.stall(false);
            figures.put("recoverySeconds", recovery(recorder, rate));
        }
        return figures;
    }

    private double steadyRate(Recorder recorder) throws InterruptedException {
        long began = System.nanoTime();
        long before = recorder.consumedBytes();
        sleep(steadySeconds);
        return (recorder.consumedBytes() - before) * 1e9 / (System.nanoTime() - began);
    }

    /** What is held back when the stall ends is consumed at once and is in no sample. */
    private double recovery(Recorder recorder, double rate) throws InterruptedException {
        int count = (int) (recoverySeconds * TimeUnit.SECONDS.toNanos(1) / SAMPLE_NANOS);
        long[] consumed = new long[count];
        long[] at = new long[count];
        long began = System.nanoTime();
        for (int i = 0; i < count; i++) {
            TimeUnit.NANOSECONDS.sleep(Math.max(0, began + i * SAMPLE_NANOS - System.nanoTime()));
            consumed[i] = recorder.consumedBytes();
            at[i] = System.nanoTime() - began;
        }
        return recovery(consumed, at, rate);
    }

    /**
     * The end, in seconds, of the last window in which much less came than the rate would have brought; 0 if there is
     * none.
     *
     * @param consumed bytes so far, of each sample
     * @param at nanoseconds
     * @param rate bytes per second
     */
    static double recovery(long[] consumed, long[] at, double rate) {
        double recovered = 0;
        for (int i = WINDOW; i < consumed.length; i++) {
            double now = (consumed[i] - consumed[i - WINDOW]) * 1e9 / (at[i] - at[i - WINDOW]);
            if (now < RECOVERED * rate) {
                recovered = at[i] / 1e9;
            }
        }
        return recovered;
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (seconds * TimeUnit.SECONDS.toNanos(1)));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.ResultLine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Checks, counts and times what the receiver gets; on the thread that receives, but for what says otherwise. */
final class Recorder implements Medium.Handler {

    private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Histogram latencies = new Histogram(1, MAX_NANOS, 3);
    private final int length;
    private volatile long consumedBytes;
    private long last = -1;
    private long messages;
    private long beganNanos;
    private long elapsedNanos;

    Recorder(int length) {
        this.length = length;
    }

    @Override
    public void onMessage(long stamp, long number, int bytes) {
        if (number != last + 1 || bytes != length) {
            throw new IllegalStateException("message " + number + " of " + bytes + " bytes came after " + last
                    + ", it must be " + (last + 1) + " of " + length);
        }
        last = number;
        if (number == 0) {
            begun.countDown();
        }
        // This thread alone writes it
        consumedBytes = consumedBytes + bytes;
        if (stamp >= 0) {
            long now = System.nanoTime();
            if (messages++ == 0) {
                beganNanos = now;
            }
            elapsedNanos = now - beganNanos;
            latencies.recordValue(Math.max(1, Math.min(MAX_NANOS, now - stamp)));
        } else if (stamp == Message.END) {
            done.countDown();
        }
    }

    /** Any thread: whole messages, warm-up included. */
    long consumedBytes() {
        return consumedBytes;
    }

    void awaitBegun() throws InterruptedException {
        begun.await();
    }

    boolean awaitDone(long nanos) throws InterruptedException {
        return done.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** The figures, which are complete after the end. */
    ResultLine figures() {
        ResultLine figures = new ResultLine();
        figures.put("perSecond", messages * 1e9 / Math.max(1, elapsedNanos));
        figures.putMicros(latencies);
        return figures;
    }
}

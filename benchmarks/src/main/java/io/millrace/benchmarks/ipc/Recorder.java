// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.millrace.benchmarks.machine.ResultLine;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/**
 * Checks and counts what the consumer receives. Used by the thread that receives; {@link #awaitDone} and {@link #result}
 * by any.
 */
public final class Recorder implements Medium.Sink {
    private static final long MAX_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Histogram latency = new Histogram(MAX_NANOS, DIGITS);
    private final boolean timed;
    private final int length;
    private final long expectedSum;
    private final long[] last;

    private int producersLeft;
    private long messages;
    private long beganNanos;
    private long beganAllocated;
    private long beganCpu;
    private long elapsedNanos;
    private long allocated;
    private long cpu;

    /** @param timed whether stamps are intended times of sending; else nothing but the throughput is measured */
    Recorder(boolean timed, int length, int producers) {
        this.timed = timed;
        this.length = length;
        this.expectedSum = Message.expectedSum(length);
        this.last = new long[producers];
        this.producersLeft = producers;
        Arrays.fill(last, -1);
    }

    @Override
    public void onMessage(long stamp, long number, long sum, int messageLength) {
        int producer = Message.producer(number);
        if (sum != expectedSum || messageLength != length || number <= last[producer]) {
            throw new IllegalStateException("message " + Long.toHexString(number) + " of " + messageLength
                    + " bytes has sum " + sum + " instead of " + expectedSum + ", the one before was "
                    + Long.toHexString(last[producer]));
        }
        last[producer] = number;
        if (stamp == Message.WARM_UP) {
            return;
        }
        if (stamp == Message.END) {
            if (--producersLeft == 0) {
                end();
            }
            return;
        }
        if (messages++ == 0) {
            begin();
        }
        if (timed) {
            latency.recordValue(Math.max(0, Math.min(MAX_NANOS, System.nanoTime() - stamp)));
        }
    }

    private void begin() {
        beganAllocated = threads.getCurrentThreadAllocatedBytes();
        beganCpu = system.getProcessCpuTime();
        beganNanos = System.nanoTime();
    }

    private void end() {
        elapsedNanos = System.nanoTime() - beganNanos;
        allocated = threads.getCurrentThreadAllocatedBytes() - beganAllocated;
        cpu = system.getProcessCpuTime() - beganCpu;
        done.countDown();
    }

    boolean isDone() {
        return producersLeft == 0;
    }

    void awaitDone() {
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted before all messages came", e);
        }
    }

    /** What was measured. */
    ResultLine result() {
        ResultLine result = new ResultLine();
        result.put("messages", messages);
        result.put("perSecond", Math.round(messages * 1e9 / Math.max(1, elapsedNanos)));
        result.put("allocatedPerMessage", Math.round(100.0 * allocated / Math.max(1, messages)) / 100.0);
        result.put("cpuPercent", Math.round(1000.0 * cpu / Math.max(1, elapsedNanos)) / 10.0);
        if (timed) {
            result.putMicros(latency);
        }
        return result;
    }
}

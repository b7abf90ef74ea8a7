// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.TaskContext;
import java.util.function.LongSupplier;

/**
 * The gauges of a task's batches for {@code millrace top}: means of the batches between two samples of the first gauge.
 * Confined to the task's thread.
 */
final class BatchMeter {

    private final TaskContext context;

    // The sums since the last sample
    private long since;
    private long batches;
    private long tuples;
    private long busyNanos;

    // The results of the last sample
    private double size;
    private double millis;
    private double load;

    /** @param interval returns the time for which a batch waits, in nanoseconds */
    BatchMeter(TaskContext context, LongSupplier interval) {
        this.context = context;
        this.since = context.nanoTime();
        // The gauges of a task are sampled in the order in which they were added
        context.gauge("batch.interval.millis", () -> {
            sample();
            return interval.getAsLong() / 1e6;
        });
        context.gauge("batch.size.mean", () -> size);
        context.gauge("batch.processing.millis", () -> millis);
        context.gauge("batch.load", () -> load);
    }

    private void sample() {
        long now = context.nanoTime();
        size = batches == 0 ? 0 : (double) tuples / batches;
        millis = batches == 0 ? 0 : busyNanos / 1e6 / batches;
        load = now > since ? (double) busyNanos / (now - since) : 0;
        since = now;
        batches = 0;
        tuples = 0;
        busyNanos = 0;
    }

    /** Counts an executed batch. */
    void executed(int count, long nanos) {
        batches++;
        tuples += count;
        busyNanos += nanos;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * When records were due and when they had been processed, of one run. Written by the sink's thread, read when that has
 * ended.
 */
final class Arrivals {

    private static final long MOST_NANOS = 100_000_000_000L;
    private static volatile Arrivals current;

    private final long from;
    private final long to;
    private final long slotNanos;
    private final List<Histogram> slots = new ArrayList<>();
    private final Histogram all = new Histogram(MOST_NANOS, 3);

    /**
     * @param from when recording begins, as {@link System#nanoTime()}
     * @param slotNanos length of the parts of which there are figures
     */
    private Arrivals(long from, long to, long slotNanos) {
        this.from = from;
        this.to = to;
        this.slotNanos = slotNanos;
        for (long begin = from; begin < to; begin += slotNanos) {
            slots.add(new Histogram(MOST_NANOS, 2));
        }
    }

    /** Makes the recording into which sinks of this process write. */
    static Arrivals begin(long from, long to, long slotNanos) {
        current = new Arrivals(from, to, slotNanos);
        return current;
    }

    static Arrivals current() {
        return current;
    }

    /** Adds records that were processed now. Those that were due before the recording, or after it, are left out. */
    void record(long now, long latency, int count) {
        long due = now - latency;
        if (due - from >= 0 && due - to < 0) {
            long bounded = Math.max(0, Math.min(latency, MOST_NANOS));
            all.recordValueWithCount(bounded, count);
            slots.get((int) ((due - from) / slotNanos)).recordValueWithCount(bounded, count);
        }
    }

    long count() {
        return all.getTotalCount();
    }

    double millis(double percentile) {
        return all.getTotalCount() == 0 ? Double.NaN : all.getValueAtPercentile(percentile) / 1e6;
    }

    int slots() {
        return slots.size();
    }

    /** The percentile of records that were due in this part of the recording; NaN if there are none. */
    double slotMillis(int slot, double percentile) {
        Histogram part = slots.get(slot);
        return part.getTotalCount() == 0 ? Double.NaN : part.getValueAtPercentile(percentile) / 1e6;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.LatencySummary;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The recent latencies of one topology: its histogram minus an earlier one. The code that merges the metrics keeps one
 * object per topology. Any thread may call it.
 */
public final class RecentLatencies {

    private static final long WINDOW_NANOS = 1_000_000_000;

    private Map<String, Long> epochs = Map.of();

    // The earlier histogram is encoded, as a histogram takes 40 KiB and few of its buckets are used
    private byte[] before = new byte[0];
    private byte[] next = before;
    private long nextNanos;

    /**
     * Returns the latencies since a reading that is one to two windows old, or since the beginning if there is none.
     *
     * @param snapshots newest snapshot of each worker
     * @param total sum of their histograms
     * @param nowNanos time on the same time line in all calls
     */
    synchronized LatencySummary observe(Collection<WorkerSnapshot> snapshots, Histogram total, long nowNanos) {
        Map<String, Long> present = new TreeMap<>();
        snapshots.forEach(snapshot -> present.put(snapshot.worker(), snapshot.epoch()));
        if (!present.equals(epochs)) {
            // A replaced worker starts its counts at zero, so only latencies from now on can be told apart
            boolean known = !epochs.isEmpty();
            epochs = present;
            next = Latencies.encode(total);
            before = known ? next : new byte[0];
            nextNanos = nowNanos;
        } else if (nowNanos - nextNanos >= WINDOW_NANOS) {
            before = next;
            next = Latencies.encode(total);
            nextNanos = nowNanos;
        }
        return Latencies.summary(since(Latencies.decode(before), total));
    }

    /**
     * Returns one histogram minus the other, bucket by bucket. A bucket can have fewer values than before: a reading
     * shows the greatest latency exactly, which moves a count when a greater latency comes, and readings of several
     * threads may overtake each other.
     */
    private static Histogram since(Histogram before, Histogram total) {
        Histogram since = Latencies.newHistogram();
        for (HistogramIterationValue bucket : total.recordedValues()) {
            long value = bucket.getValueIteratedTo();
            long more = bucket.getCountAtValueIteratedTo() - before.getCountAtValue(value);
            if (more > 0) {
                since.recordValueWithCount(value, more);
            }
        }
        return since;
    }
}

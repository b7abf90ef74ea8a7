package io.millrace.runtime.metrics;

import io.millrace.api.metrics.LatencySummary;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * What the latencies of one topology were lately: its histogram less that of a while ago. Whoever merges the metrics keeps
 * one per topology; any thread may call.
 */
public final class RecentLatencies {

    private static final long WINDOW_NANOS = 1_000_000_000;

    private Map<String, Long> epochs = Map.of();
    private Histogram before = Latencies.newHistogram();
    private Histogram next = before;
    private long nextNanos;

    /**
     * The latencies since a reading that is one to two windows old; since the beginning if there is none.
     *
     * @param snapshots the newest of each worker
     * @param total the sum of their histograms; not changed here or later
     * @param nowNanos on one line in all calls
     */
    synchronized LatencySummary observe(Collection<WorkerSnapshot> snapshots, Histogram total, long nowNanos) {
        Map<String, Long> present = new TreeMap<>();
        snapshots.forEach(snapshot -> present.put(snapshot.worker(), snapshot.epoch()));
        if (!present.equals(epochs)) {
            // A replaced worker counts from nothing: only what comes from now on can be told apart.
            boolean known = !epochs.isEmpty();
            epochs = present;
            before = known ? total : Latencies.newHistogram();
            next = total;
            nextNanos = nowNanos;
        } else if (nowNanos - nextNanos >= WINDOW_NANOS) {
            before = next;
            next = total;
            nextNanos = nowNanos;
        }
        return Latencies.summary(since(before, total));
    }

    /**
     * What one histogram has more than the other. Bucket by bucket, as a reading names the greatest latency exactly, which
     * moves a count when a greater one comes; and readings of several threads may overtake each other.
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

package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/** Reads histograms out of metrics memory while others count in them; stateless. */
final class HistogramReader {

    private HistogramReader() {}

    /** Adds what lies there to a histogram; the greatest value as it is, others as the middle of their bucket. */
    static void add(ByteBuffer memory, int at, LatencyBuckets buckets, Histogram latencies) {
        long max = Math.min(
                MetricsMemory.getAcquire(memory, at + MetricsDescriptor.HISTOGRAM_MAX), LatencyBuckets.MAX_NANOS);
        int bucketOfMax = buckets.indexOf(max);
        for (int i = 0; i < buckets.count; i++) {
            long count = MetricsMemory.getAcquire(memory, at + MetricsDescriptor.HISTOGRAM_BUCKETS + i * Long.BYTES);
            if (count > 0 && i == bucketOfMax) {
                latencies.recordValue(max);
                count--;
            }
            if (count > 0) {
                latencies.recordValueWithCount(buckets.middle(i), count);
            }
        }
    }
}

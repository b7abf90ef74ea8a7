// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/** Reads histograms from metrics memory while their owners write. Stateless. */
final class HistogramReader {

    private HistogramReader() {}

    /**
     * Adds a histogram in memory to another one. The greatest value is added exactly, other values as the middle of
     * their bucket.
     */
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

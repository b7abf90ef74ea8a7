// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;

/** One histogram in metrics memory. Only the thread of the executor that owns it writes it. Allocates nothing. */
public final class LatencyRecorder {

    private final ByteBuffer memory;
    private final int at;
    private final LatencyBuckets buckets;

    LatencyRecorder(ByteBuffer memory, int at, LatencyBuckets buckets) {
        this.memory = memory;
        this.at = at;
        this.buckets = buckets;
    }

    /** Records one latency. A negative latency, which the error of a clock offset can give, counts as 0. */
    public void record(long nanos) {
        record(nanos, 1);
    }

    /** Records the same latency several times. */
    public void record(long nanos, int times) {
        int bucket = at + MetricsDescriptor.HISTOGRAM_BUCKETS + buckets.indexOf(nanos) * Long.BYTES;
        MetricsMemory.addRelease(memory, bucket, times);
        if (nanos > MetricsMemory.plainGetLong(memory, at + MetricsDescriptor.HISTOGRAM_MAX)) {
            MetricsMemory.putRelease(memory, at + MetricsDescriptor.HISTOGRAM_MAX, nanos);
        }
    }
}

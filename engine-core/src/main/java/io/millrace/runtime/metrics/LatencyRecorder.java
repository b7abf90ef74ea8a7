package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;

/** An executor's end-to-end latencies; called by its thread only. Allocates nothing. */
public final class LatencyRecorder {

    private final ByteBuffer memory;
    private final int block;

    LatencyRecorder(ByteBuffer memory, int block) {
        this.memory = memory;
        this.block = block;
    }

    /** Counts one latency; a negative one, as clocks of two nodes can give, counts as 0. */
    public void record(long nanos) {
        int bucket = block + MetricsDescriptor.LATENCY_BUCKETS + LatencyBuckets.indexOf(nanos) * Long.BYTES;
        MetricsMemory.addRelease(memory, bucket, 1);
        if (nanos > MetricsMemory.plainGetLong(memory, block + MetricsDescriptor.LATENCY_MAX)) {
            MetricsMemory.putRelease(memory, block + MetricsDescriptor.LATENCY_MAX, nanos);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;

/** The counts of one task's tuples on one stream, by target task. Only the executor's thread writes. No allocation. */
public final class StreamCounters {

    private final ByteBuffer memory;

    /** The edge block of each target task, by task id. */
    private final int[] edgeOfTask;

    private final Sampler sampler;
    private final Sampler traceSampler;

    StreamCounters(ByteBuffer memory, int[] edgeOfTask, Sampler sampler, Sampler traceSampler) {
        this.memory = memory;
        this.sampler = sampler;
        this.traceSampler = traceSampler;
        this.edgeOfTask = edgeOfTask;
    }

    /** Returns the sampler that picks the tuples of the stream to trace. */
    public Sampler sampler() {
        return sampler;
    }

    /** Returns the sampler that picks the tuples that go on with the trace of an input. */
    public Sampler traceSampler() {
        return traceSampler;
    }

    /**
     * Counts tuples that a link took.
     *
     * @param bytes bytes of their messages; 0 if they were not encoded
     */
    public void addSent(int targetTask, long tuples, long bytes) {
        int edge = edgeOfTask[targetTask];
        MetricsMemory.addRelease(memory, edge + MetricsDescriptor.EDGE_MESSAGES, tuples);
        if (bytes > 0) {
            MetricsMemory.addRelease(memory, edge + MetricsDescriptor.EDGE_BYTES, bytes);
        }
    }
}

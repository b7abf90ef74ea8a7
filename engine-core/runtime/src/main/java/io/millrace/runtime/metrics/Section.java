// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;

/** The sections of metrics memory, in the order in which they lie there. Each holds blocks of one kind. */
enum Section {
    EXECUTORS(MetricsDescriptor.EXECUTOR_STRIDE),
    TASKS(MetricsDescriptor.TASK_STRIDE),
    /** The metrics of authors, whose blocks are the smallest parts of the entries of {@link CustomBlock}. */
    CUSTOM(MetricsDescriptor.ALIGNMENT),
    EDGES(MetricsDescriptor.EDGE_STRIDE),
    SINKS(MetricsDescriptor.SINK_STRIDE),
    INFLOWS(MetricsDescriptor.INFLOW_STRIDE),
    PEERS(PeerBlock.STRIDE),
    TRACES(TraceBlock.STRIDE),
    NAMES(MetricsDescriptor.NAME_STRIDE);

    /** The distance from one block to the next. */
    final int stride;

    private final int head = MetricsDescriptor.SECTIONS_OFFSET + ordinal() * MetricsDescriptor.SECTION_BYTES;

    Section(int stride) {
        this.stride = stride;
    }

    /** Returns the number of blocks. */
    int count(ByteBuffer memory) {
        return MetricsMemory.plainGetInt(memory, head + MetricsDescriptor.SECTION_COUNT);
    }

    /** Returns the position of a block. */
    int block(ByteBuffer memory, int index) {
        return MetricsMemory.plainGetInt(memory, head + MetricsDescriptor.SECTION_START) + index * stride;
    }

    void write(ByteBuffer memory, int start, int count) {
        MetricsMemory.plainPutInt(memory, head + MetricsDescriptor.SECTION_START, start);
        MetricsMemory.plainPutInt(memory, head + MetricsDescriptor.SECTION_COUNT, count);
        MetricsMemory.plainPutInt(memory, head + MetricsDescriptor.SECTION_STRIDE, stride);
    }

    /** Returns whether the header describes this section plausibly. */
    boolean isSound(ByteBuffer memory) {
        int start = MetricsMemory.plainGetInt(memory, head + MetricsDescriptor.SECTION_START);
        int count = count(memory);
        return start >= MetricsDescriptor.HEAD_BYTES
                && start % Long.BYTES == 0
                && count >= 0
                && start + (long) count * stride <= memory.capacity()
                && MetricsMemory.plainGetInt(memory, head + MetricsDescriptor.SECTION_STRIDE) == stride;
    }
}

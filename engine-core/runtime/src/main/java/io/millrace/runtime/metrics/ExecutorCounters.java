// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.ExecutorFigure;
import java.nio.ByteBuffer;

/** The counters of one executor. Only its thread writes them. Allocates nothing. */
public final class ExecutorCounters {

    private final ByteBuffer memory;
    private final int block;

    ExecutorCounters(ByteBuffer memory, int block) {
        this.memory = memory;
        this.block = block;
    }

    /**
     * Counts tuples sent, one for each target task. Call it before the receiver can see them: a tuple that is counted
     * as received but not as sent would hide a tuple in flight from {@link CompletionDetector}.
     */
    public void addSent(LinkKind kind, long tuples) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.SENT + kind.offset, tuples);
    }

    /** Counts tuples received. Call it when they have been processed: after {@code execute}, or when refused. */
    public void addReceived(LinkKind kind, long tuples) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.RECEIVED + kind.offset, tuples);
    }

    /** Counts tuples that were counted as sent and cannot be delivered because their receiver died. */
    public void addDropped(long tuples) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.DROPPED, tuples);
    }

    public void add(ExecutorFigure total, long amount) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.offset(total), amount);
    }

    public void set(ExecutorFigure figure, long value) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.offset(figure), value);
    }

    /** Returns the time that was counted. It grows with each turn. Any thread may call it. */
    public long countedNanos() {
        return get(ExecutorFigure.BUSY_NANOS)
                + get(ExecutorFigure.BACK_PRESSURED_NANOS)
                + get(ExecutorFigure.IDLE_NANOS);
    }

    /** Returns the time for which the executor was busy. Any thread may call it. */
    public long busyNanos() {
        return get(ExecutorFigure.BUSY_NANOS);
    }

    private long get(ExecutorFigure figure) {
        return MetricsMemory.getAcquire(memory, block + MetricsDescriptor.offset(figure));
    }
}

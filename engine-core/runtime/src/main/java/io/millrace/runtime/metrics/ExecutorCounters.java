package io.millrace.runtime.metrics;

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

    public void addBusyNanos(long nanos) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.BUSY_NANOS, nanos);
    }

    public void addBackPressuredNanos(long nanos) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.BACK_PRESSURED_NANOS, nanos);
    }

    public void addIdleNanos(long nanos) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.IDLE_NANOS, nanos);
    }

    /** Returns the time that was counted. It grows with each turn. Any thread may call it. */
    public long countedNanos() {
        return MetricsMemory.getAcquire(memory, block + MetricsDescriptor.BUSY_NANOS)
                + MetricsMemory.getAcquire(memory, block + MetricsDescriptor.BACK_PRESSURED_NANOS)
                + MetricsMemory.getAcquire(memory, block + MetricsDescriptor.IDLE_NANOS);
    }

    /** Sets the capacity of its queue and its ring. Called before its thread runs. */
    public void setCapacities(long queueCapacity, long ringBytes) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.QUEUE_CAPACITY, queueCapacity);
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.RING_BYTES, ringBytes);
    }

    /** Sets how many tuples wait in its queue, and how many bytes in its ring. */
    public void setWaiting(long queued, long ringUsedBytes) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.QUEUED, queued);
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.RING_USED, ringUsedBytes);
    }

    /** Sets how often its ring had no room, and how often it passed over a message in it. */
    public void setRingEvents(long fullEvents, long skips) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.RING_FULL_EVENTS, fullEvents);
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.RING_SKIPS, skips);
    }
}

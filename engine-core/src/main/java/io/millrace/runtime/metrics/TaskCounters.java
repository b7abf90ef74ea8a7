package io.millrace.runtime.metrics;

import io.millrace.api.Counter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The counters of one task, see {@link io.millrace.api.metrics.TaskMetrics}. Only the thread of its executor writes
 * them, except for slow calls, which the worker's timer counts.
 */
public final class TaskCounters {

    private final ByteBuffer memory;
    private final int block;
    private final String component;
    private final int task;
    private final StreamCounters[] streams;
    private final InflowCounters[] inflows;
    private final LatencyRecorder endToEnd;
    private final Map<String, Counter> counters = new LinkedHashMap<>();

    TaskCounters(
            ByteBuffer memory,
            int block,
            String component,
            int task,
            List<StreamCounters> streams,
            List<InflowCounters> inflows,
            LatencyRecorder endToEnd) {
        this.memory = memory;
        this.block = block;
        this.component = component;
        this.task = task;
        this.streams = streams.toArray(StreamCounters[]::new);
        this.inflows = inflows.toArray(InflowCounters[]::new);
        this.endToEnd = endToEnd;
    }

    /** Returns the counters of an output stream, by its position among the component's outputs. */
    public StreamCounters stream(int index) {
        return streams[index];
    }

    /** Returns the stage latencies of an input stream; null if the task does not subscribe to it. */
    public InflowCounters inflow(String sourceComponent, String stream) {
        for (InflowCounters inflow : inflows) {
            if (inflow.isOf(sourceComponent, stream)) {
                return inflow;
            }
        }
        return null;
    }

    /** Returns the end-to-end latencies; null if the component has outputs, because its latencies end elsewhere. */
    public LatencyRecorder endToEnd() {
        return endToEnd;
    }

    public void addEmitted(long tuples) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.EMITTED, tuples);
    }

    public void addExecuted(long tuples) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.EXECUTED, tuples);
    }

    public void addAcked(long tuples) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.ACKED, tuples);
    }

    public void addFailed(long tuples) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.FAILED, tuples);
    }

    public void addErrors(long errors) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.ERRORS, errors);
    }

    /**
     * Counts a call of the component that has not returned in time. Only the worker's timer calls this, on its own
     * thread.
     */
    public void addSlowCall() {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.SLOW_CALLS, 1);
    }

    /** Adds the time of a turn that its executor gave it, including the calls of other tasks within it. */
    public void addTurnNanos(long nanos) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.TURN_NANOS, nanos);
    }

    /** Adds a timed call of {@code execute}, excluding the calls of other tasks within it. */
    public void addTimedCall(long nanos) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.TIMED_NANOS, nanos);
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.TIMED_CALLS, 1);
    }

    /** Sets the pending trees of a spout task. */
    public void setPending(long trees) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.PENDING, trees);
    }

    /** Sets the tuples in the inbox, including the one that is being executed. */
    public void setInbox(long tuples) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.INBOX, tuples);
    }

    /** Sets the emissions that wait for room. */
    public void setOutbox(long tuples) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.OUTBOX, tuples);
    }

    /** Marks that a spout task will emit no more. Called after all its emissions were counted. */
    public void finish() {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.FINISHED, 1);
    }

    /** Takes {@link #finish} back. Called before the new emissions are counted. */
    public void withdrawFinish() {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.FINISHED, 0);
    }

    /**
     * Returns the component's own counter of this name, which the first call makes. There are at most 16, with names
     * of at most 63 bytes in UTF-8; more are refused with an {@link IllegalArgumentException}.
     */
    public Counter counter(String name) {
        Counter known = counters.get(name);
        return known != null ? known : make(name);
    }

    private Counter make(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        String who = "task " + task + " of '" + component + "'";
        if (bytes.length == 0 || bytes.length >= MetricsDescriptor.COUNTER_NAME_STRIDE) {
            throw new IllegalArgumentException(who + " names a counter '" + name + "', which takes " + bytes.length
                    + " bytes: take 1 to " + (MetricsDescriptor.COUNTER_NAME_STRIDE - 1));
        }
        int index = counters.size();
        if (index == MetricsDescriptor.MAX_COUNTERS) {
            throw new IllegalArgumentException(who + " asks for a counter '" + name + "' beside "
                    + MetricsDescriptor.MAX_COUNTERS + " others: a task has at most " + MetricsDescriptor.MAX_COUNTERS);
        }
        int at = block + MetricsDescriptor.COUNTER_NAMES + index * MetricsDescriptor.COUNTER_NAME_STRIDE;
        memory.put(at, (byte) bytes.length);
        memory.put(at + 1, bytes);
        // Whoever sees the number of counters must see the name
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.COUNTERS, index + 1L);
        Counter counter = new MappedCounter(memory, block + MetricsDescriptor.COUNTER_VALUES + index * Long.BYTES);
        counters.put(name, counter);
        return counter;
    }

    private record MappedCounter(ByteBuffer memory, int index) implements Counter {

        @Override
        public void add(long amount) {
            MetricsMemory.addRelease(memory, index, amount);
        }

        @Override
        public void set(long value) {
            MetricsMemory.putRelease(memory, index, value);
        }

        @Override
        public long get() {
            return MetricsMemory.plainGetLong(memory, index);
        }
    }
}

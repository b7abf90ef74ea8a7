package io.millrace.runtime.metrics;

import io.millrace.api.Counter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one task counts, see {@link io.millrace.api.metrics.TaskMetrics}; written by the thread of its executor only, but for slow calls,
 * which the worker's timer counts.
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

    /** What it sent on a stream, by the stream's position among its component's outputs. */
    public StreamCounters stream(int index) {
        return streams[index];
    }

    /** Where sampled tuples of a stream spent their time on the way to it; null if it does not subscribe to that. */
    public InflowCounters inflow(String sourceComponent, String stream) {
        for (InflowCounters inflow : inflows) {
            if (inflow.isOf(sourceComponent, stream)) {
                return inflow;
            }
        }
        return null;
    }

    /** End-to-end latencies; null if the component has outputs, so that they end elsewhere. */
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

    /** A call of the component that has not returned in time; of the worker's timer only, which is not its executor's thread. */
    public void addSlowCall() {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.SLOW_CALLS, 1);
    }

    /** Time of the turns that its executor gave it, with the calls of other tasks within them. */
    public void addTurnNanos(long nanos) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.TURN_NANOS, nanos);
    }

    /** A call of {@code execute} that was timed, without the calls of other tasks within it. */
    public void addTimedCall(long nanos) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.TIMED_NANOS, nanos);
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.TIMED_CALLS, 1);
    }

    /** Trees under way of a spout task. */
    public void setPending(long trees) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.PENDING, trees);
    }

    /** Tuples that wait in front of the task, and the one that it is executing. */
    public void setInbox(long tuples) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.INBOX, tuples);
    }

    /** Emissions that wait for room. */
    public void setOutbox(long tuples) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.OUTBOX, tuples);
    }

    /** Says that a spout task will emit no more, after all that it emitted was counted. */
    public void finish() {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.FINISHED, 1);
    }

    /** Takes back {@link #finish}, before what the task emits after all is counted. */
    public void withdrawFinish() {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.FINISHED, 0);
    }

    /**
     * The component's own counter of this name, made at the first call; at most 16, with names of at most 63 bytes in
     * UTF-8. More is an {@link IllegalArgumentException}.
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
        // Whoever sees the number sees the name.
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

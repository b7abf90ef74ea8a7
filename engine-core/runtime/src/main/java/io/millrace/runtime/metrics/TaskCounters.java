// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.Counter;
import io.millrace.api.metrics.TaskFigure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The counters of one task, see {@link io.millrace.api.metrics.TaskMetrics}. Only the thread of its executor writes
 * them, except for slow calls, which the worker's timer counts.
 */
public final class TaskCounters {

    private static final int MOST_NAME_BYTES = 256;

    private final ByteBuffer memory;
    private final int block;
    private final String component;
    private final int task;
    private final StreamCounters[] streams;
    private final InflowCounters[] inflows;
    private final LatencyRecorder endToEnd;
    private final TraceRecorder traces;
    private final int position;
    private final CustomArea custom;

    /** The component's own metrics. */
    private final Map<String, Object> own = new HashMap<>();

    /** The recorders that write elsewhere in the memory for the task. */
    record Recorders(
            List<StreamCounters> streams,
            List<InflowCounters> inflows,
            LatencyRecorder endToEnd,
            TraceRecorder traces,
            CustomArea custom) {}

    TaskCounters(ByteBuffer memory, int block, String component, int task, int position, Recorders recorders) {
        this.memory = memory;
        this.block = block;
        this.component = component;
        this.task = task;
        this.position = position;
        this.custom = recorders.custom();
        this.streams = recorders.streams().toArray(StreamCounters[]::new);
        this.inflows = recorders.inflows().toArray(InflowCounters[]::new);
        this.endToEnd = recorders.endToEnd();
        this.traces = recorders.traces();
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

    /** Returns the traces that end here; null if the component has outputs. */
    public TraceRecorder traces() {
        return traces;
    }

    public void add(TaskFigure total, long amount) {
        MetricsMemory.addRelease(memory, block + MetricsDescriptor.offset(total), amount);
    }

    public void set(TaskFigure level, long value) {
        MetricsMemory.putRelease(memory, block + MetricsDescriptor.offset(level), value);
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

    /** Marks that a spout task will emit no more. Called after all its emissions were counted. */
    public void finish() {
        set(TaskFigure.FINISHED, 1);
    }

    /** Takes {@link #finish} back. Called before the new emissions are counted. */
    public void withdrawFinish() {
        set(TaskFigure.FINISHED, 0);
    }

    /** Returns whether the task has finished. */
    public boolean isFinished() {
        return MetricsMemory.getAcquire(memory, block + MetricsDescriptor.offset(TaskFigure.FINISHED)) != 0;
    }

    /**
     * Returns the component's own counter of this name, which the first call makes.
     *
     * @throws IllegalArgumentException if the name is malformed or used otherwise, or there is no room
     */
    public Counter counter(String name) {
        return own(CustomBlock.Kind.COUNTER, name, Counter.class, at -> new MappedCounter(memory, at));
    }

    /**
     * Returns the component's own gauge of this name, which the first call makes; it fails as {@link #counter} does.
     */
    public GaugeCell gauge(String name) {
        return own(CustomBlock.Kind.GAUGE, name, GaugeCell.class, at -> new GaugeCell(memory, at));
    }

    /**
     * Returns the component's own timer of this name, which the first call makes; it fails as {@link #counter} does.
     */
    public LatencyRecorder timer(String name) {
        return own(
                CustomBlock.Kind.TIMER,
                name,
                LatencyRecorder.class,
                at -> new LatencyRecorder(memory, at, LatencyBuckets.FINE));
    }

    private <T> T own(CustomBlock.Kind kind, String name, Class<T> type, IntFunction<T> maker) {
        Object known = own.get(name);
        if (type.isInstance(known)) {
            return type.cast(known);
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        String who = "task " + task + " of '" + component + "' asks for a " + kind.word + " '" + name + "'";
        if (known != null) {
            throw new IllegalArgumentException(who + " and has another metric of that name: choose another name");
        }
        if (bytes.length == 0 || bytes.length > MOST_NAME_BYTES) {
            throw new IllegalArgumentException(
                    who + ", whose name takes " + bytes.length + " bytes: take 1 to " + MOST_NAME_BYTES);
        }
        T made = maker.apply(custom.add(kind, position, bytes, who));
        own.put(name, made);
        return made;
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

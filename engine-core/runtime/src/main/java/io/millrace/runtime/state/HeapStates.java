// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.api.state.ValueState;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * States on the heap. A capture shares all tables. A shared object is copied when it is changed: the table of a
 * partition at the first change after a capture, and a value that can change at its own first change. So a capture
 * costs the same whatever the size of the states, and the first changes after it cost as much as the slots of their
 * partitions take.
 */
public final class HeapStates implements TaskStates {

    /** The number of partitions of a component's keys. It is part of the format. */
    public static final int PARTITIONS = 256;

    /** The state with the event time of the task, as late inputs stay late when the task goes back to a snapshot. */
    private static final StateSpec<ValueState<Long>> WATERMARK =
            StateSpec.value("__watermark", Long.class).perTask();

    /** The bytes of an entry, its share of slots, and the objects of key and value without their content. */
    private static final int ENTRY_BYTES = 64;

    private final String component;
    private final List<StateSpec<?>> specs;
    private final Values values;
    private final Keys keys;
    private ValuesCodec codec;
    private final LongSupplier wallMillis;
    private final Changes changes = new Changes();
    private final Map<String, Handle> handles = new LinkedHashMap<>();
    private final CurrentKey current;
    private final HeapTimers timers;
    private final Loading loading;
    private final ContentSample sample;
    private final ValueState<Long> watermark;
    private final AtomicLongArray measured = new AtomicLongArray(Changes.BLOCKS);

    /**
     * Makes empty states.
     *
     * @param component id of the component, for messages
     * @param specs all states of the component
     * @param codec codec of the task's thread
     * @param wallMillis the time of day in milliseconds since 1970
     * @throws TopologyException if two states have one name, or the keys of a map are arrays
     */
    public HeapStates(String component, List<StateSpec<?>> specs, ValuesCodec codec, LongSupplier wallMillis) {
        this.component = component;
        this.specs = List.copyOf(specs);
        this.codec = codec;
        this.wallMillis = wallMillis;
        String where = "component '" + component + "'";
        values = new Values(codec);
        keys = new Keys(where + ": a key", codec, values);
        current = new CurrentKey(codec, keys);
        timers = new HeapTimers(where, current, changes, wallMillis);
        loading = new Loading(keys, values, changes);
        sample = new ContentSample(values);
        CurrentKey ofTask = CurrentKey.ofTask();
        Handle ofEngine = handle(where + ": " + WATERMARK, WATERMARK, ofTask);
        watermark = Handle.cast(ofEngine);
        handles.put(WATERMARK.name(), ofEngine);
        for (StateSpec<?> spec : specs) {
            String name = where + ": " + spec;
            Handle handle = handle(name, spec, spec.isPerTask() ? ofTask : current);
            if (handles.putIfAbsent(spec.name(), handle) != null) {
                throw new TopologyException(name + " is declared twice: give each state a name of its own");
            }
        }
    }

    private Handle handle(String name, StateSpec<?> spec, CurrentKey key) {
        return switch (spec.form()) {
            case VALUE -> new ValueHandle<>(name, spec, key, values, changes);
            case LIST -> new ListHandle<>(name, spec, key, values, changes);
            case MAP -> {
                Class<?> type = spec.classes().get(0);
                if (type.isArray()) {
                    throw new TopologyException(name + " is a map by " + type.getTypeName()
                            + ", which is not compared by content: take String, List or a class with equals");
                }
                yield new MapHandle<>(name, spec, key, values, changes);
            }
        };
    }

    @Override
    public <S> S handle(StateSpec<S> spec) {
        Handle handle = handles.get(spec.name());
        if (handle == null) {
            throw new TopologyException("component '" + component + "' asks for " + spec
                    + ", which it does not declare: return it by states()"
                    + (handles.size() == 1 ? "" : " as it does " + String.join(", ", declared())));
        }
        if (!handle.spec().equals(spec)) {
            throw new TopologyException(
                    "component '" + component + "' asks for " + spec
                            + " in another form or with other classes than states() returns: keep the specification in a constant");
        }
        return Handle.cast(handle);
    }

    private List<String> declared() {
        return handles.keySet().stream()
                .filter(name -> !name.equals(WATERMARK.name()))
                .toList();
    }

    @Override
    public Timers timers() {
        return timers;
    }

    @Override
    public void key(Object[] values, int[] positions) {
        current.set(values, positions);
    }

    @Override
    public Object currentKey() {
        return current.key();
    }

    @Override
    public void noKey(String why) {
        current.none(why);
    }

    @Override
    public StateCapture capture() {
        List<Section> sections = new ArrayList<>(handles.size() + 2);
        handles.values().forEach(handle -> sections.add(Section.of(handle)));
        sections.add(Section.of(BlockDescriptor.TIMES, timers.times()));
        sections.add(Section.of(BlockDescriptor.EVENT_TIMES, timers.eventTimes()));
        HeapCapture capture = new HeapCapture(component, changes, current.fields(), sections, measured);
        changes.captured(capture);
        return capture;
    }

    @Override
    public void committed(StateCapture capture) {
        changes.committed(((HeapCapture) capture).number());
    }

    @Override
    public boolean isUnchangedSince(StateCapture capture) {
        long time = timers.watermark();
        // The end of event time is not in the capture
        return changes.isUnchangedSince(((HeapCapture) capture).number())
                && (time == Long.MIN_VALUE || Long.valueOf(time).equals(watermark.get()));
    }

    @Override
    public void goOnWith(ValuesCodec other) {
        codec = other;
        values.codec(other);
        keys.codec(other);
        current.codec(other);
        changes.changeAll();
        timers.removeOutside();
    }

    @Override
    public void load(int partition, ByteBuffer block) {
        if (partition < StateCapture.TASK || partition >= PARTITIONS) {
            throw new IllegalArgumentException(
                    "partition " + partition + ": it is " + StateCapture.TASK + " to " + (PARTITIONS - 1));
        }
        int index = partition + 1;
        int bytes = block.remaining();
        int fields = new BlockReader(component, handles, timers, loading, codec, index, block).read(current.fields());
        if (index > 0) {
            current.fields(fields);
        }
        measured.addAndGet(index, bytes);
        if (watermark.get() != null) {
            timers.beginAt(watermark.get());
        }
    }

    @Override
    public void beginAtTimeOf(List<ByteBuffer> blocks) {
        long least = Long.MAX_VALUE;
        for (ByteBuffer block : blocks) {
            HeapStates other = new HeapStates(component, specs, codec, wallMillis);
            other.load(StateCapture.TASK, block);
            least = Math.min(least, other.watermark.getOr(Long.MIN_VALUE));
        }
        if (!blocks.isEmpty() && least != Long.MIN_VALUE) {
            watermark.set(least);
            timers.beginAt(least);
        }
    }

    @Override
    public long nextTime() {
        return timers.nextTime();
    }

    @Override
    public long nextEventTime() {
        return timers.nextEventTime();
    }

    @Override
    public int fire(long millis, int most, Consumer<TimerEvent> handler) {
        return timers.fire(millis, most, handler);
    }

    @Override
    public int advanceWatermark(long millis, int most, Consumer<TimerEvent> handler) {
        // The end is not kept: a task that begins with these states may have more to read
        if (millis > timers.watermark() && millis != Long.MAX_VALUE) {
            watermark.set(millis);
        }
        return timers.advanceWatermark(millis, most, handler);
    }

    @Override
    public void forEachKey(StateSpec<?> spec, Runnable action) {
        handles.get(spec.name()).tables().forEach((key, hash) -> {
            current.set(key, hash);
            action.run();
        });
    }

    /** Returns the bytes of the entries, and of each block when it was last written or loaded; or an estimate. */
    @Override
    public long bytes() {
        long content = 0;
        for (int block = 0; block < Changes.BLOCKS; block++) {
            content += measured.getAcquire(block);
        }
        long entries = changes.entries();
        return entries * ENTRY_BYTES + (content > 0 || entries == 0 ? content : sample.contents(handles.values()));
    }
}

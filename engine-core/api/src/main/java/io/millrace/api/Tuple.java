// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * One message: values with the field names that the source declared. Immutable, may be kept after {@code execute}.
 * Tuples within a worker are passed by reference, so a source must not change a value after emitting it.
 *
 * <p>Every getter exists by position, from 0, and by field name. An unknown field or position throws
 * {@link IllegalArgumentException}, which names the existing ones. A value of another type throws
 * {@link ClassCastException}, which names field, type and source. Numbers convert if nothing is lost: {@code getLong}
 * reads an Integer, and {@code getDouble} reads any number.
 */
public interface Tuple {

    int size();

    Object get(int index);

    Object get(String field);

    String getString(int index);

    String getString(String field);

    int getInt(int index);

    int getInt(String field);

    long getLong(int index);

    long getLong(String field);

    double getDouble(int index);

    double getDouble(String field);

    boolean getBoolean(int index);

    boolean getBoolean(String field);

    byte[] getBytes(int index);

    byte[] getBytes(String field);

    /**
     * Returns a view of a {@code byte[]} or {@link ByteBuffer} without a copy: read-only, big-endian, from position 0
     * or that of the buffer. Any thread may call this until the input is acked or failed; for a {@link BasicBolt} that
     * is when {@code execute} returns. Null if the value is null.
     *
     * @throws IllegalStateException if the input was acked or failed
     */
    ByteBuffer getBuffer(int index);

    /** Returns a view of the bytes of a field, as {@link #getBuffer(int)} does. */
    ByteBuffer getBuffer(String field);

    /**
     * Returns a view of a {@code byte[]} or {@link ByteBuffer} that is read by methods of its own and without any copy,
     * even if the value is still in the memory that another process has written it to: the input of a component with
     * {@code topology.task.views} that came in one record of a ring. Null if the value is null.
     *
     * @throws IllegalStateException if the input was acked or failed
     */
    PayloadView getView(int index);

    /** Returns a view of the bytes of a field, as {@link #getView(int)} does. */
    PayloadView getView(String field);

    List<Object> getList(int index);

    List<Object> getList(String field);

    Map<Object, Object> getMap(int index);

    Map<Object, Object> getMap(String field);

    /**
     * Makes a record of the fields that have the names of its components; there may be further fields. Numbers convert
     * as by the getters. Null is an {@link IllegalArgumentException} for a component of a primitive type.
     */
    default <R extends Record> R as(Class<R> type) {
        return RecordShape.of(type).of(this);
    }

    boolean contains(String field);

    Fields fields();

    /** Returns the values in the order of the fields. The list is unmodifiable and may contain nulls. */
    List<Object> values();

    /** Returns the id of the component that emitted this tuple. */
    String sourceComponent();

    /** Returns the id of the task that emitted this tuple. */
    int sourceTask();

    /** Returns the stream on which this tuple was emitted. */
    String sourceStream();

    /**
     * Returns when the tuple of the spout from which this one comes was due ({@link SpoutCollector#intendedAt}), as
     * {@link TaskContext#nanoTime()} of this worker. For a tuple from another node it contains an estimate of the
     * difference of the clocks. For a tuple with several anchors it is the time of the oldest.
     *
     * @param ifUnknown the value to return if it is not known, as after a recovery
     */
    long intendedNanos(long ifUnknown);

    /**
     * Returns the size of the tuple in bytes: the length of its message, or an estimate of that if it has not left the
     * worker.
     */
    int bytes();

    /** Returns whether this is a tick of the engine ({@link BoltDeclarer#tickEvery}) and not data. */
    default boolean isTick() {
        return Streams.TICK.equals(sourceStream());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.codec;

import java.io.IOException;

/**
 * Turns objects of one class into bytes and back, when a tuple goes to another worker. Registered for exactly that
 * class, or for an enum, by {@code TopologyBuilder.codec} or {@link ValueCodecs}; subclasses need registrations of
 * their own. Null never reaches a codec.
 *
 * <p>Each executor has its own instance, and its thread calls it. A codec may therefore keep buffers, but it must not
 * keep its arguments, and must write equal objects as equal bytes if they are keys of a fields grouping.
 *
 * <pre>{@code
 * public final class PointCodec implements ValueCodec<Point> {
 *     public void write(Point point, ValueOutput out) {
 *         out.writeDouble(point.x());
 *         out.writeDouble(point.y());
 *     }
 *
 *     public Point read(ValueInput in) {
 *         return new Point(in.readDouble(), in.readDouble());
 *     }
 * }
 * }</pre>
 *
 * @param <T> the class
 */
public interface ValueCodec<T> {

    /**
     * Writes an object. An exception fails the emission, with one line that names component, field, class and codec.
     *
     * @param out takes the bytes; valid until this returns
     */
    void write(T value, ValueOutput out) throws IOException;

    /**
     * Reads all bytes that {@link #write} wrote. If it throws, reads too far or leaves bytes, the tuple is dropped: its
     * trees fail, and the error is counted for the task that should have got the tuple.
     *
     * @param in holds the bytes of this object only; valid until this returns
     */
    T read(ValueInput in) throws IOException;
}

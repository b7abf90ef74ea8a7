package io.millrace.runtime.tuple;

import io.millrace.runtime.codec.CodecException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Gathers what tasks of one executor send to tasks of another one at the same time, each little: barriers and watermarks. They are one message, little-endian:
 *
 * <pre>
 *   0        1                8        12       16          16 + l
 *  +--------+----------------+--------+--------+-----------+--------+--------+
 *  | GROUP  |       0        | target |length l|   tuple   | target | length | ...
 *  |        |                | (int)  | (int)  |           |        |        |
 *  +--------+----------------+--------+--------+-----------+--------+--------+
 * </pre>
 *
 * <p>A tuple is as {@link MessageDescriptor} says. The order is that in which they were sent. Confined to the thread of the source executor.
 */
public final class TupleGroup {

    private static final int HEAD = 8;
    private static final int ENTRY_HEAD = 8;
    private static final int MOST_BYTES = 64 << 10;

    private final TupleEncoder encoder;
    private final ByteBuffer bytes;
    private boolean others;

    /** @param mostBytes of a message */
    public TupleGroup(TupleEncoder encoder, int mostBytes) {
        this.encoder = encoder;
        this.bytes = ByteBuffer.allocate(Math.min(mostBytes, MOST_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        clear();
    }

    /** Gets the tuples of a group. */
    @FunctionalInterface
    public interface Entries {
        void tuple(int targetTask, ByteBuffer buffer, int offset, int length);
    }

    /** Adds a tuple; false if there is no room for it. An empty group has room for any barrier or watermark. */
    public boolean add(DataTuple tuple) {
        int length = encoder.sizeOf(tuple);
        int at = bytes.position();
        if (bytes.remaining() < ENTRY_HEAD + length) {
            return false;
        }
        bytes.putInt(tuple.targetTask()).putInt(length);
        encoder.write(tuple, bytes, at + ENTRY_HEAD);
        bytes.position(at + ENTRY_HEAD + length);
        others |= !tuple.stream().isBarriers();
        return true;
    }

    /** Adds all of another group; false if there is no room for it. */
    public boolean addAll(TupleGroup other) {
        int length = other.length() - HEAD;
        if (bytes.remaining() < length) {
            return false;
        }
        bytes.put(bytes.position(), other.bytes, HEAD, length);
        bytes.position(bytes.position() + length);
        others |= other.others;
        return true;
    }

    /** Whether it has nothing but barriers. */
    public boolean hasBarriersOnly() {
        return !others;
    }

    public boolean isEmpty() {
        return bytes.position() == HEAD;
    }

    /** Returns the length of the message. */
    public int length() {
        return bytes.position();
    }

    /** Returns the message, from 0. Valid until the group is changed. */
    public ByteBuffer message() {
        return bytes;
    }

    public void clear() {
        bytes.clear().putLong(0, MessageDescriptor.GROUP).position(HEAD);
        others = false;
    }

    public static boolean isGroup(ByteBuffer buffer, int offset, int length) {
        return length >= HEAD && buffer.get(offset + MessageDescriptor.KIND_OFFSET) == MessageDescriptor.GROUP;
    }

    /**
     * Reads a message for which {@link #isGroup} is true. The bytes are not trusted.
     *
     * @throws CodecException if it is malformed; the tuples before have been given to {@code entries}
     */
    public static void read(ByteBuffer buffer, int offset, int length, Entries entries) {
        int end = offset + length;
        int at = offset + HEAD;
        while (at < end) {
            int left = end - at - ENTRY_HEAD;
            int entry = left < 0 ? -1 : buffer.getInt(at + Integer.BYTES);
            if (entry < 0 || entry > left || !TupleDecoder.isTuple(buffer, at + ENTRY_HEAD, entry)) {
                throw new CodecException("a group of " + length + " bytes has no tuple at " + (at - offset));
            }
            entries.tuple(buffer.getInt(at), buffer, at + ENTRY_HEAD, entry);
            at += ENTRY_HEAD + entry;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.runtime.codec.CodecException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Several tuples, encoded, that tasks of one executor send to tasks of another one, in the order in which they were
 * added. They are one message, little-endian:
 *
 * <pre>
 *   0        1                8        12       16          16 + l
 *  +--------+----------------+--------+--------+-----------+--------+--------+
 *  | GROUP  |       0        | target |length l|   tuple   | target | length | ...
 *  |        |                | (int)  | (int)  |           |        |        |
 *  +--------+----------------+--------+--------+-----------+--------+--------+
 * </pre>
 *
 * <p>A tuple has the layout of {@link MessageDescriptor}. A ring has records of its own for several messages, so no
 * batch goes there. Confined to the thread of the source executor.
 */
public final class TupleBatch {

    private static final int HEAD = 8;
    private static final int ENTRY_HEAD = 8;
    private static final int FIRST_BYTES = 1 << 10;

    private final TupleEncoder encoder;
    private final int mostBytes;
    private ByteBuffer bytes = allocate(HEAD);
    private int end;
    private boolean others;

    /** @param mostBytes most bytes of the message */
    public TupleBatch(TupleEncoder encoder, int mostBytes) {
        this.encoder = encoder;
        this.mostBytes = mostBytes;
        clear();
    }

    /** Gets the tuples of a batch. */
    @FunctionalInterface
    public interface Entries {
        void tuple(int targetTask, ByteBuffer buffer, int offset, int length);
    }

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).putLong(0, MessageDescriptor.GROUP);
    }

    /**
     * Adds a tuple.
     *
     * @param length length that the encoder has just returned
     * @return false if there is no room for it
     */
    public boolean add(DataTuple tuple, int length) {
        if (!makeRoom(ENTRY_HEAD + length)) {
            return false;
        }
        bytes.putInt(end, tuple.targetTask());
        bytes.putInt(end + Integer.BYTES, length);
        encoder.write(tuple, bytes, end + ENTRY_HEAD);
        end += ENTRY_HEAD + length;
        others |= !tuple.stream().isBarriers();
        return true;
    }

    /** Adds all tuples of another batch; false if there is no room for them. */
    public boolean addAll(TupleBatch other) {
        int length = other.end - HEAD;
        if (!makeRoom(length)) {
            return false;
        }
        bytes.put(end, other.bytes, HEAD, length);
        end += length;
        others |= other.others;
        return true;
    }

    /** Makes room by doubling: a batch that never has several tuples at a time keeps little memory. */
    private boolean makeRoom(int length) {
        int needed = end + length;
        if (needed > mostBytes) {
            return false;
        }
        if (needed > bytes.capacity()) {
            int capacity = Math.max(needed, Math.max(FIRST_BYTES, 2 * bytes.capacity()));
            bytes = allocate(Math.min(mostBytes, capacity)).put(HEAD, bytes, HEAD, end - HEAD);
        }
        return true;
    }

    /** Returns whether all of its tuples are barriers. */
    public boolean hasBarriersOnly() {
        return !others;
    }

    public boolean isEmpty() {
        return end == HEAD;
    }

    /** Returns the length of the message. */
    public int length() {
        return end;
    }

    /** Returns the message, from 0. Valid until the batch is changed. */
    public ByteBuffer message() {
        return bytes;
    }

    public void clear() {
        end = HEAD;
        others = false;
    }

    public static boolean isBatch(ByteBuffer buffer, int offset, int length) {
        return length >= HEAD && buffer.get(offset + MessageDescriptor.KIND_OFFSET) == MessageDescriptor.GROUP;
    }

    /**
     * Reads a message for which {@link #isBatch} is true. The bytes are not trusted.
     *
     * @throws CodecException if the message is malformed; the tuples before have been given to {@code entries}
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

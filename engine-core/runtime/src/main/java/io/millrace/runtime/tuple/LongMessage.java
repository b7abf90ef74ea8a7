// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.runtime.codec.UnwrittenBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An encoded tuple whose long values are where their author left them. It is copied to its destination part by part, so
 * nothing else copies these bytes. Confined to the thread of the source's executor.
 */
public final class LongMessage {

    // Pieces of the message in order, each with the offset in the message at which it ends
    private Object[] pieces = new Object[3];
    private int[] ends = new int[3];
    private int count;
    private int length;

    LongMessage() {}

    /** Appends bytes. */
    void add(ByteBuffer bytes) {
        append(bytes, bytes.remaining());
    }

    /** Appends a long value. */
    void addValue(Object value, int valueBytes) {
        if (value instanceof byte[] array) {
            append(ByteBuffer.wrap(array), valueBytes);
        } else if (value instanceof ByteBuffer buffer) {
            append(buffer.slice(), valueBytes);
        } else {
            append(value, valueBytes);
        }
    }

    private void append(Object piece, int bytes) {
        if (count == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        length += bytes;
        pieces[count] = piece;
        ends[count++] = length;
    }

    public int length() {
        return length;
    }

    /** Copies a part of the message. An unwritten value must lie in the part as a whole; it is written now. */
    public void copy(int from, ByteBuffer target, int at, int bytes) {
        int i = 0;
        while (i < count && ends[i] <= from) {
            i++;
        }
        int done = 0;
        while (done < bytes) {
            int start = i == 0 ? 0 : ends[i - 1];
            int part = Math.min(bytes - done, ends[i] - from - done);
            if (pieces[i] instanceof ByteBuffer piece) {
                target.put(at + done, piece, piece.position() + from + done - start, part);
            } else {
                ((UnwrittenBytes) pieces[i]).writeTo(target, at + done);
            }
            done += part;
            i++;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.nio.ByteBuffer;

/**
 * Values of a tuple that are long enough to be sent without a copy: a {@code byte[]} or {@link ByteBuffer} from 16 KiB
 * on that is not inside a list or map. They are sent from where they are, and received into an array of their own.
 * Stateless.
 */
public final class LongValues {

    /** The size of the shortest long value. */
    public static final int LEAST_BYTES = 16 << 10;

    /** The result of {@link #find} if there is no long value. */
    public static final long NONE = -1;

    private LongValues() {}

    /** Receives the places where the bytes of long values belong. */
    @FunctionalInterface
    public interface Places {

        /** @param index position in what was written before which the bytes of the value belong */
        void at(int index, Object value, int length);
    }

    /** Makes the objects that stand for long values that are not copied. */
    @FunctionalInterface
    public interface Views {

        /** @param index position of the value's bytes in the buffer that is read */
        Object view(int index, int length);
    }

    /** Returns the length of a value that is encoded as BYTES; -1 for other values. */
    static int lengthOf(Object value) {
        if (value instanceof byte[] array) {
            return array.length;
        }
        if (value instanceof ByteBuffer buffer) {
            return buffer.remaining();
        }
        return value instanceof UnwrittenBytes unwritten ? unwritten.length() : -1;
    }

    /**
     * Finds the first long value that takes at least half of a message, of which only the beginning is present. The
     * bytes are not trusted.
     *
     * @param index start of the values
     * @param end end of the bytes that are present
     * @param messageEnd end of the values
     * @return {@code (index << 32) + length} of the value's bytes, or {@link #NONE}
     */
    public static long find(ByteBuffer buffer, int index, int end, int messageEnd) {
        Walk walk = new Walk(buffer, index, end);
        long count = walk.length();
        for (long i = 0; i < count && walk.isInside(); i++) {
            int tag = walk.tag();
            if (tag == ValueFormat.BYTES) {
                long length = walk.length();
                if (length >= LEAST_BYTES
                        && length >= (messageEnd - index) / 2
                        && walk.isInside()
                        && length <= messageEnd - walk.at) {
                    return walk.at << 32 | length;
                }
                walk.at += Math.max(0, length);
            } else {
                walk.pass(tag, 0);
            }
        }
        return NONE;
    }

    /** Passes over values, and stops behind the end of the bytes that are present. */
    private static final class Walk {

        private final ByteBuffer buffer;
        private final int end;
        private long at;

        Walk(ByteBuffer buffer, int index, int end) {
            this.buffer = buffer;
            this.at = index;
            this.end = end;
        }

        boolean isInside() {
            return at >= 0 && at <= end;
        }

        private int next() {
            if (at < 0 || at >= end) {
                stop();
                return 0;
            }
            return buffer.get((int) at++) & 0xFF;
        }

        private void stop() {
            at = Long.MAX_VALUE / 2;
        }

        int tag() {
            return next();
        }

        long length() {
            long value = 0;
            for (int shift = 0; shift <= 28; shift += 7) {
                int next = next();
                value |= (long) (next & 0x7F) << shift;
                if (next < 0x80) {
                    return value;
                }
            }
            stop();
            return 0;
        }

        void pass(int tag, int depth) {
            if (tag >= ValueFormat.SHORT_STRING) {
                at += tag & ValueFormat.SHORT_STRING_MAX;
                return;
            }
            switch (tag) {
                case ValueFormat.NULL, ValueFormat.FALSE, ValueFormat.TRUE -> {}
                case ValueFormat.BYTE, ValueFormat.INT_1, ValueFormat.LONG_1 -> at += 1;
                case ValueFormat.SHORT, ValueFormat.CHAR, ValueFormat.INT_2, ValueFormat.LONG_2 -> at += 2;
                case ValueFormat.INT_4, ValueFormat.LONG_4, ValueFormat.FLOAT -> at += 4;
                case ValueFormat.LONG_8, ValueFormat.DOUBLE -> at += 8;
                case ValueFormat.BYTES,
                        ValueFormat.LATIN_1,
                        ValueFormat.UTF_8,
                        ValueFormat.OBJECT,
                        ValueFormat.CODED -> {
                    // The bytes come behind the length, which moves the position first
                    long length = length();
                    at += length;
                }
                case ValueFormat.LIST -> passAll(length(), depth + 1);
                case ValueFormat.MAP -> passAll(2 * length(), depth + 1);
                default -> stop();
            }
        }

        private void passAll(long count, int depth) {
            if (depth > ValueFormat.MAX_DEPTH) {
                stop();
            }
            for (long i = 0; i < count && isInside(); i++) {
                pass(tag(), depth);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.nio.ByteBuffer;

/** Writes strings in place: one byte per char if all chars are Latin-1, else UTF-8 that preserves lone surrogates. */
final class StringBytes {

    private StringBytes() {}

    /** Returns the size with tag and length. */
    static long sizeOf(String value) {
        int length = value.length();
        int chars = 0;
        for (int i = 0; i < length; i++) {
            chars |= value.charAt(i);
        }
        if (chars > 0xFF) {
            long bytes = utf8Size(value);
            // A size above the maximum is refused anyway, so its length prefix does not matter
            return 1 + ValueFormat.lengthSize((int) Math.min(bytes, Integer.MAX_VALUE)) + bytes;
        }
        return length <= ValueFormat.SHORT_STRING_MAX ? 1L + length : 1L + ValueFormat.lengthSize(length) + length;
    }

    /** Writes tag, length and bytes. Returns the index behind them, or -1 if they do not fit before {@code limit}. */
    static int write(ByteBuffer buffer, int index, String value, int limit) {
        int length = value.length();
        if (index + 1L + (length <= ValueFormat.SHORT_STRING_MAX ? 0 : ValueFormat.lengthSize(length)) + length
                > limit) {
            return -1;
        }
        int at = index;
        if (length <= ValueFormat.SHORT_STRING_MAX) {
            buffer.put(at++, (byte) (ValueFormat.SHORT_STRING | length));
        } else {
            buffer.put(at++, (byte) ValueFormat.LATIN_1);
            at = LittleEndian.putLength(buffer, at, length);
        }
        // Try Latin-1 first, which never takes more room than UTF-8, and start again if a char does not fit
        int chars = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            chars |= c;
            buffer.put(at + i, (byte) c);
        }
        return chars <= 0xFF ? at + length : writeUtf8(buffer, index, value, limit);
    }

    private static long utf8Size(String value) {
        int length = value.length();
        long bytes = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                bytes += 1;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (startsPair(value, i)) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }

    private static int writeUtf8(ByteBuffer buffer, int index, String value, int limit) {
        long bytes = utf8Size(value);
        if (index + 6L + bytes > limit && index + 1L + ValueFormat.lengthSize((int) bytes) + bytes > limit) {
            return -1;
        }
        int at = index;
        buffer.put(at++, (byte) ValueFormat.UTF_8);
        at = LittleEndian.putLength(buffer, at, (int) bytes);
        int length = value.length();
        for (int i = 0; i < length; i++) {
            int c = value.charAt(i);
            if (c < 0x80) {
                buffer.put(at++, (byte) c);
            } else if (c < 0x800) {
                buffer.put(at++, (byte) (0xC0 | c >>> 6));
                buffer.put(at++, continuation(c));
            } else if (startsPair(value, i)) {
                c = Character.toCodePoint((char) c, value.charAt(++i));
                buffer.put(at++, (byte) (0xF0 | c >>> 18));
                buffer.put(at++, continuation(c >>> 12));
                buffer.put(at++, continuation(c >>> 6));
                buffer.put(at++, continuation(c));
            } else {
                buffer.put(at++, (byte) (0xE0 | c >>> 12));
                buffer.put(at++, continuation(c >>> 6));
                buffer.put(at++, continuation(c));
            }
        }
        return at;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | bits & 0x3F);
    }

    private static boolean startsPair(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1));
    }

    /**
     * Decodes the UTF-8 of {@link #write} into {@code chars}, at least one char per byte. Returns the number of chars.
     */
    static int readUtf8(ByteBuffer buffer, int index, int end, char[] chars) {
        int at = index;
        int count = 0;
        while (at < end) {
            int first = buffer.get(at++);
            if (first >= 0) {
                chars[count++] = (char) first;
                continue;
            }
            int more = (first & 0xE0) == 0xC0 ? 1 : (first & 0xF0) == 0xE0 ? 2 : (first & 0xF8) == 0xF0 ? 3 : 0;
            if (more == 0 || at + more > end) {
                throw notUtf8(at - 1);
            }
            int c = first & 0x3F >> more;
            for (int i = 0; i < more; i++) {
                int next = buffer.get(at++);
                if ((next & 0xC0) != 0x80) {
                    throw notUtf8(at - 1);
                }
                c = c << 6 | next & 0x3F;
            }
            if (more == 3) {
                if (c < 0x10000 || c > 0x10FFFF) {
                    throw notUtf8(at - 4);
                }
                chars[count++] = Character.highSurrogate(c);
                chars[count++] = Character.lowSurrogate(c);
            } else {
                if (c < (more == 1 ? 0x80 : 0x800)) {
                    throw notUtf8(at - 1 - more);
                }
                chars[count++] = (char) c;
            }
        }
        return count;
    }

    private static CodecException notUtf8(int index) {
        return new CodecException("malformed tuple: the bytes at " + index + " are not UTF-8");
    }
}

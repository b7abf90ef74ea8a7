// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.error.Foreign;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what {@link ValueEncoder} wrote, and refuses everything else. One per codec, confined to its thread. */
final class ValueDecoder {

    private static final int SCRATCH_KEPT = 1 << 16;

    private final LazyObjectCodec objects;
    private final AuthorCodecs authors;
    private byte[] byteScratch = new byte[256];
    private char[] charScratch = new char[0];

    // State of the current read
    private ByteBuffer buffer;
    private int at;
    private int end;

    /**
     * The number of values that the open lists and maps have announced and that were not read yet. Each takes at least
     * one byte, so nested collections cannot together announce more values than the message can hold.
     */
    private int promised;

    /**
     * The bytes of one value that are not in the buffer, and their place; null if there are none, or they were read.
     */
    private byte[] payload;

    private int payloadAt;

    /** The views that stand for long values; null if long values are copied. */
    private LongValues.Views views;

    ValueDecoder(LazyObjectCodec objects, AuthorCodecs authors) {
        this.objects = objects;
        this.authors = authors;
    }

    Object[] read(ByteBuffer source, int index, int limit, LongValues.Views longValues) {
        views = longValues;
        try {
            return read(source, index, limit, index, null);
        } finally {
            views = null;
        }
    }

    Object[] read(ByteBuffer source, int index, int limit, int apartAt, byte[] apart) {
        // Usually both are null: a store of a reference costs more than this
        if (payload != apart) {
            payload = apart;
        }
        payloadAt = apartAt;
        buffer = source;
        at = index;
        end = limit;
        promised = 0;
        Object[] values = new Object[count(1)];
        promised = values.length;
        for (int i = 0; i < values.length; i++) {
            promised--;
            values[i] = value(0);
        }
        if (at != end) {
            throw malformed("has " + (end - at) + " bytes behind its last value");
        }
        if (payload != null) {
            throw malformed("has no value for the " + payload.length + " bytes that came apart");
        }
        buffer = null;
        return values;
    }

    private Object value(int depth) {
        require(1);
        int tag = buffer.get(at++) & 0xFF;
        if (tag >= ValueFormat.SHORT_STRING) {
            return latin1(tag & ValueFormat.SHORT_STRING_MAX);
        }
        return switch (tag) {
            case ValueFormat.NULL -> null;
            case ValueFormat.FALSE -> Boolean.FALSE;
            case ValueFormat.TRUE -> Boolean.TRUE;
            case ValueFormat.INT_1 -> (int) nextByte();
            case ValueFormat.INT_2 -> (int) nextShort();
            case ValueFormat.INT_4 -> nextInt();
            case ValueFormat.LONG_1 -> (long) nextByte();
            case ValueFormat.LONG_2 -> (long) nextShort();
            case ValueFormat.LONG_4 -> (long) nextInt();
            case ValueFormat.LONG_8 -> nextLong();
            case ValueFormat.DOUBLE -> Double.longBitsToDouble(nextLong());
            case ValueFormat.BYTES -> views == null || depth > 0 ? bytes() : view();
            default -> other(tag, depth);
        };
    }

    /** Reads a value of a rarer type: the compiler inlines short methods only. */
    private Object other(int tag, int depth) {
        return switch (tag) {
            case ValueFormat.BYTE -> nextByte();
            case ValueFormat.SHORT -> nextShort();
            case ValueFormat.CHAR -> (char) nextShort();
            case ValueFormat.FLOAT -> Float.intBitsToFloat(nextInt());
            case ValueFormat.LATIN_1 -> latin1(count(1));
            case ValueFormat.UTF_8 -> utf8(count(1));
            case ValueFormat.LIST -> list(depth + 1);
            case ValueFormat.MAP -> map(depth + 1);
            case ValueFormat.OBJECT -> object();
            case ValueFormat.CODED -> coded();
            default -> throw malformed("has an unknown tag " + tag);
        };
    }

    private byte nextByte() {
        require(1);
        return buffer.get(at++);
    }

    private short nextShort() {
        require(2);
        short value = LittleEndian.getShort(buffer, at);
        at += 2;
        return value;
    }

    private int nextInt() {
        require(4);
        int value = LittleEndian.getInt(buffer, at);
        at += 4;
        return value;
    }

    private long nextLong() {
        require(8);
        long value = LittleEndian.getLong(buffer, at);
        at += 8;
        return value;
    }

    /** Reads a count of elements that take at least {@code bytesEach} bytes each. */
    private int count(int bytesEach) {
        return within(number(), bytesEach);
    }

    private int within(long count, int bytesEach) {
        if (count * bytesEach > end - at - promised) {
            throw malformed("says " + count + " where only " + (end - at - promised) + " bytes remain");
        }
        return (int) count;
    }

    private long number() {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            if (shift > 28) {
                throw malformed("has a length of more than 5 bytes");
            }
            next = nextByte();
            value |= (long) (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    private byte[] bytes() {
        long length = number();
        byte[] value = payload;
        if (value != null && at == payloadAt && length == value.length) {
            payload = null;
            return value;
        }
        value = new byte[within(length, 1)];
        buffer.get(at, value);
        at += value.length;
        return value;
    }

    private Object view() {
        int from = at;
        int length = count(1);
        if (length < LongValues.LEAST_BYTES) {
            at = from;
            return bytes();
        }
        Object value = views.view(at, length);
        at += length;
        return value;
    }

    private String latin1(int length) {
        require(length);
        byte[] scratch = byteScratch;
        if (scratch.length < length) {
            scratch = new byte[length];
            if (length <= SCRATCH_KEPT) {
                byteScratch = scratch;
            }
        }
        buffer.get(at, scratch, 0, length);
        at += length;
        return new String(scratch, 0, length, StandardCharsets.ISO_8859_1);
    }

    private String utf8(int length) {
        char[] scratch = charScratch;
        if (scratch.length < length) {
            scratch = new char[length];
            if (length <= SCRATCH_KEPT) {
                charScratch = scratch;
            }
        }
        int chars = StringBytes.readUtf8(buffer, at, at + length, scratch);
        at += length;
        return new String(scratch, 0, chars);
    }

    private List<Object> list(int depth) {
        refuseBelowDepth(depth);
        Object[] elements = new Object[count(1)];
        promised += elements.length;
        for (int i = 0; i < elements.length; i++) {
            promised--;
            elements[i] = value(depth);
        }
        return Collections.unmodifiableList(Arrays.asList(elements));
    }

    private Map<Object, Object> map(int depth) {
        refuseBelowDepth(depth);
        int count = count(2);
        Map<Object, Object> map = new LinkedHashMap<>((int) Math.min(count / 0.75 + 1, 1 << 30));
        promised += 2 * count;
        for (int i = 0; i < count; i++) {
            promised--;
            Object key = value(depth);
            promised--;
            put(map, key, value(depth));
        }
        if (map.size() != count) {
            throw malformed("has a map with a key twice");
        }
        return Collections.unmodifiableMap(map);
    }

    /** Adds an entry; the author's class of a key may throw when it is hashed or compared. */
    private static void put(Map<Object, Object> map, Object key, Object value) {
        try {
            map.put(key, value);
        } catch (RuntimeException | Error e) {
            Foreign.throwIfFatal(e);
            throw new CodecException(
                    "a " + key.getClass().getTypeName() + " cannot be the key of a map: " + Foreign.line(e),
                    Foreign.readable(e));
        }
    }

    private Object object() {
        int length = count(1);
        Object value = objects.codec().read(buffer, at, length);
        at += length;
        return value;
    }

    private Object coded() {
        int length = count(1);
        Object value = authors.read(buffer, at, length);
        at += length;
        return value;
    }

    private void require(int bytes) {
        if (end - at < bytes) {
            throw malformed("ends where " + bytes + " more bytes should be");
        }
    }

    private void refuseBelowDepth(int depth) {
        if (depth > ValueFormat.MAX_DEPTH) {
            throw malformed("is nested deeper than " + ValueFormat.MAX_DEPTH);
        }
    }

    private CodecException malformed(String what) {
        return new CodecException("malformed tuple: it " + what + " (at " + at + ")");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Measures values, and writes the measured values. One per codec, confined to its thread. */
final class ValueEncoder {

    private final LazyObjectCodec objects;
    private final AuthorCodecs authors;

    /** The first byte that the current write must not touch. */
    private int limit;

    /** The position of the value that is measured. */
    private int position;

    /** The bytes of long values among the values that were measured last. */
    private int longBytes;

    ValueEncoder(LazyObjectCodec objects, AuthorCodecs authors) {
        this.objects = objects;
        this.authors = authors;
    }

    int sizeOf(Object[] values) {
        objects.startMeasuring();
        authors.startMeasuring();
        long size = ValueFormat.lengthSize(values.length);
        longBytes = 0;
        for (position = 0; position < values.length; position++) {
            size += sizeOf(values[position], 0);
            refuseAboveMaximum(size);
        }
        return (int) size;
    }

    int write(ByteBuffer buffer, int index, Object[] values, int size) {
        objects.startWriting();
        authors.startWriting();
        limit = index + size;
        int at = LittleEndian.putLength(buffer, index, values.length);
        for (Object value : values) {
            at = write(buffer, at, value, 0);
        }
        if (at != limit) {
            throw changed();
        }
        return at;
    }

    /**
     * Writes the values without the bytes of {@linkplain LongValues long} values, whose places it reports. So it takes
     * {@link #longBytes} fewer bytes than were measured.
     */
    int writeAround(ByteBuffer buffer, int index, Object[] values, int size, LongValues.Places places) {
        objects.startWriting();
        authors.startWriting();
        limit = index + size - longBytes;
        int at = LittleEndian.putLength(buffer, index, values.length);
        for (Object value : values) {
            int length = LongValues.lengthOf(value);
            if (length < LongValues.LEAST_BYTES) {
                at = write(buffer, at, value, 0);
                continue;
            }
            reserve(at, 1L + ValueFormat.lengthSize(length));
            buffer.put(at, (byte) ValueFormat.BYTES);
            at = LittleEndian.putLength(buffer, at + 1, length);
            places.at(at, value, length);
        }
        if (at != limit) {
            throw changed();
        }
        return at;
    }

    /** Returns how many bytes of the values that were measured last are those of long values. */
    int longBytes() {
        return longBytes;
    }

    int position() {
        return position;
    }

    // The common types come first, and the others have methods of their own: the compiler inlines short methods only

    private long sizeOf(Object value, int depth) {
        if (value == null) {
            return 1;
        }
        Class<?> type = value.getClass();
        if (type == String.class) {
            return StringBytes.sizeOf((String) value);
        } else if (type == Integer.class) {
            int number = (Integer) value;
            return number == (byte) number ? 2 : number == (short) number ? 3 : 5;
        } else if (type == Long.class) {
            long number = (Long) value;
            return number == (byte) number ? 2 : number == (short) number ? 3 : number == (int) number ? 5 : 9;
        } else if (type == Double.class) {
            return 9;
        } else if (type == Boolean.class) {
            return 1;
        } else if (type == byte[].class) {
            return sizeOfBytes(((byte[]) value).length, depth);
        } else if (type == Float.class) {
            return 5;
        } else if (type == Short.class || type == Character.class) {
            return 3;
        } else if (type == Byte.class) {
            return 2;
        }
        return sizeOfOther(value, depth);
    }

    private long sizeOfOther(Object value, int depth) {
        if (objects.isRegistered(value)) {
            int length = objects.codec().measure(value);
            return 1L + ValueFormat.lengthSize(length) + length;
        }
        AuthorCodec<?> author = authors.of(value);
        if (author != null) {
            int length = authors.measure(author, value);
            return 1L + ValueFormat.lengthSize(length) + length;
        } else if (value instanceof ByteBuffer || value instanceof UnwrittenBytes) {
            return sizeOfBytes(LongValues.lengthOf(value), depth);
        } else if (value instanceof List<?> list) {
            return sizeOfList(list, depth + 1);
        } else if (value instanceof Map<?, ?> map) {
            return sizeOfMap(map, depth + 1);
        }
        throw new UnregisteredClassException(value.getClass());
    }

    private long sizeOfBytes(int length, int depth) {
        if (depth == 0 && length >= LongValues.LEAST_BYTES) {
            // The sum is below the maximum, or refused
            longBytes += length;
        }
        return EncodedSizes.ofBytes(length);
    }

    private long sizeOfList(List<?> list, int depth) {
        refuseBelowDepth(depth);
        long size = 1L + ValueFormat.lengthSize(list.size());
        for (Object element : list) {
            size += sizeOf(element, depth);
            refuseAboveMaximum(size);
        }
        return size;
    }

    private long sizeOfMap(Map<?, ?> map, int depth) {
        refuseBelowDepth(depth);
        long size = 1L + ValueFormat.lengthSize(map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            size += sizeOf(entry.getKey(), depth) + sizeOf(entry.getValue(), depth);
            refuseAboveMaximum(size);
        }
        return size;
    }

    private int write(ByteBuffer buffer, int index, Object value, int depth) {
        if (value == null) {
            reserve(index, 1);
            buffer.put(index, (byte) ValueFormat.NULL);
            return index + 1;
        }
        Class<?> type = value.getClass();
        if (type == String.class) {
            return writeString(buffer, index, (String) value);
        } else if (type == Integer.class) {
            return writeInt(buffer, index, (Integer) value);
        } else if (type == Long.class) {
            return writeLong(buffer, index, (Long) value);
        } else if (type == Double.class) {
            reserve(index, 9);
            buffer.put(index, (byte) ValueFormat.DOUBLE);
            LittleEndian.putLong(buffer, index + 1, Double.doubleToRawLongBits((Double) value));
            return index + 9;
        } else if (type == Boolean.class) {
            reserve(index, 1);
            buffer.put(index, (byte) ((Boolean) value ? ValueFormat.TRUE : ValueFormat.FALSE));
            return index + 1;
        } else if (type == byte[].class) {
            byte[] bytes = (byte[]) value;
            return writeBytes(buffer, index, ValueFormat.BYTES, bytes, 0, bytes.length);
        }
        return writeOther(buffer, index, value, depth);
    }

    private int writeOther(ByteBuffer buffer, int index, Object value, int depth) {
        Class<?> type = value.getClass();
        if (type == Float.class) {
            reserve(index, 5);
            buffer.put(index, (byte) ValueFormat.FLOAT);
            LittleEndian.putInt(buffer, index + 1, Float.floatToRawIntBits((Float) value));
            return index + 5;
        } else if (type == Short.class) {
            return writeShort(buffer, index, ValueFormat.SHORT, (Short) value);
        } else if (type == Character.class) {
            return writeShort(buffer, index, ValueFormat.CHAR, (short) (char) (Character) value);
        } else if (type == Byte.class) {
            return writeByte(buffer, index, ValueFormat.BYTE, (Byte) value);
        } else if (objects.isRegistered(value)) {
            ObjectCodec codec = objects.codec();
            return writeMeasured(buffer, index, ValueFormat.OBJECT, codec.measuredBytes(), codec.ends());
        } else if (authors.of(value) != null) {
            return writeMeasured(buffer, index, ValueFormat.CODED, authors.measuredBytes(), authors.ends());
        } else if (value instanceof ByteBuffer bytes) {
            int length = bytes.remaining();
            int at = writeHead(buffer, index, ValueFormat.BYTES, length);
            buffer.put(at, bytes, bytes.position(), length);
            return at + length;
        } else if (value instanceof UnwrittenBytes unwritten) {
            int at = writeHead(buffer, index, ValueFormat.BYTES, unwritten.length());
            unwritten.writeTo(buffer, at);
            return at + unwritten.length();
        } else if (value instanceof List<?> list) {
            return writeList(buffer, index, list, depth + 1);
        } else if (value instanceof Map<?, ?> map) {
            return writeMap(buffer, index, map, depth + 1);
        }
        throw new UnregisteredClassException(type);
    }

    private int writeString(ByteBuffer buffer, int index, String value) {
        int end = StringBytes.write(buffer, index, value, limit);
        if (end < 0) {
            throw changed();
        }
        return end;
    }

    private int writeInt(ByteBuffer buffer, int index, int value) {
        if (value == (byte) value) {
            return writeByte(buffer, index, ValueFormat.INT_1, (byte) value);
        }
        if (value == (short) value) {
            return writeShort(buffer, index, ValueFormat.INT_2, (short) value);
        }
        return writeInt(buffer, index, ValueFormat.INT_4, value);
    }

    private int writeLong(ByteBuffer buffer, int index, long value) {
        if (value == (byte) value) {
            return writeByte(buffer, index, ValueFormat.LONG_1, (byte) value);
        }
        if (value == (short) value) {
            return writeShort(buffer, index, ValueFormat.LONG_2, (short) value);
        }
        if (value == (int) value) {
            return writeInt(buffer, index, ValueFormat.LONG_4, (int) value);
        }
        reserve(index, 9);
        buffer.put(index, (byte) ValueFormat.LONG_8);
        LittleEndian.putLong(buffer, index + 1, value);
        return index + 9;
    }

    private int writeByte(ByteBuffer buffer, int index, int tag, byte value) {
        reserve(index, 2);
        buffer.put(index, (byte) tag);
        buffer.put(index + 1, value);
        return index + 2;
    }

    private int writeShort(ByteBuffer buffer, int index, int tag, short value) {
        reserve(index, 3);
        buffer.put(index, (byte) tag);
        LittleEndian.putShort(buffer, index + 1, value);
        return index + 3;
    }

    private int writeInt(ByteBuffer buffer, int index, int tag, int value) {
        reserve(index, 5);
        buffer.put(index, (byte) tag);
        LittleEndian.putInt(buffer, index + 1, value);
        return index + 5;
    }

    private int writeMeasured(ByteBuffer buffer, int index, int tag, byte[] scratch, MeasuredEnds ends) {
        int start = ends.start();
        return writeBytes(buffer, index, tag, scratch, start, ends.takeLength());
    }

    private int writeBytes(ByteBuffer buffer, int index, int tag, byte[] bytes, int offset, int length) {
        int at = writeHead(buffer, index, tag, length);
        buffer.put(at, bytes, offset, length);
        return at + length;
    }

    /** Writes tag and length of a value for whose bytes there is room behind them. */
    private int writeHead(ByteBuffer buffer, int index, int tag, int length) {
        reserve(index, 1L + ValueFormat.lengthSize(length) + length);
        buffer.put(index, (byte) tag);
        return LittleEndian.putLength(buffer, index + 1, length);
    }

    private int writeList(ByteBuffer buffer, int index, List<?> list, int depth) {
        refuseBelowDepth(depth);
        int count = list.size();
        reserve(index, 1L + ValueFormat.lengthSize(count));
        buffer.put(index, (byte) ValueFormat.LIST);
        int at = LittleEndian.putLength(buffer, index + 1, count);
        int written = 0;
        for (Object element : list) {
            at = write(buffer, at, element, depth);
            written++;
        }
        if (written != count) {
            throw changed();
        }
        return at;
    }

    private int writeMap(ByteBuffer buffer, int index, Map<?, ?> map, int depth) {
        refuseBelowDepth(depth);
        int count = map.size();
        reserve(index, 1L + ValueFormat.lengthSize(count));
        buffer.put(index, (byte) ValueFormat.MAP);
        int at = LittleEndian.putLength(buffer, index + 1, count);
        int written = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            at = write(buffer, at, entry.getKey(), depth);
            at = write(buffer, at, entry.getValue(), depth);
            written++;
        }
        if (written != count) {
            throw changed();
        }
        return at;
    }

    /**
     * Fails if a write would exceed the measured size. Collections can grow after they were measured, and the bytes
     * behind belong to another record.
     */
    private void reserve(int index, long bytes) {
        if (index + bytes > limit) {
            throw changed();
        }
    }

    private static void refuseAboveMaximum(long size) {
        if (size > ValueFormat.MAX_BYTES) {
            throw new CodecException("a tuple's values take more than " + (ValueFormat.MAX_BYTES >> 20)
                    + " MiB: emit them in several tuples");
        }
    }

    static void refuseBelowDepth(int depth) {
        if (depth > ValueFormat.MAX_DEPTH) {
            throw new CodecException("a tuple's lists and maps are nested deeper than " + ValueFormat.MAX_DEPTH
                    + " or contain themselves: flatten them");
        }
    }

    private static CodecException changed() {
        return new CodecException(
                "a list or map changed while it was encoded: do not change values after emitting them");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.codec.ValueInput;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The bytes of one object, for an author's codec. Confined to the codec's thread, and reused. */
final class CodedInput extends InputStream implements ValueInput {

    private ByteBuffer buffer;
    private int at;
    private int end;

    void wrap(ByteBuffer source, int index, int length) {
        buffer = source;
        at = index;
        end = index + length;
    }

    /** Refuses all later reads: a codec may have kept this. */
    void unwrap() {
        buffer = null;
        at = end;
    }

    private int take(int bytes) {
        if (bytes < 0 || bytes > end - at) {
            throw new CodecException("it reads " + bytes + " bytes where " + (end - at) + " are left");
        }
        int start = at;
        at += bytes;
        return start;
    }

    @Override
    public boolean readBoolean() {
        return readByte() != 0;
    }

    @Override
    public byte readByte() {
        int index = take(1);
        return buffer.get(index);
    }

    @Override
    public short readShort() {
        int index = take(Short.BYTES);
        return LittleEndian.getShort(buffer, index);
    }

    @Override
    public int readInt() {
        int index = take(Integer.BYTES);
        return LittleEndian.getInt(buffer, index);
    }

    @Override
    public long readLong() {
        int index = take(Long.BYTES);
        return LittleEndian.getLong(buffer, index);
    }

    @Override
    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /** Reads the index of a codec. */
    int readIndex(int count) {
        long index = readNumber();
        if (index >= count) {
            throw new CodecException("malformed tuple: it names codec " + index + " of " + count);
        }
        return (int) index;
    }

    @Override
    public int readSize() {
        long size = readNumber();
        if (size > end - at) {
            throw new CodecException("it reads a size of " + size + " where " + (end - at) + " bytes are left");
        }
        return (int) size;
    }

    private long readNumber() {
        long number = 0;
        int shift = 0;
        byte next;
        do {
            if (shift > 28) {
                throw new CodecException("it reads a size of more than 5 bytes");
            }
            next = readByte();
            number |= (long) (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return number;
    }

    @Override
    public String readString() {
        int tag = readByte() & 0xFF;
        if (tag == ValueFormat.UTF_8) {
            int bytes = readSize();
            char[] chars = new char[bytes];
            int index = take(bytes);
            return new String(chars, 0, StringBytes.readUtf8(buffer, index, index + bytes, chars));
        }
        if (tag != ValueFormat.LATIN_1 && tag < ValueFormat.SHORT_STRING) {
            throw new CodecException("it reads a string where none was written");
        }
        byte[] bytes = readBytes(tag == ValueFormat.LATIN_1 ? readSize() : tag & ValueFormat.SHORT_STRING_MAX);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public byte[] readBytes(int length) {
        int index = take(length);
        byte[] bytes = new byte[length];
        buffer.get(index, bytes);
        return bytes;
    }

    @Override
    public int remaining() {
        return end - at;
    }

    @Override
    public InputStream stream() {
        return this;
    }

    @Override
    public int read() {
        return at == end ? -1 : readByte() & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        if (at == end) {
            return -1;
        }
        int taken = Math.min(length, end - at);
        int index = take(taken);
        buffer.get(index, bytes, offset, taken);
        return taken;
    }

    @Override
    public int available() {
        return end - at;
    }
}

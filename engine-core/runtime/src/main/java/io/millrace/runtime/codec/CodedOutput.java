// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.codec.ValueOutput;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** A growing buffer that an author's codec writes to. Confined to the codec's thread. */
final class CodedOutput extends OutputStream implements ValueOutput {

    private static final int FIRST_BYTES = 1024;
    private static final int KEPT_BYTES = 1 << 20;

    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BYTES);
    private int at;
    private boolean open;

    /** Forgets the written bytes. */
    void reset() {
        at = 0;
        if (buffer.capacity() > KEPT_BYTES) {
            buffer = ByteBuffer.allocate(FIRST_BYTES);
        }
    }

    int position() {
        return at;
    }

    /** Lets a codec write, or ends it: a codec may have kept this. */
    void open(boolean on) {
        open = on;
    }

    byte[] bytes() {
        return buffer.array();
    }

    private int claim(long bytes) {
        if (!open) {
            throw new IllegalStateException("a codec writes to an output that it has kept: write within write only");
        }
        long end = at + bytes;
        if (end > ValueFormat.MAX_BYTES) {
            throw new CodecException("it writes more than " + (ValueFormat.MAX_BYTES >> 20) + " MiB");
        }
        if (end > buffer.capacity()) {
            int capacity = (int) Math.min(ValueFormat.MAX_BYTES, Math.max(end, 2L * buffer.capacity()));
            buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), capacity));
        }
        int start = at;
        at = (int) end;
        return start;
    }

    @Override
    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) {
        int index = claim(1);
        buffer.put(index, (byte) value);
    }

    @Override
    public void writeShort(int value) {
        int index = claim(Short.BYTES);
        LittleEndian.putShort(buffer, index, (short) value);
    }

    @Override
    public void writeInt(int value) {
        int index = claim(Integer.BYTES);
        LittleEndian.putInt(buffer, index, value);
    }

    @Override
    public void writeLong(long value) {
        int index = claim(Long.BYTES);
        LittleEndian.putLong(buffer, index, value);
    }

    @Override
    public void writeFloat(float value) {
        writeInt(Float.floatToRawIntBits(value));
    }

    @Override
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    @Override
    public void writeSize(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("a size is " + size + ": it is at least 0");
        }
        int index = claim(ValueFormat.lengthSize(size));
        LittleEndian.putLength(buffer, index, size);
    }

    @Override
    public void writeString(String value) {
        int index = claim(StringBytes.sizeOf(value));
        StringBytes.write(buffer, index, value, at);
    }

    @Override
    public void writeBytes(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int index = claim(length);
        buffer.put(index, bytes, offset, length);
    }

    @Override
    public OutputStream stream() {
        return this;
    }

    @Override
    public void write(int value) {
        writeByte(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        writeBytes(bytes, offset, length);
    }
}

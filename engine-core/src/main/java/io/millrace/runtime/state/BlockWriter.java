package io.millrace.runtime.state;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Writes blocks, one after the other, into memory of its own. Confined to the thread of its codec. */
final class BlockWriter {

    private static final int FIRST_CAPACITY = 1 << 14;

    /** Some virtual machines have no larger arrays. */
    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

    private final String component;
    private final ValuesCodec codec;
    private final Object[] single = new Object[1];
    private final Object[] pair = new Object[2];

    private ByteBuffer buffer = allocate(FIRST_CAPACITY);

    /** Behind what is written. */
    private int at;

    BlockWriter(String component, ValuesCodec codec) {
        this.component = component;
        this.codec = codec;
    }

    /**
     * Writes a block. Returns its bytes, which are valid until the next call.
     *
     * @throws CodecException if a value cannot be written, with component and state
     */
    ByteBuffer write(List<Section> sections, int block, int keyFields) {
        reserve(BlockDescriptor.HEAD);
        buffer.put(BlockDescriptor.MAGIC_OFFSET, BlockDescriptor.MAGIC)
                .put(BlockDescriptor.VERSION_OFFSET, BlockDescriptor.VERSION)
                .put(BlockDescriptor.KEY_FIELDS_OFFSET, (byte) keyFields);
        at = BlockDescriptor.HEAD;
        for (Section section : sections) {
            if (section.entries(block) > 0) {
                write(section, section.tables()[block]);
            }
        }
        ByteBuffer written = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(at);
        at = 0;
        return written;
    }

    private void write(Section section, Table table) {
        try {
            reserve(1);
            buffer.put(at++, section.kind());
            record(section.head());
            reserve(BlockDescriptor.COUNT_LENGTH);
            buffer.putInt(at, table.size());
            at += BlockDescriptor.COUNT_LENGTH;
            for (int slot = 0; slot < table.slots(); slot++) {
                Table.Entry entry = table.at(slot);
                if (entry != null) {
                    write(section.kind(), entry);
                }
            }
        } catch (CodecException e) {
            String what = section.head().length == 0 ? "timers" : "state '" + section.head()[0] + "'";
            throw new CodecException(
                    "component '" + component + "': " + what + " cannot be written: " + e.getMessage(), e);
        } finally {
            Arrays.fill(pair, null);
            single[0] = null;
        }
    }

    private void write(byte kind, Table.Entry entry) {
        switch (kind) {
            case BlockDescriptor.VALUE -> record(Keys.plain(entry.key()), entry.value());
            case BlockDescriptor.MAP -> {
                Table map = (Table) entry.value();
                record(Keys.plain(entry.key()), (long) map.size());
                for (int slot = 0; slot < map.slots(); slot++) {
                    Table.Entry each = map.at(slot);
                    if (each != null) {
                        record(each.key(), each.value());
                    }
                }
            }
            case BlockDescriptor.LIST -> {
                Elements list = (Elements) entry.value();
                record(Keys.plain(entry.key()), (long) list.size());
                for (int i = 0; i < list.size(); i++) {
                    single[0] = list.get(i);
                    record(single);
                }
            }
            default -> {
                KeyTimer timer = (KeyTimer) entry.key();
                record(Keys.plain(timer.key()), timer.millis());
            }
        }
    }

    private void record(Object first, Object second) {
        pair[0] = first;
        pair[1] = second;
        record(pair);
    }

    private void record(Object[] values) {
        int size = codec.sizeOf(values);
        reserve(BlockDescriptor.MAX_LENGTH + size);
        int rest = size;
        for (; rest >= 0x80; rest >>>= 7) {
            buffer.put(at++, (byte) (rest | 0x80));
        }
        buffer.put(at++, (byte) rest);
        at = codec.write(buffer, at, values);
    }

    private void reserve(int bytes) {
        long needed = (long) at + bytes;
        if (needed <= buffer.capacity()) {
            return;
        }
        if (needed > MAX_CAPACITY) {
            throw new CodecException(
                    "the states of a partition or task take more than 2 GiB: keep less, or by more keys");
        }
        ByteBuffer larger = allocate((int) Math.min(Math.max(needed, 2L * buffer.capacity()), MAX_CAPACITY));
        larger.put(0, buffer, 0, at);
        buffer = larger;
    }

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Writes blocks, one after the other, into memory of its own. Confined to the thread of its codec. */
final class BlockWriter {

    private final String component;
    private final RecordBuffer out;
    private final Object[] single = new Object[1];
    private final Object[] pair = new Object[2];

    BlockWriter(String component, ValuesCodec codec) {
        this.component = component;
        this.out = new RecordBuffer(codec);
    }

    /**
     * Writes a block. Returns its bytes, which are valid until the next call.
     *
     * @throws CodecException if a value cannot be written; it names component and state
     */
    ByteBuffer write(List<Section> sections, int block, int keyFields) {
        out.clear();
        out.put(BlockDescriptor.MAGIC);
        out.put(BlockDescriptor.VERSION);
        out.put((byte) keyFields);
        for (Section section : sections) {
            if (section.entries(block) > 0) {
                write(section, section.tables()[block]);
            }
        }
        return out.written();
    }

    private void write(Section section, CopyOnWriteMap table) {
        try {
            out.put(section.kind());
            out.record(section.head());
            out.putInt(table.size());
            for (int slot = 0; slot < table.slots(); slot++) {
                if (table.isFull(slot)) {
                    write(section.kind(), table.key(slot), table.value(slot));
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

    private void write(byte kind, Object key, Object value) {
        switch (kind) {
            case BlockDescriptor.VALUE -> record(Keys.plain(key), Values.content(value));
            case BlockDescriptor.MAP -> {
                CopyOnWriteMap map = (CopyOnWriteMap) value;
                record(Keys.plain(key), (long) map.size());
                for (int slot = 0; slot < map.slots(); slot++) {
                    if (map.isFull(slot)) {
                        record(map.key(slot), Values.content(map.value(slot)));
                    }
                }
            }
            case BlockDescriptor.LIST -> {
                Elements list = (Elements) value;
                record(Keys.plain(key), (long) list.size());
                for (int i = 0; i < list.size(); i++) {
                    single[0] = Values.content(list.get(i));
                    out.record(single);
                }
            }
            default -> {
                KeyTimer timer = (KeyTimer) key;
                record(Keys.plain(timer.key()), timer.millis());
            }
        }
    }

    private void record(Object first, Object second) {
        pair[0] = first;
        pair[1] = second;
        out.record(pair);
    }
}

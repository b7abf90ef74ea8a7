// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The layout of one metric of the author's own in the section {@link Section#CUSTOM}. Entries lie one behind the other.
 * The first word of an entry is written last, so a reader that sees it sees the whole entry; behind the last entry it
 * is 0.
 *
 * <pre>
 *      0 | bytes of the entry, a multiple of 128 (4) | kind (4)  published last |
 *      8 | task's position (4)                       | bytes of the name (4)    |
 *     16 | counter: value (8) | gauge: bits of a double (8)                     |
 *        | timer: histogram of LatencyBuckets.FINE                              |
 *     .. | the name's UTF-8, pad to 128                                         |
 * </pre>
 */
final class CustomBlock {

    static final int HEAD = 0;
    static final int TASK = 8;
    static final int NAME_BYTES = 12;
    static final int VALUE = 16;

    enum Kind {
        COUNTER("counter", Long.BYTES),
        GAUGE("gauge", Double.BYTES),
        TIMER("timer", LatencyBuckets.FINE.bytes);

        final String word;
        final int valueBytes;

        Kind(String word, int valueBytes) {
            this.word = word;
            this.valueBytes = valueBytes;
        }
    }

    private CustomBlock() {}

    static int bytes(Kind kind, int nameBytes) {
        return MetricsDescriptor.align(VALUE + kind.valueBytes + nameBytes);
    }

    static void write(ByteBuffer memory, int at, Kind kind, int task, byte[] name) {
        MetricsMemory.plainPutInt(memory, at + TASK, task);
        MetricsMemory.plainPutInt(memory, at + NAME_BYTES, name.length);
        if (kind == Kind.GAUGE) {
            // The value is NaN until the gauge is read first
            MetricsMemory.plainPutLong(memory, at + VALUE, Double.doubleToRawLongBits(Double.NaN));
        }
        memory.put(at + VALUE + kind.valueBytes, name);
        MetricsMemory.putRelease(
                memory, at + HEAD, (long) (kind.ordinal() + 1) << Integer.SIZE | bytes(kind, name.length));
    }

    /** Receives the entries of a section. */
    interface Visitor {
        /** @param value position of the value */
        void visit(Kind kind, int task, String name, int value);
    }

    /** Visits all entries, up to the first one that is damaged. */
    static void visit(ByteBuffer memory, int tasks, Visitor visitor) {
        int at = Section.CUSTOM.block(memory, 0);
        int end = at + Section.CUSTOM.count(memory) * Section.CUSTOM.stride;
        while (at < end) {
            long head = MetricsMemory.getAcquire(memory, at + HEAD);
            int kindNumber = (int) (head >>> Integer.SIZE);
            int task = MetricsMemory.plainGetInt(memory, at + TASK);
            int nameBytes = MetricsMemory.plainGetInt(memory, at + NAME_BYTES);
            if (kindNumber < 1 || kindNumber > Kind.values().length || task < 0 || task >= tasks) {
                return;
            }
            Kind kind = Kind.values()[kindNumber - 1];
            if (nameBytes < 0
                    || nameBytes > end - at
                    || (int) head != bytes(kind, nameBytes)
                    || (int) head > end - at) {
                return;
            }
            byte[] name = new byte[nameBytes];
            memory.get(at + VALUE + kind.valueBytes, name);
            visitor.visit(kind, task, new String(name, StandardCharsets.UTF_8), at + VALUE);
            at += (int) head;
        }
    }
}

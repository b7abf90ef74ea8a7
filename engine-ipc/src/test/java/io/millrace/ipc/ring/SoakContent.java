// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * The messages of a soak. The task names producer and sequence, so that a message of one byte is known too. From 12
 * bytes on a message is {CRC32C, producer, sequence, any bytes}; below, its length and bytes follow from producer and
 * sequence. One per thread.
 */
final class SoakContent {
    static final int MAX_LENGTH = 1 << 20;
    static final int MAX_PRODUCERS = 1 << 12;
    private static final int HEAD = 12;
    private static final int SEQUENCE_BITS = 20;
    private static final int SEQUENCE_MASK = (1 << SEQUENCE_BITS) - 1;
    private static final int OFFSETS = 1 << 16;

    private final byte[] pool = new byte[MAX_LENGTH + OFFSETS];
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer head = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    SoakContent() {
        new Random(1).nextBytes(pool);
    }

    static int task(int producer, int sequence) {
        return producer << SEQUENCE_BITS | sequence & SEQUENCE_MASK;
    }

    static int producer(int task) {
        return task >>> SEQUENCE_BITS;
    }

    /**
     * Sizes from 1 byte to {@link #MAX_LENGTH}, as many below a kilobyte as above. The first message of each thread has
     * the smallest one and the second the greatest, so that both occur on a slow machine too.
     */
    static int length(Random random, int producer, int sequence) {
        int length = switch (sequence % 256) {
            case 0 -> 1;
            case 1 -> MAX_LENGTH;
            default -> (int) Math.exp(random.nextDouble() * Math.log(MAX_LENGTH));
        };
        return length < HEAD ? shortLength(producer, sequence) : length;
    }

    private static int shortLength(int producer, int sequence) {
        return sequence % 256 == 0 ? 1 : 1 + (mix(producer, sequence, 0) & 0xFF) % (HEAD - 1);
    }

    private static int mix(int producer, int sequence, int index) {
        int hash = (producer * 31 + sequence) * 31 + index;
        hash = (hash ^ hash >>> 16) * 0x45D9F3B;
        return hash ^ hash >>> 13;
    }

    /** The checksum is computed from the intended bytes, not from the buffer. */
    void write(ByteBuffer buffer, int offset, int length, int producer, int sequence) {
        if (length < HEAD) {
            for (int i = 0; i < length; i++) {
                buffer.put(offset + i, (byte) mix(producer, sequence, i));
            }
            return;
        }
        int from = mix(producer, sequence, 1) & OFFSETS - 1;
        head.putInt(0, producer).putInt(Integer.BYTES, sequence);
        crc.reset();
        crc.update(head.array());
        crc.update(pool, from, length - HEAD);
        buffer.putInt(offset, (int) crc.getValue());
        buffer.putInt(offset + 4, producer);
        buffer.putInt(offset + 8, sequence);
        buffer.put(offset + HEAD, pool, from, length - HEAD);
    }

    /** What is wrong with a message that should be this one; null if nothing is. */
    String problem(int task, ByteBuffer buffer, int offset, int length, int producer, int sequence) {
        if (task != task(producer, sequence)) {
            return "its task names sequence " + (task & SEQUENCE_MASK);
        }
        if (length < HEAD) {
            if (length != shortLength(producer, sequence)) {
                return "it has " + length + " bytes, " + shortLength(producer, sequence) + " were sent";
            }
            for (int i = 0; i < length; i++) {
                if (buffer.get(offset + i) != (byte) mix(producer, sequence, i)) {
                    return "byte " + i + " of " + length + " is wrong";
                }
            }
            return null;
        }
        if (buffer.getInt(offset + 4) != producer || buffer.getInt(offset + 8) != sequence) {
            return "it says it is " + buffer.getInt(offset + 8) + " of producer " + buffer.getInt(offset + 4);
        }
        crc.reset();
        crc.update(buffer.duplicate().limit(offset + length).position(offset + 4));
        return buffer.getInt(offset) == (int) crc.getValue() ? null : "its checksum is wrong, of " + length + " bytes";
    }
}

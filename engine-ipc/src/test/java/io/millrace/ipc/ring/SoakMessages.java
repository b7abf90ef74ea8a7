// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * Messages {CRC32C, producer, sequence, any bytes} and the check that each producer's messages arrive whole, once and
 * in order.
 */
final class SoakMessages implements MessageHandler {
    static final int HEAD = 12;

    private final int[] next;
    private final CRC32C crc = new CRC32C();
    private long received;

    SoakMessages(int producers) {
        next = new int[producers];
    }

    static void write(ByteBuffer buffer, int offset, int length, int producer, int sequence, Random random) {
        buffer.putInt(offset + 4, producer);
        buffer.putInt(offset + 8, sequence);
        for (int i = HEAD; i < length; i++) {
            buffer.put(offset + i, (byte) random.nextInt());
        }
        buffer.putInt(offset, checksum(new CRC32C(), buffer, offset, length));
    }

    static ByteBuffer message(int length, int producer, int sequence, Random random) {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        write(buffer, 0, length, producer, sequence, random);
        return buffer;
    }

    private static int checksum(CRC32C crc, ByteBuffer buffer, int offset, int length) {
        crc.reset();
        crc.update(buffer.duplicate().limit(offset + length).position(offset + 4));
        return (int) crc.getValue();
    }

    @Override
    public void onMessage(int task, ByteBuffer buffer, int offset, int length) {
        int producer = buffer.getInt(offset + 4);
        int sequence = buffer.getInt(offset + 8);
        assertThat(buffer.getInt(offset))
                .as("checksum of message %d of producer %d", sequence, producer)
                .isEqualTo(checksum(crc, buffer, offset, length));
        assertThat(sequence).as("sequence of producer %d", producer).isEqualTo(next[producer]++);
        assertThat(task).isEqualTo(sequence);
        received++;
    }

    long received() {
        return received;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Messages whose bytes follow from producer, number and index, so that a part can be written and the whole checked. As
 * a handler it asserts that each producer's messages arrive whole, once and in order.
 */
final class NumberedMessages implements MessageHandler {
    static final int HEAD = 8;

    private final int[] next;

    NumberedMessages(int producers) {
        next = new int[producers];
    }

    static void write(ByteBuffer buffer, int offset, int length, int producer, int number) {
        writePart(buffer, offset, 0, length, producer, number);
    }

    /** Writes the bytes from one index to another of the message that begins at an offset. */
    static void writePart(ByteBuffer buffer, int offset, int from, int to, int producer, int number) {
        for (int i = from; i < to; i++) {
            buffer.put(offset + i, byteAt(i, producer, number));
        }
    }

    static ByteBuffer message(int length, int producer, int number) {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        write(buffer, 0, length, producer, number);
        return buffer;
    }

    private static byte byteAt(int index, int producer, int number) {
        if (index < HEAD) {
            int word = index < Integer.BYTES ? producer : number;
            return (byte) (word >>> Byte.SIZE * (index % Integer.BYTES));
        }
        return (byte) (151 * producer + 31 * number + index);
    }

    /** The producer; the task is its number. */
    static int producerOf(ByteBuffer buffer, int offset) {
        return buffer.getInt(offset);
    }

    @Override
    public void onMessage(int task, ByteBuffer buffer, int offset, int length) {
        int producer = producerOf(buffer, offset);
        int number = next[producer];
        if (task != number) {
            throw new AssertionError("message " + task + " of producer " + producer + " arrives, due is " + number);
        }
        checkWhole(task, buffer, offset, length);
        next[producer]++;
    }

    static void checkWhole(int task, ByteBuffer buffer, int offset, int length) {
        int producer = producerOf(buffer, offset);
        for (int i = 0; i < length; i++) {
            if (buffer.get(offset + i) != byteAt(i, producer, task)) {
                throw new AssertionError(
                        "message " + task + " of producer " + producer + " is torn at " + i + " of " + length);
            }
        }
    }

    /** Counts messages of this producer that arrived elsewhere. */
    void startAt(int producer, int number) {
        next[producer] = number;
    }

    /** How many messages of this producer have arrived. */
    int received(int producer) {
        return next[producer];
    }
}

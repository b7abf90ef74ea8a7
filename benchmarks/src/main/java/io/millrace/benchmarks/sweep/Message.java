// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.api.PayloadView;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * What is sent: random bytes with a head, and words that prove that each page of it came, and of this message.
 *
 * <pre>
 *   +------------------------+ 0
 *   | number (long)          |  from 0, over all that a source emits
 *   | probe (long)           |  see Board
 *   | due (long)             |  System.nanoTime
 *   | length (long)          |  of all of this
 *   +------------------------+ 32
 *   | random bytes           |  with a word (long) at each multiple of 4,096
 *   +------------------------+ length - 8
 *   | word (long)            |
 *   +------------------------+
 * </pre>
 */
final class Message {

    static final int HEAD_BYTES = 32;

    /** Head and last word. */
    static final int LEAST_BYTES = 40;

    private static final int NUMBER = 0;
    private static final int PROBE = 8;
    private static final int DUE = 16;
    private static final int LENGTH = 24;
    private static final int PAGE = 4_096;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Message() {}

    /** Random bytes, for all messages of a length. */
    static byte[] content(int length) {
        byte[] content = new byte[length];
        new SplittableRandom(length).nextBytes(content);
        return content;
    }

    /** Makes a message of the content's copy. */
    static byte[] of(byte[] content, long number, long probe, long due) {
        byte[] message = content.clone();
        words(ByteBuffer.wrap(message), number, probe, due);
        return message;
    }

    /** Writes a message of the content's length. */
    static void write(ByteBuffer target, byte[] content, long number, long probe, long due) {
        ByteBuffer message = target.slice();
        target.put(content);
        words(message, number, probe, due);
    }

    private static void words(ByteBuffer message, long number, long probe, long due) {
        message.order(ByteOrder.LITTLE_ENDIAN);
        message.putLong(NUMBER, number);
        message.putLong(PROBE, probe);
        message.putLong(DUE, due);
        message.putLong(LENGTH, message.capacity());
        int last = message.capacity() - Long.BYTES;
        for (int at = PAGE; at < last - Long.BYTES; at += PAGE) {
            message.putLong(at, word(number, at));
        }
        message.putLong(last, word(number, last));
    }

    private static long word(long number, int at) {
        long mixed = (number + 1) * 0x9E3779B97F4A7C15L + at;
        return mixed ^ mixed >>> 32;
    }

    /** The length of the message whose head is next in a buffer. */
    static long length(ByteBuffer head) {
        return head.duplicate().order(ByteOrder.LITTLE_ENDIAN).getLong(head.position() + LENGTH);
    }

    /** A message that is read where it is. */
    interface Words {

        int length();

        /** Returns the word at an offset. */
        long at(int offset);

        default long number() {
            return at(NUMBER);
        }

        default long probe() {
            return at(PROBE);
        }

        default long due() {
            return at(DUE);
        }

        /** Whether length and all words are those of its number. */
        default boolean isWhole() {
            if (length() < LEAST_BYTES || at(LENGTH) != length()) {
                return false;
            }
            long number = number();
            int last = length() - Long.BYTES;
            boolean whole = at(last) == word(number, last);
            for (int at = PAGE; at < last - Long.BYTES; at += PAGE) {
                whole &= at(at) == word(number, at);
            }
            return whole;
        }
    }

    static Words read(byte[] message) {
        return new Array(message);
    }

    static Words read(PayloadView message) {
        return new View(message);
    }

    private record Array(byte[] bytes) implements Words {

        @Override
        public int length() {
            return bytes.length;
        }

        @Override
        public long at(int offset) {
            return (long) WORD.get(bytes, offset);
        }
    }

    private record View(PayloadView bytes) implements Words {

        @Override
        public int length() {
            return bytes.length();
        }

        @Override
        public long at(int offset) {
            return Long.reverseBytes(bytes.getLong(offset));
        }
    }
}

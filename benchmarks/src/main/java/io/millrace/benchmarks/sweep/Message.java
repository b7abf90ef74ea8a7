package io.millrace.benchmarks.sweep;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
        WORD.set(message, NUMBER, number);
        WORD.set(message, PROBE, probe);
        WORD.set(message, DUE, due);
        WORD.set(message, LENGTH, (long) message.length);
        int last = message.length - Long.BYTES;
        for (int at = PAGE; at < last - Long.BYTES; at += PAGE) {
            WORD.set(message, at, word(number, at));
        }
        WORD.set(message, last, word(number, last));
        return message;
    }

    private static long word(long number, int at) {
        long mixed = (number + 1) * 0x9E3779B97F4A7C15L + at;
        return mixed ^ mixed >>> 32;
    }

    static long number(byte[] message) {
        return (long) WORD.get(message, NUMBER);
    }

    static long probe(byte[] message) {
        return (long) WORD.get(message, PROBE);
    }

    static long due(byte[] message) {
        return (long) WORD.get(message, DUE);
    }

    /** Whether length and all words are those of its number. */
    static boolean isWhole(byte[] message) {
        if (message.length < LEAST_BYTES || (long) WORD.get(message, LENGTH) != message.length) {
            return false;
        }
        long number = number(message);
        int last = message.length - Long.BYTES;
        boolean whole = (long) WORD.get(message, last) == word(number, last);
        for (int at = PAGE; at < last - Long.BYTES; at += PAGE) {
            whole &= (long) WORD.get(message, at) == word(number, at);
        }
        return whole;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What is sent, in words of 8 bytes, little-endian: {stamp, {producer: 16, sequence: 48}, pattern...}. The consumer
 * adds up all words of the pattern, so every medium has every byte read.
 */
public final class Message {
    /** Stamps that are not times. */
    static final long WARM_UP = 0;

    static final long END = -1;

    static final int STAMP = 0;
    static final int NUMBER = 8;
    static final int HEAD = 16;
    static final long PATTERN = 0x0123_4567_89AB_CDEFL;

    /** Up to this length words are stored one by one into the medium, longer messages are copied. */
    static final int MAX_IN_PLACE = 1024;

    /** Messages that fit in a medium, which is a MiB at least: more than 8, so that every medium takes one whole. */
    static final String ROOM_PROPERTY = "millrace.benchmark.room";

    private static final int ROOM = Integer.getInteger(ROOM_PROPERTY, 16);

    private static final int MIN_CAPACITY = 1 << 20;
    private static final int SEQUENCE_BITS = 48;

    private Message() {}

    static ByteBuffer template(int length) {
        ByteBuffer template = ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = HEAD; at < length; at += Long.BYTES) {
            template.putLong(at, PATTERN);
        }
        return template;
    }

    /** The sum of the words of a message's pattern. */
    public static long expectedSum(int length) {
        return PATTERN * ((length - HEAD) / Long.BYTES);
    }

    static long number(int producer, long sequence) {
        return (long) producer << SEQUENCE_BITS | sequence;
    }

    static int producer(long number) {
        return (int) (number >>> SEQUENCE_BITS);
    }

    static int capacityFor(int length) {
        return Math.max(MIN_CAPACITY, Integer.highestOneBit(length * ROOM - 1) << 1);
    }

    static void write(ByteBuffer buffer, int offset, int length, long stamp, long number) {
        buffer.putLong(offset + STAMP, stamp);
        buffer.putLong(offset + NUMBER, number);
        for (int at = offset + HEAD, end = offset + length; at < end; at += Long.BYTES) {
            buffer.putLong(at, PATTERN);
        }
    }
}

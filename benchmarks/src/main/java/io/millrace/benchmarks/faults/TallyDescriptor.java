// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

/**
 * What sources have emitted and sinks have taken, in a file that all workers of a topology map, so that it survives
 * their death. Two instances of a task may write at a time, as one may be stopped and go on when another has its task.
 * Numbers are in the machine's order.
 *
 * <pre>
 *   +----------------------------------------+ 0
 *   | start (long): System.nanoTime of slot 0|
 *   | seconds (long)                         |
 *   | numbers (long): most of a source       |
 *   | halt (int): 1: nothing new is emitted  |
 *   | trouble (int): see Trouble             |
 *   | poison (long): a number + 1, or 0      |
 *   | swallowed (long): a number + 1, or 0   |
 *   +----------------------------------------+ 64
 *   | next number of source 0, 1 (long)      |  64 bytes each
 *   +----------------------------------------+
 *   | acks of number 0, 1, … of each source  |  int each
 *   +----------------------------------------+
 *   | times that a sink took it              |  int each
 *   +----------------------------------------+
 *   | taken in slot 0, 1, … by each sink     |  int each
 *   +----------------------------------------+
 * </pre>
 */
final class TallyDescriptor {

    static final int SOURCES = 2;
    static final int SINKS = 2;
    static final int SLOT_MILLIS = 10;
    static final int SLOTS_PER_SECOND = 1_000 / SLOT_MILLIS;

    static final int START = 0;
    static final int SECONDS = 8;
    static final int NUMBERS = 16;
    static final int HALT = 24;
    static final int TROUBLE = 28;
    static final int POISON = 32;
    static final int SWALLOWED = 40;

    private static final int LINE = 64;
    private static final int ACKS = LINE + SOURCES * LINE;

    private final int seconds;
    private final int numbers;

    TallyDescriptor(int seconds, int numbers) {
        this.seconds = seconds;
        this.numbers = numbers;
    }

    static int next(int source) {
        return LINE + source * LINE;
    }

    int acks(int source, int number) {
        return ACKS + Integer.BYTES * (source * numbers + number);
    }

    int taken(int source, int number) {
        return acks(SOURCES + source, number);
    }

    int slot(int sink, int slot) {
        return acks(2 * SOURCES, 0) + Integer.BYTES * (sink * seconds * SLOTS_PER_SECOND + slot);
    }

    int length() {
        return Math.toIntExact(slot(SINKS, 0));
    }

    int slots() {
        return seconds * SLOTS_PER_SECOND;
    }

    int numbers() {
        return numbers;
    }
}

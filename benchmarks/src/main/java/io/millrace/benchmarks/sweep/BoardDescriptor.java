// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.LogBuckets;

/**
 * What the process that measures, source and engines tell each other, in a file that all map. Numbers are in the
 * machine's order.
 *
 * <pre>
 *   +-------------------------------------------+ 0    written by the process that measures
 *   | probe (long): 0: nothing is to be emitted |      last of all
 *   | start (long): System.nanoTime of the first|
 *   | interval (double): nanoseconds            |
 *   | from (long): when the window begins       |
 *   | until (long): when it ends                |
 *   | bytes (long) of a message                 |
 *   | cost (long): nanoseconds                  |
 *   | waits (long): 1: the cost is time, not CPU|
 *   +-------------------------------------------+ 128  by the source
 *   | emitted (long): since the file was made   |
 *   | latest (long): nanoseconds, in the window |
 *   +-------------------------------------------+ 192  by all engines
 *   | taken (long): rows that engines have      |
 *   +-------------------------------------------+ 256  a row for each engine
 *   | done (long): since the file was made      |
 *   | busy (long): nanoseconds, since then      |
 *   | broken (long): messages, since then       |
 *   | numbers (long): sum of those done         |
 *   | repeated (long): that were done before    |
 *   |                                           |
 *   | latencies (long each): LogBuckets         |      from 128 of a row on
 *   +-------------------------------------------+
 * </pre>
 */
final class BoardDescriptor {

    static final int PROBE = 0;
    static final int START = 8;
    static final int INTERVAL = 16;
    static final int FROM = 24;
    static final int UNTIL = 32;
    static final int BYTES = 40;
    static final int COST = 48;
    static final int WAITS = 56;

    private static final int SOURCE = 128;
    static final int EMITTED = SOURCE;
    static final int LATEST = SOURCE + 8;

    static final int TAKEN = 192;

    private static final int ROWS = 256;
    private static final int DONE = 0;
    private static final int BUSY = 8;
    private static final int BROKEN = 16;
    private static final int NUMBERS = 24;
    private static final int REPEATED = 32;
    private static final int LATENCIES = 128;
    private static final int ROW_BYTES = (LATENCIES + Long.BYTES * LogBuckets.COUNT + 127) & -128;

    private BoardDescriptor() {}

    static int done(int row) {
        return row(row) + DONE;
    }

    static int busy(int row) {
        return row(row) + BUSY;
    }

    static int broken(int row) {
        return row(row) + BROKEN;
    }

    static int numbers(int row) {
        return row(row) + NUMBERS;
    }

    static int repeated(int row) {
        return row(row) + REPEATED;
    }

    static int latency(int row, int bucket) {
        return row(row) + LATENCIES + Long.BYTES * bucket;
    }

    /** The length of a file with so many rows. */
    static int length(int rows) {
        return row(rows);
    }

    /** The number of rows in a file of this length. */
    static int rows(int length) {
        return (length - ROWS) / ROW_BYTES;
    }

    private static int row(int row) {
        return ROWS + row * ROW_BYTES;
    }
}

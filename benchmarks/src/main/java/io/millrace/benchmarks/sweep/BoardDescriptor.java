package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.LogBuckets;

/**
 * What the process that measures, source and engines tell each other, in a file that all map. Numbers are in the machine's order.
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
 *   +-------------------------------------------+ 256  by engine 0, 1, ...
 *   | done (long): since the file was made      |
 *   | busy (long): nanoseconds, since then      |
 *   | broken (long): messages, since then       |
 *   | numbers (long): sum of those done         |
 *   |                                           |
 *   | latencies (long each): LogBuckets         |      from 128 of an engine on
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

    private static final int ENGINES = 256;
    private static final int DONE = 0;
    private static final int BUSY = 8;
    private static final int BROKEN = 16;
    private static final int NUMBERS = 24;
    private static final int LATENCIES = 128;
    private static final int ENGINE_BYTES = (LATENCIES + Long.BYTES * LogBuckets.COUNT + 127) & -128;

    private BoardDescriptor() {}

    static int done(int engine) {
        return engine(engine) + DONE;
    }

    static int busy(int engine) {
        return engine(engine) + BUSY;
    }

    static int broken(int engine) {
        return engine(engine) + BROKEN;
    }

    static int numbers(int engine) {
        return engine(engine) + NUMBERS;
    }

    static int latency(int engine, int bucket) {
        return engine(engine) + LATENCIES + Long.BYTES * bucket;
    }

    /** Of a file for so many. */
    static int length(int engines) {
        return engine(engines);
    }

    private static int engine(int engine) {
        return ENGINES + engine * ENGINE_BYTES;
    }
}

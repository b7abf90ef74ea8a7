// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.macro.LogBuckets;

/**
 * What a sink task has taken and when, in a file that is mapped, so that it survives the death of the worker. The
 * worker that takes the task over goes on in the same file. Numbers are ints in the machine's order, times count from
 * the start signal.
 *
 * <pre>
 *   +----------------------------------------+
 *   | tuples taken in slot 0, 1, …           |  SLOTS_PER_SECOND for each second
 *   +----------------------------------------+
 *   | second 0: tuples by lateness in µs     |  LogBuckets.COUNT
 *   +----------------------------------------+
 *   | second 1, …                            |
 *   +----------------------------------------+
 * </pre>
 */
final class SinkTimelineDescriptor {

    static final int SLOT_MILLIS = 10;
    static final int SLOTS_PER_SECOND = 1_000 / SLOT_MILLIS;

    private static final String PREFIX = "timeline-";

    private SinkTimelineDescriptor() {}

    static String fileName(int task) {
        return PREFIX + task;
    }

    static boolean isFile(String name) {
        return name.startsWith(PREFIX);
    }

    static int length(int seconds) {
        return Integer.BYTES * seconds * (SLOTS_PER_SECOND + LogBuckets.COUNT);
    }

    static int seconds(long length) {
        return (int) (length / length(1));
    }

    static int slotOffset(int slot) {
        return Integer.BYTES * slot;
    }

    static int bucketOffset(int seconds, int second, int bucket) {
        return Integer.BYTES * (seconds * SLOTS_PER_SECOND + second * LogBuckets.COUNT + bucket);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import java.util.Arrays;

/**
 * Numbers the captures of a task's states. The numbers tell which objects may be changed in place, and which blocks a
 * capture need not write again. Confined to the thread of the task.
 *
 * <p>An object that is made, or moved to a block's present, gets the number of the capture that comes next. A capture
 * shares all objects with its number or a lower one.
 */
final class Changes {

    /** The number of blocks: block 0 is that of states without key, the block of a partition is one more than it. */
    static final int BLOCKS = 1 + HeapStates.PARTITIONS;

    private final long[] changed = new long[BLOCKS];

    private long next = 1;
    private long committed;

    /** The newest capture that may still be read; it leads to older ones. Null if there is none. */
    private HeapCapture newest;

    private long entries;

    /** Returns the number of the next capture. */
    long next() {
        return next;
    }

    /**
     * Returns the number up to which objects are shared with captures that may still be read, so they must not change.
     */
    long shared() {
        HeapCapture capture = newest;
        if (capture == null) {
            return 0;
        }
        while (capture.isReleased()) {
            capture = capture.older();
            newest = capture;
            if (capture == null) {
                return 0;
            }
        }
        return capture.number();
    }

    /** Returns whether a capture contains all changes. */
    boolean isUnchangedSince(long number) {
        for (long last : changed) {
            if (last > number) {
                return false;
            }
        }
        return true;
    }

    /** Lets the next capture contain all blocks. */
    void changeAll() {
        Arrays.fill(changed, next);
    }

    void change(int block) {
        changed[block] = next;
    }

    /** Returns for each block the number of the first capture that contains its last change. */
    long[] changed() {
        return Arrays.copyOf(changed, BLOCKS);
    }

    /** Returns the number of the newest committed capture; 0 if there is none. */
    long committed() {
        return committed;
    }

    /** A capture was made, with the number {@link #next}. */
    void captured(HeapCapture capture) {
        newest = capture;
        next++;
        for (HeapCapture each = capture; each != null; each = each.older()) {
            each.skipReleased();
        }
    }

    /** Returns the newest capture that is not released; null if there is none. */
    HeapCapture newest() {
        shared();
        return newest;
    }

    void committed(long number) {
        committed = Math.max(committed, number);
    }

    /** Counts entries that were added, or with a negative number removed. */
    void count(int added) {
        entries += added;
    }

    /** Returns how many entries the tables have. */
    long entries() {
        return entries;
    }
}

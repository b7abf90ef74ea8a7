// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine.task;

/**
 * Measures for how long the first tuple of an inbox has waited. It follows one tuple at a time from the tail to the
 * head. While it follows none, the answer is the wait of the last of them. Confined to the task's thread.
 */
final class InboxAge {

    private static final long NONE = -1;

    private long added;
    private long taken;

    /** The number of the tuple that is followed. */
    private long followed = NONE;

    private long followedSince;
    private long lastWait;

    /** A tuple has come to the tail. */
    void added(long now) {
        if (followed == NONE) {
            followed = added;
            followedSince = now;
        }
        added++;
    }

    /** The first tuple was taken. */
    void taken(long now) {
        if (taken == followed) {
            lastWait = now - followedSince;
            followed = NONE;
        }
        taken++;
    }

    /** All tuples were dropped. */
    void cleared() {
        taken = added;
        followed = NONE;
        lastWait = 0;
    }

    long nanos(long now) {
        if (taken == added) {
            lastWait = 0;
            return 0;
        }
        return followed == NONE ? lastWait : Math.max(lastWait, now - followedSince);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.NO_POSITION;

import io.millrace.ipc.doorbell.Doorbell;

/**
 * For how long a consumer leaves an unfinished claim alone: when it asks the kernel about the claim's owner, and when a
 * thread that sleeps meanwhile looks again. Used by the consumer's thread.
 */
final class Patience {
    /** Passes over the same claim before the kernel is asked about its owner: long enough to copy some hundred KiB. */
    private static final int FIRST_PROBE = 1 << 14;

    private static final int LAST_PROBE = 1 << 20;

    /** Longer than it takes to write a record, if the owner's thread runs. */
    private static final long MIN_SLEEP_NANOS = 1_000_000;

    /** The time after which a claim is looked at again whose owner has died, been stopped, or is slow. */
    private static final long MAX_SLEEP_NANOS = 1_000_000_000;

    private int passes;
    private int nextProbe = FIRST_PROBE;

    /** Where the oldest skipped claim began when this thread was about to wait. */
    private long stalledAt = NO_POSITION;

    /** The oldest skipped claim of the latest sleep, and when it was about to begin. */
    private long sleepsAt = NO_POSITION;

    private long sleepsSince;

    /**
     * Returns whether this pass asks the kernel about the owners of unfinished claims.
     *
     * @param waiting whether this thread is about to wait
     * @param oldest where the oldest skipped claim begins, or NO_POSITION
     */
    boolean beginPass(boolean waiting, long oldest) {
        boolean due = ++passes >= nextProbe;
        if (due) {
            nextProbe = Math.min(2 * nextProbe, LAST_PROBE);
            passes = 0;
        }
        return due || waiting && oldest != NO_POSITION && oldest == stalledAt;
    }

    /** @param freed whether the pass has freed something */
    void endPass(boolean waiting, long oldest, boolean freed) {
        if (waiting) {
            stalledAt = oldest;
        }
        if (freed) {
            passes = 0;
            nextProbe = FIRST_PROBE;
        }
    }

    /**
     * Returns when a thread that is about to sleep looks again: after as long as the oldest claim has been unfinished,
     * within bounds. So a message that nobody rings for is at most as late again as its producer has made it.
     */
    long lookAgainAt(long oldest, long now) {
        if (oldest == NO_POSITION) {
            return Doorbell.NEVER;
        }
        if (oldest != sleepsAt) {
            sleepsAt = oldest;
            sleepsSince = now;
        }
        return now + Math.max(MIN_SLEEP_NANOS, Math.min(now - sleepsSince, MAX_SLEEP_NANOS));
    }
}

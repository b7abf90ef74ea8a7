// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

/** The times at which one channel's latest limits were granted. Pure; owned by the connection's event loop. */
final class GrantHistory {

    /** The number of grants kept: those of four windows. A sender waits for a grant of the last one or two. */
    private static final int SIZE = 64;

    private final long[] limits = new long[SIZE];
    private final long[] times = new long[SIZE];
    private long count;

    void add(long nowNanos, long limit) {
        int slot = (int) (count++ % SIZE);
        limits[slot] = limit;
        times[slot] = nowNanos;
    }

    /**
     * The time at which more than {@code limit} was first granted, as far as is remembered; {@code otherwise} if there
     * is no such grant.
     */
    long timeOfMoreThan(long limit, long otherwise) {
        for (long i = Math.max(0, count - SIZE); i < count; i++) {
            if (limits[(int) (i % SIZE)] > limit) {
                return times[(int) (i % SIZE)];
            }
        }
        return otherwise;
    }
}

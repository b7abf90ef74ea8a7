// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import java.util.concurrent.TimeUnit;

/**
 * When a bare writer commits: an interval after the last commit has begun, as topologies begin snapshots. One thread.
 */
final class Rounds {

    private static final int PER_LOOK = 64;

    private final long intervalNanos;
    private long begun = System.nanoTime();
    private int looks;

    Rounds(Job job) {
        intervalNanos = TimeUnit.MILLISECONDS.toNanos(job.intervalMillis());
    }

    /** Whether it is time to commit; asked for each message, it looks at the clock now and then. */
    boolean isDue() {
        if (++looks % PER_LOOK != 0) {
            return false;
        }
        long now = System.nanoTime();
        if (now - begun < intervalNanos) {
            return false;
        }
        begun = now;
        return true;
    }
}

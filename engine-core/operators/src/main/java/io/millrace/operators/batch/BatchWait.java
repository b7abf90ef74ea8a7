// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.time.Duration;

/**
 * The time for which a batch waits for further tuples: a fixed time, or one that follows the load. Made by {@code
 * Bolts}. Immutable.
 */
public final class BatchWait implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Duration MAX_TIME = Duration.ofHours(24);
    private static final Duration MIN_GOAL = Duration.ofMillis(1);

    private final Duration longest;
    private final boolean adaptive;

    private BatchWait(Duration longest, boolean adaptive) {
        this.longest = longest;
        this.adaptive = adaptive;
    }

    public static BatchWait fixed(Duration time) {
        return new BatchWait(checked("a batch waits for", time, Duration.ZERO), false);
    }

    public static BatchWait adaptive(Duration goal) {
        return new BatchWait(checked("the latency goal of a batch is", goal, MIN_GOAL), true);
    }

    private static Duration checked(String what, Duration time, Duration least) {
        if (time == null || time.compareTo(least) < 0 || time.compareTo(MAX_TIME) > 0) {
            throw new TopologyException(what + " " + (time == null ? "null" : Units.duration(time)) + ": take "
                    + Units.duration(least) + " to " + Units.duration(MAX_TIME));
        }
        return time;
    }

    /** Returns the fixed time, or the goal of the adaptive one. */
    public Duration longest() {
        return longest;
    }

    public boolean isAdaptive() {
        return adaptive;
    }

    @Override
    public String toString() {
        return (adaptive ? "adaptive to " : "") + Units.duration(longest);
    }
}

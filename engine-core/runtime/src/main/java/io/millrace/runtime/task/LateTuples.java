// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/**
 * Picks the tuples of a spout that are later than nearly all before them, so that slow traces are among the followed
 * ones. Confined to the task's thread. The bound rises with each tuple above it and falls slowly with the others, so
 * that about one of a thousand is above it.
 */
final class LateTuples {

    /** The least lateness of a picked tuple: a tuple that is less late is not slow because of its source. */
    private static final double LEAST_NANOS = 100_000;

    private static final double RISE = 1.1;
    private static final double FALL = 0.9999;

    private double bound = LEAST_NANOS;

    /** @param nanos time since the intended time of the tuple that is emitted now */
    boolean isLate(long nanos) {
        if (nanos > bound) {
            bound *= RISE;
            return true;
        }
        bound = Math.max(LEAST_NANOS, bound * FALL);
        return false;
    }
}

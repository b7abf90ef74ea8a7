// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.time.Duration;

/**
 * The handling of batches that come out of order by a receiver. A batch is skipped when the policy gives it up: later
 * batches are delivered, and it is late if it still comes.
 *
 * @param order how batches are delivered
 * @param maxWait how long a batch may keep others waiting, with {@link Order#LATE_DROP}; zero for no bound
 * @param maxBehind how many later batches may wait for a missing one, with {@link Order#LATE_DROP}; 0 for no bound
 */
public record LatePolicy(Order order, Duration maxWait, int maxBehind) {

    /** The order in which batches are delivered. */
    public enum Order {
        /** Batches are delivered in the order in which they were sent, however long that takes. */
        ORDERED,
        /** Batches are delivered as they come. */
        UNORDERED,
        /** Batches are delivered in order, but a missing one is skipped after a time or a number of batches. */
        LATE_DROP,
        /** Batches are delivered as they come; a batch that comes after a marker that was sent later is late. */
        LATE_BY_MARKER
    }

    public static final LatePolicy ORDERED = new LatePolicy(Order.ORDERED, Duration.ZERO, 0);
    public static final LatePolicy UNORDERED = new LatePolicy(Order.UNORDERED, Duration.ZERO, 0);
    public static final LatePolicy LATE_BY_MARKER = new LatePolicy(Order.LATE_BY_MARKER, Duration.ZERO, 0);

    public LatePolicy {
        boolean drops = order == Order.LATE_DROP;
        if (maxWait.isNegative() || maxBehind < 0 || drops && maxWait.isZero() && maxBehind == 0) {
            throw new IllegalArgumentException("a late policy with the longest wait " + maxWait + " and at most "
                    + maxBehind + " batches behind: give one of them, above 0");
        }
        if (!drops && (!maxWait.isZero() || maxBehind > 0)) {
            throw new IllegalArgumentException(
                    "a longest wait or a number of batches has no meaning with the order " + order);
        }
    }

    /** Returns a policy that skips a batch for which others have waited so long. */
    public static LatePolicy dropAfter(Duration wait) {
        return new LatePolicy(Order.LATE_DROP, wait, 0);
    }

    /** Returns a policy that skips a batch when more than so many later ones wait for it. */
    public static LatePolicy dropBehind(int batches) {
        return new LatePolicy(Order.LATE_DROP, Duration.ZERO, batches);
    }

    boolean keepsOrder() {
        return order == Order.ORDERED || order == Order.LATE_DROP;
    }
}

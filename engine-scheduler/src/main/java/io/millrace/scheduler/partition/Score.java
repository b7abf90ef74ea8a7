// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

/**
 * The quality of a partition, compared in this order: load above the capacities, load above the limits, cost.
 *
 * @param overload load above the capacities, summed over parts
 * @param excess load above the limits, summed over parts
 * @param cost traffic times distance, and bias
 */
public record Score(long overload, long excess, double cost) {
    /** Costs that differ by a smaller share are equal, because sums in another order are. */
    private static final double ROUNDING = 1e-9;

    public boolean isBetterThan(Score other) {
        if (overload != other.overload) {
            return overload < other.overload;
        }
        if (excess != other.excess) {
            return excess < other.excess;
        }
        return cost < other.cost - ROUNDING * Math.max(Math.abs(cost), Math.abs(other.cost));
    }

    /** Whether no more load is above capacities and limits than with the other. */
    public boolean keepsLimitsLike(Score other) {
        return overload <= other.overload && excess <= other.excess;
    }
}

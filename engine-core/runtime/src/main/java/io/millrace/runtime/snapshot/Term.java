// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/**
 * Names one coordinator. The terms of later coordinators are greater: within an assignment the coordinator stays in one
 * worker, whose epoch grows with each of its starts.
 *
 * @param assignment epoch of the assignment with which the coordinator began. If a rebalance was going on, the one
 *     before it or the one at its begin, so that an earlier coordinator that starts again meanwhile is still less than
 *     the new one
 * @param epoch epoch of its worker's start
 */
public record Term(long assignment, long epoch) implements Comparable<Term> {

    /** The term of no coordinator. */
    public static final Term NONE = new Term(0, 0);

    @Override
    public int compareTo(Term other) {
        int first = Long.compare(assignment, other.assignment);
        return first != 0 ? first : Long.compare(epoch, other.epoch);
    }
}

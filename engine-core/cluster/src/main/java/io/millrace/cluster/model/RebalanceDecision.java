// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/**
 * A decision of the automatic mode about a topology. Equal decisions in a row are one record.
 *
 * @param fromMillis the time of the first decision, in milliseconds since 1970
 * @param atMillis the time of the last decision, in milliseconds since 1970
 * @param times the number of decisions; reason and figures are those of the last one
 * @param reason one line, with the figures that decided
 * @param figures the figures; null if there were no placements to compare
 * @param number the number of the rebalance that it concerns; 0 for none
 */
public record RebalanceDecision(
        long fromMillis, long atMillis, int times, Verdict verdict, String reason, Figures figures, long number) {

    /** The decision, by its reason. */
    public enum Verdict {
        /** No decision: the topology has no workers yet. */
        NOT_PLACED,
        /** No decision: the topology is inactive, has completed, or is ending. */
        NOT_ACTIVE,
        /** No decision: this or another topology is being rebalanced. */
        REBALANCING,
        /** No decision: a worker or its supervisor is not up. */
        WORKERS_MISSING,
        /** No decision: it is too soon after the last move. */
        CALM,
        /** No decision: traffic was not measured since all workers are up. */
        NOT_MEASURED,
        /** No move: the scheduler has no better placement. */
        NOTHING_BETTER,
        /** No move: the gain is too small. */
        GAIN_TOO_SMALL,
        /** No move: the gain within the horizon is smaller than the cost of the pause. */
        COST_TOO_HIGH,
        /** No move yet: a move pays, and more measurements must confirm it. */
        UNCONFIRMED,
        MOVED,
        DONE,
        /** The move was cancelled before a task had moved. */
        CANCELLED,
        FAILED
    }

    /**
     * The figures that are compared.
     *
     * @param hopMicrosBefore the sum over all messages of a second of the cost of their hops in microseconds, for the
     *     current placement
     * @param hopMicrosAfter that sum for the proposed placement
     * @param crossShareBefore the share of messages between nodes, 0 to 1, for the current placement
     * @param crossShareAfter that share for the proposed placement
     * @param pauseMicros the cost of a move: the summed delay of source messages due to the pause, in microseconds
     * @param moves tasks that change to another worker
     * @param restarts tasks that keep their worker's other tasks but start again in a new process
     * @param wanted tasks that would move without topology.rebalance.max.moves
     */
    public record Figures(
            double hopMicrosBefore,
            double hopMicrosAfter,
            double crossShareBefore,
            double crossShareAfter,
            double pauseMicros,
            int moves,
            int restarts,
            int wanted) {

        public double gainPercent() {
            return hopMicrosBefore == 0 ? 0 : 100 * (hopMicrosBefore - hopMicrosAfter) / hopMicrosBefore;
        }
    }

    public RebalanceDecision again(RebalanceDecision next) {
        return new RebalanceDecision(
                fromMillis, next.atMillis, times + 1, verdict, next.reason, next.figures, next.number);
    }
}

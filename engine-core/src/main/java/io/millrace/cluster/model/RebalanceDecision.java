package io.millrace.cluster.model;

/**
 * What the automatic mode decided about a topology, as often as it decided the same in a row.
 *
 * @param fromMillis when it was decided first, in milliseconds since 1970
 * @param atMillis when it was decided last
 * @param times how often in a row; the reason and the figures are those of the last time
 * @param reason in one line, with figures where they decided
 * @param figures null if there was nothing to compare
 * @param number of the rebalance that it is about; 0 if it is about none
 */
public record RebalanceDecision(
        long fromMillis, long atMillis, int times, Verdict verdict, String reason, Figures figures, long number) {

    /** What was decided, by its reason. */
    public enum Verdict {
        /** Nothing: the topology has no workers yet. */
        NOT_PLACED,
        /** Nothing: it is inactive, has completed, or is about to end. */
        NOT_ACTIVE,
        /** Nothing: this or another topology is being rebalanced. */
        REBALANCING,
        /** Nothing: some worker or its supervisor is not up. */
        WORKERS_MISSING,
        /** Nothing: it is too soon after the last move. */
        CALM,
        /** Nothing: traffic is not measured, or not yet since all workers are up. */
        NOT_MEASURED,
        /** Stays: the scheduler knows nothing better. */
        NOTHING_BETTER,
        /** Stays: hops would cost less, but not by enough. */
        GAIN_TOO_SMALL,
        /** Stays: what is saved until the horizon does not make up for the pause. */
        COST_TOO_HIGH,
        /** Stays for now: a move pays, and has to do so in further measurements. */
        UNCONFIRMED,
        /** Tasks move. */
        MOVED,
        /** The move is done. */
        DONE,
        /** The move was given up before anything had moved. */
        TAKEN_BACK,
        /** It was tried and did not come out. */
        FAILED
    }

    /**
     * What is compared.
     *
     * @param hopMicrosBefore messages per second times what their hops cost in microseconds, where tasks run now
     * @param hopMicrosAfter the same, where they would run
     * @param crossShareBefore of the messages that cross between nodes, 0 to 1
     * @param crossShareAfter the same, where they would run
     * @param pauseMicros what a move costs: by how much the pause makes messages of sources late, in sum
     * @param moves tasks that come to another worker
     * @param restarts tasks that stay beside others, but in a new process
     * @param wanted tasks that would move if topology.rebalance.max.moves were not there
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

    /** This, decided once more. */
    public RebalanceDecision again(RebalanceDecision next) {
        return new RebalanceDecision(
                fromMillis, next.atMillis, times + 1, verdict, next.reason, next.figures, next.number);
    }
}

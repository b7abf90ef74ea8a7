// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.json.Inline;
import io.millrace.runtime.worker.NearRegions;
import java.util.List;
import java.util.Map;

/**
 * The state of a rebalance, which moves a topology's tasks from one set of workers to another; after its end, its
 * outcome.
 *
 * @param number the assignment's epoch at its start; identifies it within its topology
 * @param moves the workers that change
 * @param adjustments the numbers of components after it, without numbers of tasks if they do not change, and near
 *     regions
 * @param outcome the reason of its end in one line; empty while it is in progress
 */
public record RebalanceRecord(
        long number,
        Phase phase,
        @Inline Moves moves,
        @Inline Adjustments adjustments,
        String outcome) {

    /**
     * The workers that a rebalance changes.
     *
     * @param next all workers of the topology after it
     * @param fresh names of the new workers among them; they open their components when the earlier workers of their
     *     tasks are gone, or when the rebalance is done
     * @param leaving the workers that end
     * @param regrouping names of workers that go on in their processes, and form their executors anew in the handover
     */
    public record Moves(List<WorkerPlan> next, List<String> fresh, List<WorkerPlan> leaving, List<String> regrouping) {

        static final Moves NONE = new Moves(List.of(), List.of(), List.of(), List.of());

        public Moves {
            // Records of earlier engines do not have this field
            regrouping = regrouping == null ? List.of() : List.copyOf(regrouping);
        }
    }

    public List<WorkerPlan> next() {
        return moves.next();
    }

    public List<String> fresh() {
        return moves.fresh();
    }

    public List<WorkerPlan> leaving() {
        return moves.leaving();
    }

    public List<String> regrouping() {
        return moves.regrouping();
    }

    public Map<String, Integer> parallelism() {
        return adjustments.parallelism();
    }

    /** Returns the new numbers of tasks; empty if they do not change. */
    public Map<String, Integer> tasks() {
        return adjustments.tasks();
    }

    public NearRegions near() {
        return adjustments.near();
    }

    /** Whether numbers of tasks change, so that tasks have other ids after it. */
    public boolean rescales() {
        return !tasks().isEmpty();
    }

    /** The steps of a rebalance. */
    public enum Phase {
        /** New workers start, and all workers connect to them; nothing else has changed. */
        STARTING,
        /** Spouts emit nothing; tuples in flight are processed. */
        PAUSING,
        /**
         * Spouts emit nothing; a snapshot is taken that contains all tuples that they have emitted. Only topologies
         * that take snapshots have this phase.
         */
        SNAPSHOT,
        /**
         * The new workers are the current ones; the leaving ones close their components and end. The rebalance can no
         * longer be cancelled.
         */
        HANDOVER,
        /** All tasks run in their new places. */
        DONE,
        /** The rebalance was cancelled before a task had moved. */
        CANCELLED;

        /** Whether the rebalance is in progress. */
        public boolean goesOn() {
            return this == STARTING || pauses();
        }

        /** Whether spouts must not emit. */
        public boolean pauses() {
            return this == PAUSING || this == SNAPSHOT || this == HANDOVER;
        }
    }

    public RebalanceRecord withPhase(Phase other) {
        return new RebalanceRecord(number, other, moves, adjustments, outcome);
    }

    /** Returns the state in which the workers after the rebalance are the current ones. */
    public RebalanceRecord handingOver() {
        return new RebalanceRecord(
                number, Phase.HANDOVER, new Moves(List.of(), fresh(), leaving(), regrouping()), adjustments, outcome);
    }

    public RebalanceRecord ended(Phase end, String why) {
        return new RebalanceRecord(number, end, Moves.NONE, Adjustments.NONE, why);
    }
}

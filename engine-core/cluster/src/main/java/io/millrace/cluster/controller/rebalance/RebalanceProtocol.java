// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceRecord.Moves;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.WorkerPlan;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The steps of a rebalance; pure. The plan is in the assignment, and each step is one compare-and-set of it, so that a
 * new leader can continue:
 *
 * <pre>
 *            all are up and linked           all have paused, and drained        the leaving have ended
 *  STARTING ───────────────────────► PAUSING ────────────────────────► HANDOVER ───────────────────────► DONE
 *      │  ▲                            │  │                               ▲
 *      │  ├───── somebody died ────────┤  └─────► SNAPSHOT ───────────────┘
 *      │  └───── somebody died ────────│─────────────┘    a snapshot is committed
 *      └──────────── too late ─────────┴──► CANCELLED
 * </pre>
 *
 * <p>A topology that takes snapshots goes through SNAPSHOT. An exactly-once topology does not drain first: the barriers
 * come after all tuples in flight.
 */
public final class RebalanceProtocol {

    /**
     * The observed state of a topology during a rebalance.
     *
     * @param up workers that are registered
     * @param heard workers that have acknowledged the current assignment
     * @param drained whether no tuples are in flight, or the topology need not drain
     * @param snapshot whether a snapshot is wanted, and committed
     * @param ended leaving workers that are gone
     * @param phaseMillis the time since this leader first saw the current step
     * @param totalMillis the time since this leader first saw the rebalance
     */
    record Situation(
            Set<String> up,
            Set<String> heard,
            boolean drained,
            Snapshot snapshot,
            Set<String> ended,
            long phaseMillis,
            long totalMillis) {}

    /**
     * The time-outs of a rebalance.
     *
     * @param startMillis the time until all workers are up and linked, also after failures
     * @param pauseMillis the time until all workers have acknowledged the pause, after which the rebalance is
     *     cancelled; and until all have acknowledged the new places, after which it continues, and lost trees time out
     * @param drainMillis the time until no tuples are in flight, after which it continues and the remaining trees fail;
     *     and until the snapshot is committed, after which it continues from the last one
     */
    public record Limits(long startMillis, long pauseMillis, long drainMillis) {}

    /** The snapshot before the handover. */
    enum Snapshot {
        /** The topology takes no snapshots. */
        NONE,
        /** The snapshot is not committed yet. */
        WANTED,
        COMMITTED
    }

    private RebalanceProtocol() {}

    /**
     * Returns the assignment of the first step; also the last one if no worker changes.
     *
     * @param after the decisions that hold after it; without numbers of tasks if they do not change
     */
    public static AssignmentRecord begin(AssignmentRecord running, Moves moves, Adjustments after) {
        RebalanceRecord record = new RebalanceRecord(running.epoch() + 1, Phase.STARTING, moves, after, "");
        if (moves.fresh().isEmpty()
                && moves.leaving().isEmpty()
                && moves.regrouping().isEmpty()) {
            return running.with(running.workers(), record.ended(Phase.DONE, ""))
                    .withParallelism(after.parallelism())
                    .withNear(after.near());
        }
        AssignmentRecord begun = running.with(running.workers(), record);
        return begun.withNames(begun.lastName());
    }

    /** Returns the next assignment, if a step is due. */
    static Optional<AssignmentRecord> step(AssignmentRecord now, Situation situation, Limits limits) {
        return switch (now.rebalance().phase()) {
            case STARTING -> starting(now, situation, limits);
            case PAUSING -> pausing(now, situation, limits);
            case SNAPSHOT -> snapshot(now, situation, limits);
            case HANDOVER -> handover(now, situation, limits);
            case DONE, CANCELLED -> Optional.empty();
        };
    }

    /** Cancels a rebalance before a task has moved. */
    public static AssignmentRecord cancel(AssignmentRecord now, String why) {
        return now.with(now.workers(), now.rebalance().ended(Phase.CANCELLED, why));
    }

    /** Whether a rebalance can still be cancelled. */
    public static boolean canBeCancelled(AssignmentRecord now) {
        return now.rebalancing() && now.rebalance().phase() != Phase.HANDOVER;
    }

    private static Optional<AssignmentRecord> starting(AssignmentRecord now, Situation situation, Limits limits) {
        if (situation.heard().containsAll(names(now.wanted()))) {
            return Optional.of(now.with(now.workers(), now.rebalance().withPhase(Phase.PAUSING)));
        }
        return situation.totalMillis() < limits.startMillis()
                ? Optional.empty()
                : Optional.of(cancel(
                        now,
                        "not all workers were up and connected after " + limits.startMillis() + " ms: "
                                + missing(now, situation) + "; see 'millrace describe' and 'millrace logs'"));
    }

    private static Optional<AssignmentRecord> pausing(AssignmentRecord now, Situation situation, Limits limits) {
        if (situation.heard().containsAll(names(now.wanted()))) {
            if (!situation.drained() && situation.phaseMillis() < limits.drainMillis()) {
                return Optional.empty();
            }
            return Optional.of(
                    situation.snapshot() == Snapshot.NONE
                            ? handingOver(now)
                            : now.with(now.workers(), now.rebalance().withPhase(Phase.SNAPSHOT)));
        }
        if (!situation.up().containsAll(names(now.wanted()))) {
            // Dead workers are restarted, and sources need not wait for that
            return Optional.of(now.with(now.workers(), now.rebalance().withPhase(Phase.STARTING)));
        }
        return situation.phaseMillis() < limits.pauseMillis()
                ? Optional.empty()
                : Optional.of(cancel(
                        now,
                        "not all workers had paused after " + limits.pauseMillis() + " ms: " + missing(now, situation)
                                + "; see 'millrace logs'"));
    }

    private static Optional<AssignmentRecord> snapshot(AssignmentRecord now, Situation situation, Limits limits) {
        if (situation.snapshot() != Snapshot.WANTED) {
            return Optional.of(handingOver(now));
        }
        if (!situation.up().containsAll(names(now.wanted()))) {
            return Optional.of(now.with(now.workers(), now.rebalance().withPhase(Phase.STARTING)));
        }
        return situation.phaseMillis() < limits.drainMillis() ? Optional.empty() : Optional.of(handingOver(now));
    }

    private static AssignmentRecord handingOver(AssignmentRecord now) {
        RebalanceRecord rebalance = now.rebalance();
        return now.with(rebalance.next(), rebalance.handingOver())
                .withParallelism(rebalance.parallelism())
                .withTasks(rebalance.rescales() ? rebalance.tasks() : now.tasks())
                .withNear(rebalance.near());
    }

    /**
     * Hands the tasks over. A worker that has not acknowledged the new places would send to the old ones as soon as
     * spouts continue. A worker that regroups acknowledges when it has done so.
     */
    private static Optional<AssignmentRecord> handover(AssignmentRecord now, Situation situation, Limits limits) {
        boolean rerouted =
                situation.heard().containsAll(names(now.workers())) || situation.phaseMillis() >= limits.pauseMillis();
        return rerouted && situation.ended().containsAll(names(now.rebalance().leaving()))
                ? Optional.of(now.with(now.workers(), now.rebalance().ended(Phase.DONE, "")))
                : Optional.empty();
    }

    private static String missing(AssignmentRecord now, Situation situation) {
        return String.join(
                ", ",
                names(now.wanted()).stream()
                        .filter(name -> !situation.heard().contains(name))
                        .toList());
    }

    private static List<String> names(List<WorkerPlan> plans) {
        return plans.stream().map(WorkerPlan::worker).toList();
    }
}

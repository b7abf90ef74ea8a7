package io.millrace.cluster.controller.rebalance;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.WorkerPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The steps of a rebalance; pure. What was decided is in the assignment, and each step is one compare-and-set of it, so that
 * whoever leads goes on from there:
 *
 * <pre>
 *            all are up and linked           all have paused, and drained        the leaving have ended
 *  STARTING ───────────────────────► PAUSING ────────────────────────► HANDOVER ───────────────────────► DONE
 *      │  ▲                            │  │
 *      │  └───── somebody died ────────┘  │
 *      └──────────── too late ────────────┴──► TAKEN_BACK
 * </pre>
 */
public final class RebalanceProtocol {

    /**
     * What is known of a topology that is being rebalanced.
     *
     * @param up workers that are registered
     * @param heard those that have come to terms with the present assignment
     * @param drained whether nothing is under way any more
     * @param ended leaving workers of which nothing is left
     * @param phaseMillis since this leader has seen the present step
     * @param totalMillis since this leader has seen the rebalance
     */
    record Situation(
            Set<String> up,
            Set<String> heard,
            boolean drained,
            Set<String> ended,
            long phaseMillis,
            long totalMillis) {}

    /**
     * How long it may take.
     *
     * @param startMillis until all workers are up and linked, also after some died
     * @param pauseMillis until all workers have said that their spouts pause, and later that they send to the new places; in
     *     the first case it is taken back then, in the second it goes on, and trees that are lost by that time out
     * @param drainMillis until nothing is under way; then it goes on and trees that are left fail
     */
    public record Limits(long startMillis, long pauseMillis, long drainMillis) {}

    private RebalanceProtocol() {}

    /** The first step; nothing of this is undone by what follows. */
    public static AssignmentRecord begin(
            AssignmentRecord running, List<WorkerPlan> next, List<String> fresh, List<WorkerPlan> leaving) {
        return begin(running, next, fresh, leaving, running.parallelism());
    }

    /** The same, and components are spread over other numbers of executors; the last step if no worker is touched by it. */
    static AssignmentRecord begin(
            AssignmentRecord running,
            List<WorkerPlan> next,
            List<String> fresh,
            List<WorkerPlan> leaving,
            Map<String, Integer> parallelism) {
        RebalanceRecord record =
                new RebalanceRecord(running.epoch() + 1, Phase.STARTING, next, fresh, leaving, parallelism, "");
        if (fresh.isEmpty() && leaving.isEmpty()) {
            return running.with(running.workers(), record.ended(Phase.DONE, "")).under(parallelism);
        }
        AssignmentRecord begun = running.with(running.workers(), record);
        return new AssignmentRecord(
                begun.topologyId(),
                begun.epoch(),
                begun.workers(),
                begun.lastName(),
                begun.rebalance(),
                begun.parallelism());
    }

    /** What the assignment becomes now, if there is anything to do. */
    static Optional<AssignmentRecord> step(AssignmentRecord now, Situation situation, Limits limits) {
        return switch (now.rebalance().phase()) {
            case STARTING -> starting(now, situation, limits);
            case PAUSING -> pausing(now, situation, limits);
            case HANDOVER -> handover(now, situation, limits);
            case DONE, TAKEN_BACK -> Optional.empty();
        };
    }

    /** Gives up what has not moved anything yet: all goes on as it was. */
    public static AssignmentRecord takeBack(AssignmentRecord now, String why) {
        return now.with(now.workers(), now.rebalance().ended(Phase.TAKEN_BACK, why));
    }

    /** Whether it can still be given up. */
    public static boolean canBeTakenBack(AssignmentRecord now) {
        return now.rebalancing() && now.rebalance().phase() != Phase.HANDOVER;
    }

    private static Optional<AssignmentRecord> starting(AssignmentRecord now, Situation situation, Limits limits) {
        if (situation.heard().containsAll(names(now.wanted()))) {
            return Optional.of(now.with(now.workers(), now.rebalance().in(Phase.PAUSING)));
        }
        return situation.totalMillis() < limits.startMillis()
                ? Optional.empty()
                : Optional.of(takeBack(
                        now,
                        "not all workers were up and connected after " + limits.startMillis() + " ms: "
                                + missing(now, situation) + "; see 'millrace describe' and 'millrace logs'"));
    }

    private static Optional<AssignmentRecord> pausing(AssignmentRecord now, Situation situation, Limits limits) {
        if (situation.heard().containsAll(names(now.wanted()))) {
            return situation.drained() || situation.phaseMillis() >= limits.drainMillis()
                    ? Optional.of(now.with(now.rebalance().next(), handingOver(now.rebalance()))
                            .under(now.rebalance().parallelism()))
                    : Optional.empty();
        }
        if (!situation.up().containsAll(names(now.wanted()))) {
            // Whoever died is started again; sources need not wait for that
            return Optional.of(now.with(now.workers(), now.rebalance().in(Phase.STARTING)));
        }
        return situation.phaseMillis() < limits.pauseMillis()
                ? Optional.empty()
                : Optional.of(takeBack(
                        now,
                        "not all workers had paused after " + limits.pauseMillis() + " ms: " + missing(now, situation)
                                + "; see 'millrace logs'"));
    }

    private static RebalanceRecord handingOver(RebalanceRecord record) {
        return new RebalanceRecord(
                record.number(),
                Phase.HANDOVER,
                List.of(),
                record.fresh(),
                record.leaving(),
                record.parallelism(),
                record.outcome());
    }

    /** Who has not heard of the new places would send to the old ones, as soon as spouts go on. */
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

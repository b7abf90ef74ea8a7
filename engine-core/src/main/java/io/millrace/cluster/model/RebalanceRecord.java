package io.millrace.cluster.model;

import java.util.List;
import java.util.Map;

/**
 * How far the tasks of a topology have moved from one set of workers to another; or, when it has ended, how it ended.
 *
 * @param number the assignment's epoch at which it began; names it within its topology
 * @param next all workers that the topology has when it is done
 * @param fresh names of those of them that are new; they open their components when nothing is left of those that have had
 *     their tasks, or when it is done
 * @param leaving the workers that end
 * @param parallelism what counts when it is done, see {@link AssignmentRecord#parallelism}
 * @param outcome why it ended as it did, in one line; empty while it goes on
 */
public record RebalanceRecord(
        long number,
        Phase phase,
        List<WorkerPlan> next,
        List<String> fresh,
        List<WorkerPlan> leaving,
        Map<String, Integer> parallelism,
        String outcome) {

    /** Where it stands. */
    public enum Phase {
        /** New workers are started and all are connected to them; nothing else has changed. */
        STARTING,
        /** Spouts emit nothing; what is under way is worked off. */
        PAUSING,
        /** The new workers are the ones that count; the leaving ones close their components and end. From here there is no way back. */
        HANDOVER,
        /** All tasks run where they were to run. */
        DONE,
        /** It was given up before anything had moved. */
        TAKEN_BACK;

        /** Whether something is still to be done. */
        public boolean goesOn() {
            return this == STARTING || this == PAUSING || this == HANDOVER;
        }

        /** Whether spouts shall not emit. */
        public boolean pauses() {
            return this == PAUSING || this == HANDOVER;
        }
    }

    public RebalanceRecord in(Phase other) {
        return new RebalanceRecord(number, other, next, fresh, leaving, parallelism, outcome);
    }

    /** This, at its end. */
    public RebalanceRecord ended(Phase end, String why) {
        return new RebalanceRecord(number, end, List.of(), List.of(), List.of(), Map.of(), why);
    }
}

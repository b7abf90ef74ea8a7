package io.millrace.cluster.model;

import io.millrace.runtime.metrics.WorkerSnapshot;

/**
 * What a supervisor says of a worker to the controller.
 *
 * @param pid 0 if no process runs now
 * @param failures ends in a row that were too early
 * @param problem why it does not run; empty if nothing is wrong
 * @param death how it ended the last time that it was not to end; null if it never did
 * @param snapshot its metrics, of the last process if the present one has none yet; null if there never were any
 */
public record WorkerReport(
        String topologyId,
        String worker,
        long epoch,
        long pid,
        State state,
        int failures,
        String problem,
        WorkerDeath death,
        WorkerSnapshot snapshot) {

    /** What the supervisor does about it. */
    public enum State {
        WAITING,
        STARTING,
        RUNNING,
        STOPPING
    }
}

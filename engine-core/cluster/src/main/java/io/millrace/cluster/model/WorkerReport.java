package io.millrace.cluster.model;

import io.millrace.runtime.metrics.WorkerSnapshot;

/**
 * A supervisor's report of a worker to the controller.
 *
 * @param pid the process id; 0 if no process runs now
 * @param failures the number of failures in a row
 * @param problem the reason why it does not run; empty if it runs
 * @param death its unexpected ends; null if there were none
 * @param snapshot its metrics, or those of its last process if the current one has none yet; null if there are none
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

    /** The beginning of the problem of a worker without a process, as its node has no room or cannot start one. */
    public static final String CANNOT_START = "cannot start: ";

    public enum State {
        WAITING,
        STARTING,
        RUNNING,
        STOPPING
    }
}

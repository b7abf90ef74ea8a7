// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.json.Inline;
import io.millrace.runtime.metrics.WorkerSnapshot;

/**
 * A supervisor's report of a worker to the controller.
 *
 * @param snapshot its metrics, or those of its last process if the current one has none yet; null if there are none
 */
public record WorkerReport(
        String topologyId, String worker, @Inline Run run, WorkerSnapshot snapshot) {

    /**
     * How its current start fares.
     *
     * @param pid 0 if no process runs now
     * @param failures the number of failures in a row
     * @param problem why it does not run; empty if it runs
     * @param death its unexpected ends; null if there were none
     */
    public record Run(long epoch, long pid, State state, int failures, String problem, WorkerDeath death) {

        public Run withProblem(String other) {
            return new Run(epoch, pid, state, failures, other, death);
        }
    }

    /** The beginning of the problem of a worker without a process, as its node has no room or cannot start one. */
    public static final String CANNOT_START = "cannot start: ";

    public enum State {
        WAITING,
        STARTING,
        RUNNING,
        STOPPING
    }
}

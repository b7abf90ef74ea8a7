package io.millrace.cluster.model;

import io.millrace.api.RunningTopology;

/**
 * A topology in a list.
 *
 * @param id unique among all submissions
 * @param workers the number of workers in its assignment
 * @param workersUp the number of workers that have registered
 * @param failure why it has failed; null if it has not
 * @param note what who has submitted it should know; null if there is nothing, and in lists
 */
public record TopologyInfo(
        String name,
        String id,
        RunningTopology.Status status,
        long submittedAtMillis,
        int tasks,
        int workers,
        int workersUp,
        String failure,
        String note) {

    /** One without a note. */
    public TopologyInfo(
            String name,
            String id,
            RunningTopology.Status status,
            long submittedAtMillis,
            int tasks,
            int workers,
            int workersUp,
            String failure) {
        this(name, id, status, submittedAtMillis, tasks, workers, workersUp, failure, null);
    }
}

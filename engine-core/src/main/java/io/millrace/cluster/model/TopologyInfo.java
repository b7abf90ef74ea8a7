package io.millrace.cluster.model;

import io.millrace.api.RunningTopology;
import java.util.List;
import java.util.stream.Stream;

/**
 * A topology in a list.
 *
 * @param id unique among all submissions
 * @param workers the number of workers in its assignment
 * @param workersUp the number of workers that have registered
 * @param missing the workers that should be up and are not, each as "w2 on n1"
 * @param failure why it has failed; null if it has not
 * @param note what who has submitted it should know, a line for each; null if there is nothing, and in lists
 */
public record TopologyInfo(
        String name,
        String id,
        RunningTopology.Status status,
        long submittedAtMillis,
        int tasks,
        int workers,
        int workersUp,
        List<String> missing,
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
            List<String> missing,
            String failure) {
        this(name, id, status, submittedAtMillis, tasks, workers, workersUp, missing, failure, null);
    }

    /** The same with further lines after the note. */
    public TopologyInfo withNotes(List<String> lines) {
        List<String> all =
                Stream.concat(Stream.ofNullable(note), lines.stream()).toList();
        String joined = all.isEmpty() ? null : String.join("\n", all);
        return new TopologyInfo(
                name, id, status, submittedAtMillis, tasks, workers, workersUp, missing, failure, joined);
    }
}

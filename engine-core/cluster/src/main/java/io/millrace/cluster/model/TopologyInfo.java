package io.millrace.cluster.model;

import io.millrace.api.RunningTopology;
import io.millrace.api.metrics.SnapshotMetrics;
import java.util.List;
import java.util.stream.Stream;

/**
 * A topology in a list.
 *
 * @param id the id, unique among all submissions
 * @param workers the number of workers in its assignment
 * @param workersUp the number of workers that have registered
 * @param missing the workers that should be up and are not, each as "w2 on n1"
 * @param failure the reason why it has failed; null if it has not
 * @param note notes for the submitter, one line each; null if there are none, and in lists
 * @param snapshots the counts of snapshots in lists, without the recent ones; null if it takes none, or they are not
 *     known
 * @param problem the problem that keeps it from running as it should, and the remedy, in lists; null if none is known
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
        String note,
        SnapshotMetrics snapshots,
        String problem) {

    /** Makes a topology whose snapshots are not known. */
    public TopologyInfo(
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
        this(name, id, status, submittedAtMillis, tasks, workers, workersUp, missing, failure, note, null, null);
    }

    /** Returns this topology with its snapshots, which may be null. */
    public TopologyInfo with(SnapshotMetrics known) {
        return with(note, known, problem);
    }

    /** Returns this topology with a problem, which may be null. */
    public TopologyInfo withProblem(String known) {
        return with(note, snapshots, known);
    }

    /** Returns this topology with further lines after the note. */
    public TopologyInfo withNotes(List<String> lines) {
        List<String> all =
                Stream.concat(Stream.ofNullable(note), lines.stream()).toList();
        return with(all.isEmpty() ? null : String.join("\n", all), snapshots, problem);
    }

    private TopologyInfo with(String notes, SnapshotMetrics known, String wrong) {
        return new TopologyInfo(
                name, id, status, submittedAtMillis, tasks, workers, workersUp, missing, failure, notes, known, wrong);
    }
}

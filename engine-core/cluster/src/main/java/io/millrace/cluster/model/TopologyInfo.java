// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.RunningTopology;
import io.millrace.api.json.Inline;
import io.millrace.api.metrics.SnapshotMetrics;
import java.util.List;
import java.util.stream.Stream;

/**
 * A topology in a list.
 *
 * @param id the id, unique among all submissions
 */
public record TopologyInfo(
        String name,
        String id,
        RunningTopology.Status status,
        long submittedAtMillis,
        @Inline Size size,
        @Inline Remarks remarks) {

    /**
     * How many tasks and workers it has.
     *
     * @param workers the number of workers in its assignment
     * @param workersUp the number of workers that have registered
     * @param missing the workers that should be up and are not, each as "w2 on n1"
     */
    public record Size(int tasks, int workers, int workersUp, List<String> missing) {}

    /**
     * The remarks about a topology.
     *
     * @param failure the reason why it has failed; null if it has not
     * @param note what who has submitted it should know, a line for each; null if there is nothing, and in lists
     * @param snapshots the snapshots, in lists without the recent ones; null if it takes none, or nothing is known of
     *     them
     * @param problem what keeps it from running as it should, and what helps; in lists, null if nothing is known
     */
    public record Remarks(String failure, String note, SnapshotMetrics snapshots, String problem) {

        /** Returns the remarks about a topology of which no snapshots and no problem are known. */
        public static Remarks of(String failure, String note) {
            return new Remarks(failure, note, null, null);
        }
    }

    public int workers() {
        return size.workers();
    }

    public int workersUp() {
        return size.workersUp();
    }

    public List<String> missing() {
        return size.missing();
    }

    public String failure() {
        return remarks.failure();
    }

    public SnapshotMetrics snapshots() {
        return remarks.snapshots();
    }

    public String problem() {
        return remarks.problem();
    }

    /** Returns this topology with its snapshots, which may be null. */
    public TopologyInfo with(SnapshotMetrics known) {
        return with(remarks.note(), known, problem());
    }

    /** Returns this topology with a problem, which may be null. */
    public TopologyInfo withProblem(String known) {
        return with(remarks.note(), snapshots(), known);
    }

    /** Returns this topology with further lines after the note. */
    public TopologyInfo withNotes(List<String> lines) {
        List<String> all =
                Stream.concat(Stream.ofNullable(remarks.note()), lines.stream()).toList();
        return with(all.isEmpty() ? null : String.join("\n", all), snapshots(), problem());
    }

    private TopologyInfo with(String notes, SnapshotMetrics known, String wrong) {
        return new TopologyInfo(name, id, status, submittedAtMillis, size, new Remarks(failure(), notes, known, wrong));
    }
}

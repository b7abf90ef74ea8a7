// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * The report of one snapshot of a topology. The time of each phase is the longest of all tasks, so that the times need
 * not add up to the total. All durations are in nanoseconds.
 *
 * @param id the id, ascending in the whole life of the topology
 * @param generation the number of times that the topology had begun, by a start or by going back to a snapshot
 * @param begunMillis the time at which it began, since 1970, by the clock of the coordinator's node
 * @param totalNanos from the trigger to the end; for a committed snapshot, until all sinks have committed
 * @param travelNanos from the trigger to the first barrier at a task
 * @param alignmentNanos from a task's first barrier to its last one
 * @param copyNanos the capture of a task's state, during which the task does nothing else
 * @param writeNanos from a worker's last capture to its published file
 * @param commitNanos from the last worker's report to the pointer that names the snapshot; 0 if it was not committed
 * @param bytes the bytes that were written
 * @param wholeBytes the bytes of all files of the snapshot, those of earlier snapshots with unchanged states included
 * @param outcome how the snapshot ended
 * @param reason the reason why it was not committed; empty if it was
 * @param slowestTask the task whose capture was complete last; -1 if it is not known
 * @param slowestComponent the component of that task; empty if it is not known
 * @param slowestNanos from the trigger to the end of that capture
 */
public record SnapshotReport(
        long id,
        long generation,
        long begunMillis,
        long totalNanos,
        long travelNanos,
        long alignmentNanos,
        long copyNanos,
        long writeNanos,
        long commitNanos,
        long bytes,
        long wholeBytes,
        Outcome outcome,
        String reason,
        int slowestTask,
        String slowestComponent,
        long slowestNanos) {

    /** How a snapshot ended. */
    public enum Outcome {
        COMMITTED,
        /** The snapshot ended by a time-out or an error. It counts against the tolerated failures. */
        FAILED,
        /** The snapshot ended by the loss of a worker, after which all tasks go back to the last committed one. */
        ABANDONED
    }
}

package io.millrace.api.metrics;

/**
 * What became of one snapshot of a topology. Times of phases are the longest of all tasks each, so that they need not add up to the
 * total. All durations are in nanoseconds.
 *
 * @param id ascending in the whole life of the topology
 * @param generation how often the topology had begun, by a start or by going back to a snapshot
 * @param begunMillis since 1970, by the clock of the coordinator's node
 * @param totalNanos from the trigger to the end; for a committed one, until all sinks have committed
 * @param travelNanos from the trigger to the first barrier at a task
 * @param alignmentNanos from a task's first barrier to its last one
 * @param copyNanos the capture of a task's state, in which it does nothing else
 * @param writeNanos from a worker's last capture to its published file
 * @param commitNanos from the last worker's report to the pointer that names the snapshot; 0 if it was not committed
 * @param bytes that were written
 * @param wholeBytes of all that it refers to, with what has not changed since earlier ones
 * @param outcome what became of it
 * @param reason why it was not committed; empty if it was
 * @param slowestTask the one whose capture was complete last; -1 if it is not known
 * @param slowestComponent of that task; empty if it is not known
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
        /** By a time-out or an error. It counts against the tolerated failures. */
        FAILED,
        /** By the loss of a worker, after which all go back to the last committed one. */
        ABANDONED
    }
}

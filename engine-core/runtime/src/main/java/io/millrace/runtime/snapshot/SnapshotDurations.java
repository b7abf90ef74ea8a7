package io.millrace.runtime.snapshot;

/**
 * How long the phases of a snapshot took in one worker: the longest of its tasks each.
 *
 * @param travelNanos from the trigger to the first barrier
 * @param alignmentNanos from the first barrier to the last one
 * @param copyNanos the capture, in which the task does nothing else
 * @param writeNanos from the last capture to the published file
 * @param slowestTask the one whose capture was complete last; -1 for none
 * @param slowestNanos from the trigger to the end of that capture
 */
public record SnapshotDurations(
        long travelNanos, long alignmentNanos, long copyNanos, long writeNanos, int slowestTask, long slowestNanos) {

    public static final SnapshotDurations NONE = new SnapshotDurations(0, 0, 0, 0, -1, 0);

    /** Returns the longer one of each phase, and the slowest task of both. */
    SnapshotDurations longest(SnapshotDurations other) {
        boolean slower = slowestTask < 0 || other.slowestTask >= 0 && other.slowestNanos > slowestNanos;
        return new SnapshotDurations(
                Math.max(travelNanos, other.travelNanos),
                Math.max(alignmentNanos, other.alignmentNanos),
                Math.max(copyNanos, other.copyNanos),
                Math.max(writeNanos, other.writeNanos),
                slower ? other.slowestTask : slowestTask,
                slower ? other.slowestNanos : slowestNanos);
    }

    /** Returns these with what one more task has told. */
    public SnapshotDurations captured(int task, long travel, long alignment, long copy, long sinceTrigger) {
        SnapshotDurations all = longest(new SnapshotDurations(travel, alignment, copy, 0, task, sinceTrigger));
        // Of two that the clock does not tell apart the one that has come last
        return sinceTrigger < all.slowestNanos()
                ? all
                : new SnapshotDurations(
                        all.travelNanos, all.alignmentNanos, all.copyNanos, all.writeNanos, task, sinceTrigger);
    }

    /** Returns these with the time of the writer. */
    public SnapshotDurations written(long nanos) {
        return new SnapshotDurations(travelNanos, alignmentNanos, copyNanos, nanos, slowestTask, slowestNanos);
    }
}

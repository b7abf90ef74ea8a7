// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/**
 * The durations of the phases of a snapshot in one worker: for each phase, that of its slowest task.
 *
 * @param travelNanos time from the trigger to the first barrier
 * @param alignmentNanos time from the first barrier to the last one
 * @param copyNanos time of the capture, in which the task does nothing else
 * @param writeNanos time from the last capture to the published file
 * @param slowestTask task whose capture was complete last; -1 for none
 * @param slowestNanos time from the trigger to the end of that capture
 */
public record SnapshotDurations(
        long travelNanos, long alignmentNanos, long copyNanos, long writeNanos, int slowestTask, long slowestNanos) {

    public static final SnapshotDurations NONE = new SnapshotDurations(0, 0, 0, 0, -1, 0);

    /** Returns the longer duration of each phase, and the slowest task of both. */
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

    /** Returns these durations with those of one more task. */
    public SnapshotDurations captured(int task, long travel, long alignment, long copy, long sinceTrigger) {
        SnapshotDurations all = longest(new SnapshotDurations(travel, alignment, copy, 0, task, sinceTrigger));
        // Of two tasks with the same time the last one counts as the slowest
        return sinceTrigger < all.slowestNanos()
                ? all
                : new SnapshotDurations(
                        all.travelNanos, all.alignmentNanos, all.copyNanos, all.writeNanos, task, sinceTrigger);
    }

    /** Returns these durations with the time of the writer. */
    public SnapshotDurations written(long nanos) {
        return new SnapshotDurations(travelNanos, alignmentNanos, copyNanos, nanos, slowestTask, slowestNanos);
    }
}

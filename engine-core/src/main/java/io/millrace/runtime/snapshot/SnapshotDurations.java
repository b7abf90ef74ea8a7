package io.millrace.runtime.snapshot;

/**
 * How long the phases of a snapshot took in one worker: the longest of its tasks each.
 *
 * @param travelNanos from the trigger to the first barrier
 * @param alignmentNanos from the first barrier to the last one
 * @param copyNanos the capture, in which the task does nothing else
 * @param writeNanos from the last capture to the published file
 * @param slowestTask the one whose capture was complete last; -1 for none
 */
public record SnapshotDurations(
        long travelNanos, long alignmentNanos, long copyNanos, long writeNanos, int slowestTask) {

    public static final SnapshotDurations NONE = new SnapshotDurations(0, 0, 0, 0, -1);

    /** Returns the longer one of each phase, and the slowest task of both. */
    SnapshotDurations longest(SnapshotDurations other) {
        return new SnapshotDurations(
                Math.max(travelNanos, other.travelNanos),
                Math.max(alignmentNanos, other.alignmentNanos),
                Math.max(copyNanos, other.copyNanos),
                Math.max(writeNanos, other.writeNanos),
                other.slowestTask < 0 || slowestTask >= 0 && captured() >= other.captured()
                        ? slowestTask
                        : other.slowestTask);
    }

    private long captured() {
        return travelNanos + alignmentNanos + copyNanos;
    }
}

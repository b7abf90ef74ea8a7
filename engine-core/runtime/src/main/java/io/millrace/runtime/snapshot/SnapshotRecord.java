package io.millrace.runtime.snapshot;

import io.millrace.api.metrics.SnapshotReport.Outcome;

/**
 * What became of one snapshot.
 *
 * @param begunMillis since 1970
 * @param durationNanos from the trigger to the end; for a committed one, until all sinks have committed
 * @param durations the longest of all workers
 * @param commitNanos from the last worker's report to the pointer that names it; 0 if it was not committed
 * @param bytes that were written
 * @param wholeBytes with those of blocks that have not changed
 * @param reason why it was not committed; empty if it was
 */
public record SnapshotRecord(
        long snapshotId,
        long generation,
        long begunMillis,
        long durationNanos,
        SnapshotDurations durations,
        long commitNanos,
        long bytes,
        long wholeBytes,
        Outcome outcome,
        String reason) {}

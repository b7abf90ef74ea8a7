// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.api.metrics.SnapshotReport.Outcome;

/**
 * The end of one snapshot.
 *
 * @param begunMillis time of its beginning since 1970
 * @param durationNanos time from the trigger to the end; for a committed snapshot, until all sinks have committed
 * @param durations longest durations of all workers
 * @param commitNanos time from the last worker's report to the pointer that names the snapshot; 0 if it was not
 *     committed
 * @param bytes bytes that were written
 * @param wholeBytes bytes with those of blocks that have not changed
 * @param reason why the snapshot was not committed; empty if it was
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

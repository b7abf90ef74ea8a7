// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.SnapshotDurations;

/**
 * The times of the captures of a worker's tasks for the snapshot that is taken. Confined to the thread of the agent.
 */
final class CaptureTimes {

    private long snapshotId;
    private long triggeredAt;
    private long lastCapturedAt;
    private SnapshotDurations durations = SnapshotDurations.NONE;
    private boolean holdsTuples;

    /** The number of captures of all snapshots. */
    private long captures;

    /** No snapshot is taken. */
    void forget() {
        snapshotId = 0;
    }

    /** A snapshot was triggered. The call may be repeated. */
    void triggered(long id, long at) {
        if (snapshotId != id) {
            begin(id, at);
        }
    }

    /** A task was captured. Captures of older snapshots are ignored. */
    void captured(long id, int task, long at, long alignedNanos, long copyNanos, boolean tuples) {
        if (id < snapshotId) {
            return;
        }
        if (id > snapshotId) {
            // Barriers of other workers have come before the trigger
            begin(id, at - alignedNanos - copyNanos);
        }
        captures++;
        holdsTuples |= tuples;
        long sinceTrigger = Math.max(0, at - triggeredAt);
        long travel = Math.max(0, sinceTrigger - alignedNanos - copyNanos);
        lastCapturedAt = Math.max(lastCapturedAt, at);
        durations = durations.captured(task, travel, alignedNanos, copyNanos, sinceTrigger);
    }

    private void begin(long id, long from) {
        snapshotId = id;
        triggeredAt = from;
        lastCapturedAt = from;
        durations = SnapshotDurations.NONE;
        holdsTuples = false;
    }

    /**
     * Returns the durations of a snapshot whose part was written at this time; none if another snapshot is taken now.
     */
    SnapshotDurations written(long id, long at) {
        return id == snapshotId ? durations.written(Math.max(0, at - lastCapturedAt)) : SnapshotDurations.NONE;
    }

    /** Returns the number of captures of all snapshots. */
    long captures() {
        return captures;
    }

    /** Returns whether a capture of the snapshot contains tuples on their way. */
    boolean holdsTuples(long id) {
        return id == snapshotId && holdsTuples;
    }
}

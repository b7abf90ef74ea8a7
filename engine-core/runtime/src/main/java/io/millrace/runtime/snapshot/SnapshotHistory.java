// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The last 100 snapshots that have ended, and how many there were. Any thread may read it; the coordinator's writes it.
 */
public final class SnapshotHistory {

    static final int LIMIT = 100;

    private final Deque<SnapshotRecord> records = new ArrayDeque<>();
    private long changes;
    private long generation;
    private long committed;
    private long failed;
    private int failuresInRow;
    private String lastFailure = "";
    private String standstill = "";
    private long lastId;
    private long lastMillis;

    synchronized void add(SnapshotRecord snapshot) {
        if (records.size() == LIMIT) {
            records.removeFirst();
        }
        records.addLast(snapshot);
        switch (snapshot.outcome()) {
            case COMMITTED -> committed++;
            case FAILED -> {
                failed++;
                failuresInRow++;
                lastFailure = "snapshot " + snapshot.snapshotId() + ": " + snapshot.reason();
            }
            case ABANDONED -> {
                // A death is no failure of snapshots
            }
        }
        changes++;
    }

    /** The snapshot of this pointer was committed. */
    synchronized void committed(Pointer pointer) {
        failuresInRow = 0;
        lastFailure = "";
        lastIs(pointer);
    }

    /** Sets the description of a snapshot or recovery that makes no progress; empty if there is none. */
    public synchronized void standsStill(String why) {
        standstill = why;
        changes++;
    }

    /** A generation begins with the snapshot of this pointer. */
    synchronized void lastIs(Pointer pointer) {
        generation = pointer.generation();
        lastId = pointer.snapshotId();
        lastMillis = pointer.committedMillis();
        changes++;
    }

    /** Returns a number that differs if something has changed; 0 before the first change. */
    public synchronized long changes() {
        return changes;
    }

    /** Returns the snapshots in the order of their ends. */
    public synchronized List<SnapshotRecord> list() {
        return List.copyOf(records);
    }

    /**
     * Returns the metrics that users see.
     *
     * @param tolerated tolerated failures in a row; -1: any number
     * @param componentOf returns the component of a task; called with the lock
     * @param nowMillis time by the clock of the coordinator
     */
    public synchronized SnapshotMetrics metrics(int tolerated, IntFunction<String> componentOf, long nowMillis) {
        return new SnapshotMetrics(
                        generation,
                        committed,
                        failed,
                        failuresInRow,
                        tolerated >= 0 && failuresInRow > tolerated,
                        lastFailure,
                        standstill,
                        lastId,
                        lastMillis,
                        -1,
                        records.stream()
                                .map(snapshot -> report(snapshot, componentOf))
                                .toList())
                .at(nowMillis);
    }

    private static SnapshotReport report(SnapshotRecord snapshot, IntFunction<String> componentOf) {
        SnapshotDurations durations = snapshot.durations();
        int slowest = durations.slowestTask();
        return new SnapshotReport(
                snapshot.snapshotId(),
                snapshot.generation(),
                snapshot.begunMillis(),
                snapshot.durationNanos(),
                durations.travelNanos(),
                durations.alignmentNanos(),
                durations.copyNanos(),
                durations.writeNanos(),
                snapshot.commitNanos(),
                snapshot.bytes(),
                snapshot.wholeBytes(),
                snapshot.outcome(),
                snapshot.reason(),
                slowest,
                slowest < 0 ? "" : componentOf.apply(slowest),
                durations.slowestNanos());
    }
}

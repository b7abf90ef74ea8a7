// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;
import java.util.Optional;

/**
 * Counts of the snapshots of a topology, since its coordinator took over.
 *
 * @param generation the number of times that the topology has begun, by a start or by going back to a snapshot
 * @param committed the number of committed snapshots
 * @param failed the number of failed snapshots
 * @param failuresInRow the number of failed snapshots since the last commit
 * @param failing whether more snapshots have failed in a row than {@code topology.snapshot.tolerated.failures}
 * @param lastFailure the reason why the last snapshot has failed; empty if it was committed
 * @param standstill the subject of the wait of a snapshot or a recovery that has not ended for {@code
 *     topology.standstill.warning}; empty if none stands still
 * @param lastId the id of the last committed snapshot, also if an earlier coordinator took it; 0 if there is none
 * @param lastMillis the time at which that snapshot was committed, since 1970; 0 if it is not known
 * @param ageMillis the age of that snapshot when these metrics were read; -1 if it is not known
 * @param recent the last 100 snapshots that have ended, in the order of their ends; empty where only counts were
 *     requested
 */
public record SnapshotMetrics(
        long generation,
        long committed,
        long failed,
        int failuresInRow,
        boolean failing,
        String lastFailure,
        String standstill,
        long lastId,
        long lastMillis,
        long ageMillis,
        List<SnapshotReport> recent) {

    public SnapshotMetrics {
        // A worker of an earlier version does not report it
        standstill = standstill == null ? "" : standstill;
        recent = List.copyOf(recent);
    }

    /** Returns the last committed snapshot of {@link #recent}. */
    public Optional<SnapshotReport> last() {
        return recent.stream()
                .filter(report -> report.outcome() == SnapshotReport.Outcome.COMMITTED)
                .reduce((earlier, later) -> later);
    }

    /** Returns these metrics with the age at this time, by the clock of {@link #lastMillis}. */
    public SnapshotMetrics at(long nowMillis) {
        long age = lastMillis == 0 ? -1 : Math.max(0, nowMillis - lastMillis);
        return with(failuresInRow, failing, lastFailure, age, recent);
    }

    /**
     * Returns these metrics with the failures of an earlier report, if no snapshot was committed since and these have
     * no failures: a coordinator that has begun counts from 0, and one that has not reported knows nothing.
     */
    public SnapshotMetrics after(SnapshotMetrics earlier) {
        if (failing || !earlier.failing || lastId > earlier.lastId) {
            return this;
        }
        String failure = lastFailure.isEmpty() ? earlier.lastFailure : lastFailure;
        return with(earlier.failuresInRow, true, failure, ageMillis, recent);
    }

    /** Returns these metrics with the last {@code most} of the recent snapshots. */
    public SnapshotMetrics latest(int most) {
        List<SnapshotReport> last = recent.subList(Math.max(0, recent.size() - most), recent.size());
        return with(failuresInRow, failing, lastFailure, ageMillis, last);
    }

    private SnapshotMetrics with(int inRow, boolean fails, String failure, long age, List<SnapshotReport> reports) {
        return new SnapshotMetrics(
                generation, committed, failed, inRow, fails, failure, standstill, lastId, lastMillis, age, reports);
    }
}

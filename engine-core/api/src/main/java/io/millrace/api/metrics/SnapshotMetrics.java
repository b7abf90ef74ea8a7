package io.millrace.api.metrics;

import java.util.List;
import java.util.Optional;

/**
 * The snapshots of a topology, as its coordinator has counted them since it took over.
 *
 * @param generation how often the topology has begun, by a start or by going back to a snapshot
 * @param committed the number that were committed
 * @param failed the number that have failed
 * @param failuresInRow since the last commit
 * @param failing whether more have failed in a row than {@code topology.snapshot.tolerated.failures}
 * @param lastFailure why the last one has failed; empty if it was committed
 * @param standstill what a snapshot or a recovery waits for that has not ended for {@code topology.standstill.warning}; empty if none stands still
 * @param lastId of the last committed one, also of one before this coordinator; 0 if there is none
 * @param lastMillis when it was committed, since 1970; 0 if it is not known
 * @param ageMillis how long ago that was when these metrics were read; -1 if it is not known
 * @param recent the last 100 that have ended, in the order of their ends; empty where only counts were asked for
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
        // A worker of an earlier version does not tell it
        standstill = standstill == null ? "" : standstill;
        recent = List.copyOf(recent);
    }

    /** Returns the last one of {@link #recent} that was committed. */
    public Optional<SnapshotReport> last() {
        return recent.stream()
                .filter(report -> report.outcome() == SnapshotReport.Outcome.COMMITTED)
                .reduce((earlier, later) -> later);
    }

    /** Returns the same, read at this time by the clock that has told {@link #lastMillis}. */
    public SnapshotMetrics at(long nowMillis) {
        long age = lastMillis == 0 ? -1 : Math.max(0, nowMillis - lastMillis);
        return with(failuresInRow, failing, lastFailure, age, recent);
    }

    /**
     * Returns the same with the failures of an earlier report, if no snapshot was committed since and it knows no own: a coordinator that has begun
     * counts from 0, and one that has not reported knows nothing.
     */
    public SnapshotMetrics after(SnapshotMetrics earlier) {
        if (failing || !earlier.failing || lastId > earlier.lastId) {
            return this;
        }
        String failure = lastFailure.isEmpty() ? earlier.lastFailure : lastFailure;
        return with(earlier.failuresInRow, true, failure, ageMillis, recent);
    }

    /** Returns the same with the last {@code most} of the recent ones. */
    public SnapshotMetrics latest(int most) {
        List<SnapshotReport> last = recent.subList(Math.max(0, recent.size() - most), recent.size());
        return with(failuresInRow, failing, lastFailure, ageMillis, last);
    }

    private SnapshotMetrics with(int inRow, boolean fails, String failure, long age, List<SnapshotReport> reports) {
        return new SnapshotMetrics(
                generation, committed, failed, inRow, fails, failure, standstill, lastId, lastMillis, age, reports);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotHistoryTest {

    private final SnapshotHistory history = new SnapshotHistory();

    private void ended(long id, Outcome outcome, String reason) {
        SnapshotDurations durations = new SnapshotDurations(1, 2, 3, 4, 5, 6);
        history.add(new SnapshotRecord(id, 3, 1_000, 90, durations, 7, 8, 9, outcome, reason));
    }

    private static Pointer pointer(long id, long millis) {
        return new Pointer(3, new Pointer.Last(id, "m" + id, "d"), 1_000, Term.NONE, List.of(), millis, Map.of());
    }

    private SnapshotMetrics metrics(int tolerated) {
        return history.metrics(tolerated, task -> "component-" + task, 10_000);
    }

    @Test
    void allThatIsKnownOfASnapshotIsReported() {
        ended(17, Outcome.COMMITTED, "");
        assertThat(metrics(-1).recent())
                .containsExactly(new SnapshotReport(
                        17, 3, 1_000, 90, 1, 2, 3, 4, 7, 8, 9, Outcome.COMMITTED, "", 5, "component-5", 6));
    }

    @Test
    void failuresInARowAreCountedUntilACommit() {
        ended(1, Outcome.FAILED, "no room");
        ended(2, Outcome.ABANDONED, "a worker was lost");
        assertThat(metrics(1).failing()).isFalse();
        ended(3, Outcome.FAILED, "still no room");
        SnapshotMetrics failing = metrics(1);
        assertThat(failing.failing()).isTrue();
        assertThat(failing.failuresInRow()).isEqualTo(2);
        assertThat(failing.lastFailure()).isEqualTo("snapshot 3: still no room");
        assertThat(metrics(-1).failing()).as("any number is tolerated").isFalse();
        history.committed(pointer(4, 9_000));
        ended(4, Outcome.COMMITTED, "");
        SnapshotMetrics after = metrics(1);
        assertThat(after.failing()).isFalse();
        assertThat(after.failuresInRow()).isZero();
        assertThat(after.lastFailure()).isEmpty();
        assertThat(after.failed()).isEqualTo(2);
        assertThat(after.committed()).isEqualTo(1);
        assertThat(after.last().orElseThrow().id()).isEqualTo(4);
    }

    @Test
    void theLastCommitOfAnotherCoordinatorIsKnown() {
        assertThat(metrics(-1).ageMillis()).as("nothing was committed").isEqualTo(-1);
        history.lastIs(pointer(12, 7_000));
        SnapshotMetrics known = metrics(-1);
        assertThat(known.lastId()).isEqualTo(12);
        assertThat(known.ageMillis()).isEqualTo(3_000);
        assertThat(known.committed()).isZero();
        history.lastIs(pointer(11, 0));
        assertThat(metrics(-1).ageMillis()).as("its time is not known").isEqualTo(-1);
    }

    @Test
    void aChangeIsSeen() {
        assertThat(history.changes()).isZero();
        ended(1, Outcome.COMMITTED, "");
        long one = history.changes();
        history.committed(pointer(2, 1));
        assertThat(history.changes()).isNotEqualTo(one).isNotZero();
    }
}

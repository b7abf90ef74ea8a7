// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The failures that are known until a newer report says otherwise. */
class SnapshotMetricsTest {

    private static final SnapshotMetrics FULL = metrics(true, "snapshot 7: the disk is full", 3);

    private static SnapshotMetrics metrics(boolean failing, String lastFailure, long lastId) {
        return new SnapshotMetrics(1, 0, 0, failing ? 4 : 0, failing, lastFailure, "", lastId, 0, -1, List.of());
    }

    @Test
    void aCoordinatorThatCountsFromZeroDoesNotHideThatSnapshotsFail() {
        SnapshotMetrics now = metrics(false, "", 3).after(FULL);
        assertThat(now.failing()).isTrue();
        assertThat(now.failuresInRow()).isEqualTo(4);
        assertThat(now.lastFailure()).isEqualTo("snapshot 7: the disk is full");
    }

    @Test
    void itsFirstFailureIsTheCause() {
        SnapshotMetrics now =
                metrics(false, "snapshot 1008: it is read-only", 3).after(FULL);
        assertThat(now.failing()).isTrue();
        assertThat(now.lastFailure()).isEqualTo("snapshot 1008: it is read-only");
    }

    @Test
    void aCommitEndsIt() {
        assertThat(metrics(false, "", 9).after(FULL).failing()).isFalse();
    }
}

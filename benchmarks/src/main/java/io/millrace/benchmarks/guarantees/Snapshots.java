// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The snapshots that a run has taken while it was recorded. */
final class Snapshots {

    /** Metrics are up to a second old. */
    private static final long METRICS_MILLIS = 1_500;

    private final LocalRun run;
    private long beganMillis;

    Snapshots(LocalRun run) {
        this.run = run;
    }

    /** Begins to count: snapshots that began earlier do not count. */
    void begin() {
        beganMillis = System.currentTimeMillis();
    }

    /** The committed ones that have begun since; none if the run takes no snapshots. */
    List<SnapshotReport> since() throws InterruptedException {
        long untilMillis = System.currentTimeMillis();
        TimeUnit.MILLISECONDS.sleep(METRICS_MILLIS);
        SnapshotMetrics metrics = run.snapshots();
        return metrics == null ? List.of() : SnapshotPhases.committed(metrics.recent(), beganMillis, untilMillis);
    }
}

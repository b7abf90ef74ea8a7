// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.TestFigures;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotPhasesTest {

    @TempDir
    Path directory;

    @Test
    void eachRunHasItsMedianAndItsLongest() throws Exception {
        Figures figures = TestFigures.in(directory);
        List<List<SnapshotReport>> runs =
                List.of(List.of(report(1, 4), report(2, 6), report(3, 50)), List.of(report(1, 10)), List.of());

        for (List<SnapshotReport> run : runs) {
            figures.add("depth", "a", "b", SnapshotPhases.add(new Measured(), run));
        }

        assertThat(figures.median("depth", "a", "b", SnapshotPhases.TOTAL)).isEqualTo(8);
        assertThat(figures.median("depth", "a", "b", SnapshotPhases.LONGEST)).isEqualTo(30);
        assertThat(figures.median("depth", "a", "b", "snapshots")).isEqualTo(2);
    }

    @Test
    void onlyCommittedOnesOfTheTimeCount() {
        SnapshotReport failed =
                new SnapshotReport(9, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, Outcome.FAILED, "disk full", -1, "", 0);

        assertThat(SnapshotPhases.committed(List.of(report(1, 5), report(2, 5), failed, report(3, 5)), 2, 3))
                .extracting(SnapshotReport::begunMillis)
                .containsExactly(2L);
    }

    private static SnapshotReport report(long begunMillis, long totalMillis) {
        return new SnapshotReport(
                begunMillis,
                1,
                begunMillis,
                totalMillis * 1_000_000,
                0,
                0,
                0,
                0,
                0,
                1_000_000,
                1_000_000,
                Outcome.COMMITTED,
                "",
                1,
                "count",
                0);
    }
}

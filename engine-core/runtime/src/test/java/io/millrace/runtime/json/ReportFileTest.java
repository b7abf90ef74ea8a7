// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {

    private static final SnapshotReport REPORT =
            new SnapshotReport(17, 3, 1_000, 90, 1, 2, 3, 4, 7, 8, 9, Outcome.FAILED, "no \"room\"", 5, "count", 6);
    private static final SnapshotMetrics METRICS =
            new SnapshotMetrics(3, 4, 1, 1, true, "snapshot 17: no room", "", 16, 5_000, -1, List.of(REPORT));

    private static final ReportFile<SnapshotMetrics> FILE = new ReportFile<>(
            "snapshots.json",
            "the snapshots",
            "older ones are shown",
            bytes -> Json.read(bytes, SnapshotMetrics.class));

    @TempDir
    private Path directory;

    @Test
    void anotherProcessReadsWhatWasWritten() {
        assertThat(FILE.read(directory)).isEmpty();
        assertThat(FILE.write(directory, METRICS, false)).isTrue();
        assertThat(FILE.read(directory)).contains(METRICS);
        assertThat(FILE.read(directory).orElseThrow().at(7_500).ageMillis()).isEqualTo(2_500);
        assertThat(directory).isDirectoryNotContaining("glob:**.part");

        FILE.delete(directory);
        assertThat(FILE.read(directory)).isEmpty();
    }

    @Test
    void aDamagedFileTellsNothingAndAMissingDirectoryStopsNothing() throws Exception {
        Files.writeString(directory.resolve("snapshots.json"), "{\"generation\":");
        assertThat(FILE.read(directory)).isEmpty();
        assertThat(FILE.write(directory.resolve("gone"), METRICS, false)).isFalse();
    }
}

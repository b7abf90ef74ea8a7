// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What Millrace's process tells of the snapshots that it has taken in one measurement. */
final class SnapshotFile {

    private static final String NAME = "snapshots";

    private SnapshotFile() {}

    /** @param snapshots null if none were taken */
    static void write(Path directory, SnapshotMetrics snapshots) {
        if (snapshots != null) {
            Signals.write(directory.resolve(NAME), new String(Json.write(snapshots), StandardCharsets.UTF_8));
        }
    }

    /** The snapshots that have begun in this time; none if none were written. */
    static List<SnapshotReport> read(Path directory, long fromMillis, long untilMillis) throws IOException {
        Path file = directory.resolve(NAME);
        if (!Files.exists(file)) {
            return List.of();
        }
        return Json.read(Files.readAllBytes(file), SnapshotMetrics.class).recent().stream()
                .filter(report -> report.begunMillis() >= fromMillis && report.begunMillis() < untilMillis)
                .toList();
    }
}

package io.millrace.benchmarks.macro;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What Millrace's process tells of the snapshots that it has taken in one measurement. */
final class SnapshotFile {

    private static final String NAME = "snapshots";

    private static final SnapshotMetrics NONE = new SnapshotMetrics(0, 0, 0, 0, false, "", 0, 0, -1, List.of());

    private SnapshotFile() {}

    /** @param snapshots null if none were taken */
    static void write(Path directory, SnapshotMetrics snapshots) {
        if (snapshots != null) {
            Signals.write(directory.resolve(NAME), new String(Json.write(snapshots), StandardCharsets.UTF_8));
        }
    }

    /** Without any if none were written. */
    static SnapshotMetrics read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        return Files.exists(file) ? Json.read(Files.readAllBytes(file), SnapshotMetrics.class) : NONE;
    }
}

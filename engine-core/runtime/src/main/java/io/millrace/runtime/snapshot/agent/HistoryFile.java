// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.ReportFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The report of the last snapshots of a topology, which the worker of its coordinator writes. Any thread may call it.
 */
public final class HistoryFile {

    private static final ReportFile<SnapshotMetrics> FILE = new ReportFile<>(
            "snapshots.json",
            "the snapshots",
            "'millrace snapshots' shows older ones",
            bytes -> Json.read(bytes, SnapshotMetrics.class));

    private HistoryFile() {}

    /** Writes the report, as {@link ReportFile#write}. */
    static boolean write(Path directory, SnapshotMetrics metrics, boolean failedBefore) {
        return FILE.write(directory, metrics, failedBefore);
    }

    /**
     * Reads the report, as {@link ReportFile#read}.
     *
     * @param nowMillis time since 1970, by the clock of this node
     */
    public static Optional<SnapshotMetrics> read(Path directory, long nowMillis) {
        return FILE.read(directory).map(metrics -> metrics.at(nowMillis));
    }
}

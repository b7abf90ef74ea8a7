package io.millrace.runtime.snapshot.agent;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last snapshots of a topology as a file in the directory of its coordinator's worker, where the node's supervisor reads them, also
 * after a death of the worker. It is replaced as a whole. Any thread may call it.
 */
public final class HistoryFile {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);
    private static final String NAME = "snapshots.json";

    private HistoryFile() {}

    /** Replaces the file. If that fails, which is logged once in a row, the older one stays. */
    static boolean write(Path directory, SnapshotMetrics metrics, boolean failedBefore) {
        Path partial = directory.resolve(NAME + ".part");
        try {
            Files.write(partial, Json.write(metrics));
            Files.move(partial, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            if (!failedBefore) {
                LOG.warn("cannot write {}: {}: 'millrace snapshots' shows older ones", partial, e.getMessage());
            }
            return false;
        }
    }

    /**
     * Reads the file.
     *
     * @param nowMillis since 1970, by the clock of this node
     * @return empty if there is none, as in workers that have no coordinator
     */
    public static Optional<SnapshotMetrics> read(Path directory, long nowMillis) {
        try {
            return Optional.of(Json.read(Files.readAllBytes(directory.resolve(NAME)), SnapshotMetrics.class)
                    .at(nowMillis));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JsonException e) {
            LOG.debug("the snapshots of {} are not known: {}", directory, e.getMessage());
            return Optional.empty();
        }
    }
}

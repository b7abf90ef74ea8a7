// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last death of each worker of this node, in a file of the supervisor's data directory, which its successor reads.
 * It has one entry per worker of the topologies that exist. The supervisor's loop calls.
 */
final class DeathFile {

    private static final Logger LOG = LoggerFactory.getLogger(DeathFile.class);

    private final Path file;
    private final Map<WorkerKey, WorkerDeath> deaths = new HashMap<>();

    /** An entry of the file. */
    record Entry(String topologyId, WorkerDeath death) {}

    DeathFile(Path file) {
        this.file = file;
        try {
            Json.readList(Files.readAllBytes(file), Entry.class)
                    .forEach(entry -> deaths.put(
                            new WorkerKey(entry.topologyId(), entry.death().worker()), entry.death()));
        } catch (NoSuchFileException e) {
            // No worker has died.
        } catch (IOException | JsonException e) {
            LOG.warn("earlier deaths of workers are not known: cannot read {}: {}", file, e.getMessage());
        }
    }

    Optional<WorkerDeath> of(WorkerKey key) {
        return Optional.ofNullable(deaths.get(key));
    }

    void put(WorkerKey key, WorkerDeath death) {
        deaths.put(key, death);
        write();
    }

    /** Whether the file has workers of other topologies. */
    boolean hasOthers(Set<String> topologyIds) {
        return deaths.keySet().stream().anyMatch(key -> !topologyIds.contains(key.topologyId()));
    }

    /** Forgets the workers of all other topologies. */
    void retain(Set<String> topologyIds) {
        if (deaths.keySet().removeIf(key -> !topologyIds.contains(key.topologyId()))) {
            write();
        }
    }

    private void write() {
        List<Entry> entries = deaths.entrySet().stream()
                .map(death -> new Entry(death.getKey().topologyId(), death.getValue()))
                .toList();
        try {
            PrivateDirectory.writeFile(file, Json.write(entries));
        } catch (IOException e) {
            LOG.warn("cannot write {}: {}", file, Directories.reason(e));
        }
    }
}

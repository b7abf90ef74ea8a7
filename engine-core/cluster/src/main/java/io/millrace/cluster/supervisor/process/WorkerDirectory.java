// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import io.millrace.cluster.config.Directories;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerFailure;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The directory of one start of a worker, as its supervisor uses it; {@code io.millrace.cluster.supervisor} describes
 * it.
 */
public record WorkerDirectory(Path path) {

    private static final int LONGEST_FAILURE = 1_000;

    /** Creates the directory of one start. */
    public static WorkerDirectory create(Path base, LaunchSpec spec) throws IOException {
        Path path = base.resolve(spec.topologyId()).resolve(spec.worker() + "-" + spec.epoch());
        WorkerDirectory directory = new WorkerDirectory(path);
        try {
            PrivateDirectory.makeInner(path.getParent());
            PrivateDirectory.makeInner(path);
            // The file has the secret of the topology
            PrivateDirectory.writeFile(path.resolve(LaunchSpec.FILE), Json.write(spec));
            return directory;
        } catch (IOException e) {
            directory.remove();
            throw new IOException(
                    "cannot write " + path + ": " + Directories.reason(e) + ": free some memory, or set another "
                            + ClusterKeys.IPC_DIR.name(),
                    e);
        }
    }

    /** Returns all existing directories, of any topology. */
    public static List<WorkerDirectory> all(Path base) throws IOException {
        if (!Files.isDirectory(base)) {
            return List.of();
        }
        try (Stream<Path> found = Files.find(base, 2, (path, attributes) -> attributes.isDirectory())) {
            return found.filter(path -> base.relativize(path).getNameCount() == 2)
                    .map(WorkerDirectory::new)
                    .toList();
        }
    }

    public Optional<LaunchSpec> launch() {
        return read(LaunchSpec.FILE, LaunchSpec.class);
    }

    /**
     * Returns when the worker has last written its endpoint, in nanoseconds since 1970; 0 if it has not. It writes
     * another one with each epoch that it begins.
     */
    public long endpointNanos() {
        try {
            return Files.getLastModifiedTime(path.resolve(LaunchSpec.ENDPOINT_FILE))
                    .to(TimeUnit.NANOSECONDS);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Returns the endpoint that the worker writes once it runs. */
    public Optional<PeerEndpoint> endpoint() {
        return read(LaunchSpec.ENDPOINT_FILE, PeerEndpoint.class);
    }

    /** Returns the failure that the worker reported. */
    public Optional<WorkerFailure> failure() {
        return read(LaunchSpec.FAILURE_FILE, WorkerFailure.class).map(note -> {
            String cause = String.valueOf(note.cause());
            return new WorkerFailure(cause.substring(0, Math.min(LONGEST_FAILURE, cause.length())), note.exitCode());
        });
    }

    /** Whether a live process holds the worker's lock. */
    public boolean locked() {
        return holder().isPresent();
    }

    /** Returns the process that holds the worker's lock. */
    public OptionalLong holder() {
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                String[] parts = file.getFileName().toString().split("-");
                if (parts.length == 3
                        && parts[0].equals(LaunchSpec.LOCK_PREFIX)
                        && parts[2].endsWith(".lock")
                        && Files.exists(file)
                        && ProcessLock.isAlive(file)) {
                    return OptionalLong.of(Long.parseLong(parts[1]));
                }
            }
            return OptionalLong.empty();
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the launch file; a process that has not read it yet will not run. */
    public void revoke() throws IOException {
        Files.deleteIfExists(path.resolve(LaunchSpec.FILE));
    }

    /** Removes the directory; only after the proof that the worker is gone. */
    public void remove() throws IOException {
        Directories.remove(path);
        // The parent stays while another worker of the same topology exists
        Directories.removeIfEmpty(path.getParent());
    }

    private <T> Optional<T> read(String name, Class<T> type) {
        try {
            return Optional.of(Json.read(Files.readAllBytes(path.resolve(name)), type));
        } catch (IOException | JsonException e) {
            return Optional.empty();
        }
    }
}

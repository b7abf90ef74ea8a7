// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/** The directories that settings name; only their owner has access. */
public final class Directories {

    /** The room for a worker: the size of a default ring with its descriptors, and of the metrics. */
    private static final long WORKER_BYTES = 8 << 20;

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private Directories() {}

    public static Path path(Config config, ConfigKey<String> key) {
        String text = config.get(key);
        if (text.equals("~") || text.startsWith("~/")) {
            text = home(key, text) + text.substring(1);
        }
        return Path.of(text).toAbsolutePath().normalize();
    }

    /** Returns the home directory. Java has "?" for a user without one, such as one that only a container knows. */
    private static String home(ConfigKey<String> key, String text) {
        String home = System.getProperty("user.home", "");
        if (!Path.of(home).isAbsolute()) {
            throw new TopologyException(
                    key.name() + " is " + text + ", but this user has no home directory: set it to an absolute path");
        }
        return home;
    }

    /** Returns the directory in shared memory under which all clusters of this user keep their rings. */
    public static Path ipc(Config config) {
        if (!config.get(ClusterKeys.IPC_DIR).isEmpty()) {
            return path(config, ClusterKeys.IPC_DIR);
        }
        Path base = Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        return base.resolve("millrace-" + user());
    }

    /** Returns this user's name, reduced to the characters that are safe in a file's name. */
    public static String user() {
        return System.getProperty("user.name", "user").replaceAll("[^A-Za-z0-9_-]", "_");
    }

    /** Creates the directory that a setting names with mode 0700, and checks that it is writable. */
    public static Path make(Config config, ConfigKey<String> key) {
        if (key != ClusterKeys.IPC_DIR) {
            return make(path(config, key), key);
        }
        Path directory = make(ipc(config), key);
        requireRoom(directory, WORKER_BYTES);
        return directory;
    }

    /** Checks the free space of a directory in shared memory. */
    public static void requireRoom(Path directory, long neededBytes) {
        try {
            requireRoom(directory, Files.getFileStore(directory).getUsableSpace(), neededBytes);
        } catch (IOException e) {
            throw new TopologyException(
                    directory + " (" + ClusterKeys.IPC_DIR.name() + ") has no size: " + reason(e), e);
        }
    }

    static void requireRoom(Path directory, long freeBytes, long neededBytes) {
        if (freeBytes < neededBytes) {
            throw new TopologyException(directory + " (" + ClusterKeys.IPC_DIR.name() + ") has " + freeBytes / 1024
                    + " KiB free, a worker needs " + neededBytes / 1024 + " KiB: remove what fills it, or set another "
                    + ClusterKeys.IPC_DIR.name());
        }
    }

    interface Maker {
        void make(Path directory) throws IOException;
    }

    private static Path make(Path directory, ConfigKey<String> key) {
        return make(directory, key, PrivateDirectory::create);
    }

    /** @param maker makes a missing directory in the way of its file system */
    static Path make(Path directory, ConfigKey<String> key, Maker maker) {
        try {
            Optional<String> problem = problem(directory, key);
            if (problem.isPresent()) {
                throw new TopologyException(directory + " (" + key.name() + ") " + problem.get()
                        + ": chown or chmod it, or set another " + key.name());
            }
            if (!Files.isDirectory(directory)) {
                maker.make(directory);
                Optional<String> ofNew = problem(directory, key);
                if (ofNew.isPresent()) {
                    throw new TopologyException(directory + " (" + key.name() + ") "
                            + PrivateDirectory.removeUnkept(directory, ofNew.get()) + ", or set another "
                            + key.name());
                }
            }
            Path probe = Files.createTempFile(directory, "probe", "");
            try {
                Files.write(probe, new byte[1]);
            } finally {
                Files.delete(probe);
            }
            return directory;
        } catch (IOException e) {
            throw new TopologyException(
                    directory + " (" + key.name() + ") is not writable: " + reason(e) + ": set another " + key.name(),
                    e);
        }
    }

    /** Restricts access to the owner, if the file system supports it. */
    public static void ownerOnly(Path directory) throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(directory, OWNER_ONLY);
        }
    }

    /** Returns the reason of an I/O error without the path. */
    public static String reason(IOException e) {
        if (e instanceof java.nio.file.FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /**
     * Returns why a directory is refused: other accounts could put files of their own into it, or in its place, or
     * change those of this account. An account that can read rings can read tuples, so {@code ipc.dir} must give no
     * other account access. Other directories may be links, and may be made by root, as a container's volumes are.
     */
    public static Optional<String> problem(Path directory, ConfigKey<String> key) throws IOException {
        return key == ClusterKeys.IPC_DIR ? PrivateDirectory.problem(directory) : PrivateDirectory.writers(directory);
    }

    /** Removes a directory if it exists and is empty. */
    public static void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // The directory is in use
        }
    }

    /** Removes a directory of this account with its content, if it exists. */
    public static void remove(Path directory) throws IOException {
        PrivateDirectory.remove(directory);
    }
}

package io.millrace.cluster.config;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.stream.Stream;

/** The directories that settings name, made for their owner alone. */
public final class Directories {

    /** A ring of default size with its descriptors, and the metrics. */
    private static final long WORKER_BYTES = 8 << 20;

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private Directories() {}

    /** The path that a setting names. */
    public static Path path(Config config, ConfigKey<String> key) {
        String text = config.get(key);
        if (text.equals("~") || text.startsWith("~/")) {
            text = System.getProperty("user.home") + text.substring(1);
        }
        return Path.of(text).toAbsolutePath().normalize();
    }

    /** The directory in shared memory under which all clusters of this user keep their rings. */
    public static Path ipc(Config config) {
        if (!config.get(ClusterKeys.IPC_DIR).isEmpty()) {
            return path(config, ClusterKeys.IPC_DIR);
        }
        Path base = Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        return base.resolve("millrace-" + user());
    }

    /** This user's name, reduced to what is safe in a file's name. */
    public static String user() {
        return System.getProperty("user.name", "user").replaceAll("[^A-Za-z0-9_-]", "_");
    }

    /** Makes the directory that a setting names, with mode 0700, and checks that it can be written. */
    public static Path make(Config config, ConfigKey<String> key) {
        if (key != ClusterKeys.IPC_DIR) {
            return make(path(config, key), key);
        }
        Path directory = make(ipc(config), key);
        try {
            requireRoom(directory, Files.getFileStore(directory).getUsableSpace());
        } catch (IOException e) {
            throw new TopologyException(directory + " (" + key.name() + ") has no size: " + reason(e), e);
        }
        return directory;
    }

    /** A worker with default settings fits; one with larger rings says itself what it lacks. */
    static void requireRoom(Path directory, long freeBytes) {
        if (freeBytes < WORKER_BYTES) {
            throw new TopologyException(directory + " (" + ClusterKeys.IPC_DIR.name() + ") has " + freeBytes / 1024
                    + " KiB free, a worker needs " + WORKER_BYTES / 1024 + " KiB: remove what fills it, or set another "
                    + ClusterKeys.IPC_DIR.name());
        }
    }

    private static Path make(Path directory, ConfigKey<String> key) {
        try {
            boolean existed = Files.isDirectory(directory);
            Files.createDirectories(directory);
            if (!existed) {
                ownerOnly(directory);
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

    /** Lets nobody but the owner in, where the file system can say so. */
    public static void ownerOnly(Path directory) throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(directory, OWNER_ONLY);
        }
    }

    /** What an I/O error says, without the path. */
    public static String reason(IOException e) {
        if (e instanceof java.nio.file.FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** Removes a directory and all in it; what is gone already is fine. Does not follow links. */
    public static void remove(Path directory) throws IOException {
        if (!Files.exists(directory, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isDirectory(directory, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> entries = Files.list(directory)) {
                for (Path entry : entries.toList()) {
                    remove(entry);
                }
            }
        }
        Files.deleteIfExists(directory);
    }
}

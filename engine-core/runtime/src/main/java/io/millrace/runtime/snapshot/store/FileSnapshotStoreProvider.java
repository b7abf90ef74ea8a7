// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.config.Config;
import io.millrace.api.config.SecretSettings;
import io.millrace.api.config.StateAccess;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.api.spi.SnapshotStoreProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;

/** The provider of directories. Found by {@link java.util.ServiceLoader}. */
public final class FileSnapshotStoreProvider implements SnapshotStoreProvider {

    @Override
    public String scheme() {
        return "file";
    }

    @Override
    public SnapshotStore open(URI location, Map<String, String> settings) throws IOException {
        return open(path(location), FilePermissions.of(Config.of(settings).get(TopologyKeys.STATE_ACCESS)));
    }

    /** Returns whether this node sees an object. A missing directory is not made: that would hide a missing mount. */
    @Override
    public boolean sees(URI location, Map<String, String> settings, String name, byte[] content) throws IOException {
        Path root = path(location).toAbsolutePath().normalize();
        if (!Files.exists(root)) {
            throw StoreErrors.explained("find snapshots", root.toString(), new NoSuchFileException(root.toString()));
        }
        if (!Files.isDirectory(root)) {
            throw StoreErrors.explained("keep snapshots", root.toString(), new NotDirectoryException(root.toString()));
        }
        return SnapshotStoreProvider.super.sees(location, settings, name, content);
    }

    /** Opens a directory, which is created if it is missing. */
    public static FileSnapshotStore open(Path directory) throws IOException {
        return open(directory, FilePermissions.of(StateAccess.OWNER));
    }

    private static FileSnapshotStore open(Path directory, FilePermissions permissions) throws IOException {
        Path root = directory.toAbsolutePath().normalize();
        try {
            Files.createDirectories(root, permissions.directory());
        } catch (FileAlreadyExistsException e) {
            throw StoreErrors.explained("keep snapshots", root.toString(), new NotDirectoryException(root.toString()));
        } catch (IOException e) {
            throw StoreErrors.explained("keep snapshots", root.toString(), e);
        }
        if (!Files.isWritable(root)) {
            throw StoreErrors.explained(
                    "keep snapshots", root.toString(), new IOException("permission denied or read-only"));
        }
        // The numbers are drawn at random, so that no process finds the draft of another in its way
        return new FileSnapshotStore(root, FileSnapshotStore.Disk.REAL, permissions, new SecureRandom()::nextLong);
    }

    private static Path path(URI location) throws IOException {
        try {
            return Path.of(location);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "'" + SecretSettings.shownText(location.toString())
                            + "' is no directory: write file: and an absolute path, such as file:///mnt/snapshots",
                    e);
        }
    }
}

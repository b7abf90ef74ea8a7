// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.spi.SnapshotStore;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The place of an existing or future savepoint: a directory, or a location of any store. Methods block. One thread. */
public final class SavepointPlace implements Closeable {

    private final SnapshotStore store;
    /** The directory that this has made; else null. */
    private final Path made;

    private boolean written;

    private SavepointPlace(SnapshotStore store, Path made) {
        this.store = store;
        this.made = made;
    }

    /**
     * Opens the place of a savepoint that exists.
     *
     * @param settings settings of a topology or a command, all as text by key
     * @param connectors class loader in which stores of other schemes are looked for
     * @throws IOException with one line, if there is no savepoint or it cannot be opened
     */
    public static SavepointPlace existing(String location, Map<String, String> settings, ClassLoader connectors)
            throws IOException {
        Path directory = directory(location);
        if (directory != null && !Files.isRegularFile(directory.resolve(Savepoint.MANIFEST))) {
            throw new IOException("there is no savepoint in " + SecretSettings.shownText(location) + ": it has no file "
                    + Savepoint.MANIFEST + ", so name the directory that 'millrace savepoint' has told");
        }
        return new SavepointPlace(SnapshotStores.open(location(location), settings, connectors), null);
    }

    /**
     * Opens the place of a savepoint that is to be made.
     *
     * @throws IOException with one line, if a directory holds something that is not part of a savepoint, or it cannot
     *     be opened
     */
    public static SavepointPlace toWrite(String location, Map<String, String> settings, ClassLoader connectors)
            throws IOException {
        Path directory = directory(location);
        boolean there = directory != null && Files.exists(directory);
        if (there && Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    if (!file.getFileName().toString().contains(".part")
                            && !file.getFileName().toString().startsWith(Savepoint.MANIFEST)) {
                        throw new IOException(SecretSettings.shownText(location) + " holds " + file.getFileName()
                                + " already: name a directory that is empty or not there");
                    }
                }
            }
        }
        return new SavepointPlace(
                SnapshotStores.open(location(location), settings, connectors),
                directory == null || there ? null : directory);
    }

    /** Returns the absolute location, as a path of this machine may be relative. */
    private static String location(String location) {
        Path directory = directory(location);
        return directory == null ? location : directory.toString();
    }

    /** Returns the directory of a location; null if the location is one of another store. */
    private static Path directory(String location) {
        if (location.startsWith("file:/")) {
            return Path.of(URI.create(location)).toAbsolutePath();
        }
        return location.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
                ? null
                : Path.of(location).toAbsolutePath().normalize();
    }

    /** Writes a savepoint, as {@link SavepointFiles#write} does. */
    public Savepoint write(SnapshotStore from, ManifestRef snapshot, String writer, String request) throws IOException {
        Savepoint savepoint = SavepointFiles.write(from, snapshot, store, writer, request);
        written = true;
        return savepoint;
    }

    /** Reads the savepoint, as {@link SavepointFiles#read} does. */
    public Savepoint read() throws IOException {
        return SavepointFiles.read(store);
    }

    /** Returns the damages, as {@link SavepointFiles#verify} does. */
    public List<String> verify() throws IOException {
        return SavepointFiles.verify(store);
    }

    /** Makes the first snapshot of a topology, as {@link SavepointFiles#restore} does. */
    public ManifestRef restore(Savepoint savepoint, SnapshotStore to, SnapshotNames names, String worker, long epoch)
            throws IOException {
        return SavepointFiles.restore(store, savepoint, to, names, worker, epoch);
    }

    /** Closes the store, and removes a directory that was made for nothing. */
    @Override
    public void close() throws IOException {
        store.close();
        if (made != null && !written) {
            try {
                Files.deleteIfExists(made);
            } catch (DirectoryNotEmptyException e) {
                // The files are of another writer
            }
        }
    }
}

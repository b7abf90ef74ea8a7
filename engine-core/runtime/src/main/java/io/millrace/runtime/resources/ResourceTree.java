// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.resources;

import io.millrace.ipc.liveness.PrivateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Extracts a part of a jar into a directory that appears when it is complete. Several processes may extract at the same
 * time. The length that an entry states is not trusted, and links in a jar become files with the text of the link, as
 * Java knows no links in jars.
 */
final class ResourceTree {

    private static final int MOST_ENTRIES = 100_000;
    private static final int BUFFER_BYTES = 64 << 10;

    private final JarFile jar;
    private final String prefix;
    private final long mostBytes;

    /** @param mostBytes most bytes of all files together */
    ResourceTree(JarFile jar, String prefix, long mostBytes) {
        this.jar = jar;
        this.prefix = prefix;
        this.mostBytes = mostBytes;
    }

    static boolean isIn(JarFile jar, String prefix) {
        return jar.stream().anyMatch(entry -> entry.getName().startsWith(prefix) && !entry.isDirectory());
    }

    /**
     * Does nothing if the directory exists. Uses {@code target.lock} and {@code target.part} beside it.
     *
     * @throws IOException also if there is too much, or an entry's name leads out of the directory, is there twice or
     *     is no valid file name, or its content is not what was signed; then nothing is left
     */
    void extract(Path target) throws IOException {
        try (FileChannel channel =
                FileChannel.open(beside(target, ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // The lock is released with the channel
            channel.lock();
            if (Files.isDirectory(target)) {
                return;
            }
            Path part = beside(target, ".part");
            // A process that died has left it
            PrivateDirectory.remove(part);
            try {
                write(PrivateDirectory.make(part));
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException | RuntimeException e) {
                PrivateDirectory.remove(part);
                throw e;
            }
        }
    }

    private void write(Path into) throws IOException {
        List<JarEntry> entries =
                jar.stream().filter(entry -> entry.getName().startsWith(prefix)).toList();
        if (entries.size() > MOST_ENTRIES) {
            throw new IOException(entries.size() + " entries are below " + prefix + ", and " + MOST_ENTRIES
                    + " is the most: put them into an archive");
        }
        long left = mostBytes;
        for (JarEntry entry : entries) {
            Path file = file(into, entry);
            try {
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    left -= copy(entry, file, left);
                }
            } catch (FileAlreadyExistsException e) {
                throw new IOException(named(entry) + " is there twice, or as file and directory", e);
            } catch (SecurityException e) {
                throw new IOException(named(entry) + " is not what was signed: " + e.getMessage(), e);
            }
        }
    }

    private Path file(Path into, JarEntry entry) throws IOException {
        String name = entry.getName().substring(prefix.length());
        try {
            Path file = into.resolve(name).normalize();
            if (name.chars().anyMatch(Character::isISOControl)) {
                throw new IOException(named(entry) + " has control characters in its name");
            }
            if (!file.startsWith(into)) {
                throw new IOException(named(entry) + " leads out of " + prefix);
            }
            return file;
        } catch (InvalidPathException e) {
            throw new IOException(named(entry) + " has a name that no file of this node can have: " + e.getReason(), e);
        }
    }

    private long copy(JarEntry entry, Path file, long most) throws IOException {
        long written = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = jar.getInputStream(entry);
                OutputStream out =
                        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                written += read;
                if (written > most) {
                    throw new IOException(
                            "more than " + mostBytes + " bytes are below " + prefix + " at " + named(entry)
                                    + ": leave out what is not needed, or raise supervisor.resources.max.bytes of the nodes");
                }
                out.write(buffer, 0, read);
            }
        }
        return written;
    }

    private static String named(JarEntry entry) {
        return "entry '" + entry.getName().replaceAll("\\p{Cc}", "?") + "'";
    }

    private static Path beside(Path target, String suffix) {
        return target.resolveSibling(target.getFileName() + suffix);
    }
}

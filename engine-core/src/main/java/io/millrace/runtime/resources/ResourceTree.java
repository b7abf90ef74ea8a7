package io.millrace.runtime.resources;

import io.millrace.ipc.liveness.PrivateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Extracts a part of a jar into a directory that appears when it is complete. Processes may do so at the same time. */
final class ResourceTree {

    private ResourceTree() {}

    static boolean isIn(JarFile jar, String prefix) {
        return jar.stream().anyMatch(entry -> entry.getName().startsWith(prefix) && !entry.isDirectory());
    }

    /**
     * Does nothing if the directory exists. Uses {@code target.lock} and {@code target.part} beside it.
     *
     * @throws IOException also if an entry's name leads out of the directory, or its content is not what was signed
     */
    static void extract(JarFile jar, String prefix, Path target) throws IOException {
        try (FileChannel channel =
                FileChannel.open(beside(target, ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // Released with the channel
            channel.lock();
            if (Files.isDirectory(target)) {
                return;
            }
            Path part = beside(target, ".part");
            // A process that died left it
            PrivateDirectory.remove(part);
            try {
                write(jar, prefix, Files.createDirectory(part));
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException | RuntimeException e) {
                PrivateDirectory.remove(part);
                throw e;
            }
        }
    }

    private static void write(JarFile jar, String prefix, Path into) throws IOException {
        List<JarEntry> entries =
                jar.stream().filter(entry -> entry.getName().startsWith(prefix)).toList();
        for (JarEntry entry : entries) {
            Path file = into.resolve(entry.getName().substring(prefix.length())).normalize();
            if (!file.startsWith(into)) {
                throw new IOException("entry '" + entry.getName() + "' leads out of " + prefix);
            }
            if (entry.isDirectory()) {
                Files.createDirectories(file);
                continue;
            }
            Files.createDirectories(file.getParent());
            try (InputStream in = jar.getInputStream(entry)) {
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            } catch (SecurityException e) {
                throw new IOException("entry '" + entry.getName() + "' is not what was signed: " + e.getMessage(), e);
            }
        }
    }

    private static Path beside(Path target, String suffix) {
        return target.resolveSibling(target.getFileName() + suffix);
    }
}

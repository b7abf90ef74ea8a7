// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The jars of a submission. A directory of classes is packed into a temporary jar, which {@link #close} deletes. The
 * submitting thread uses it.
 */
final class PackedJars implements AutoCloseable {

    private final List<Path> paths = new ArrayList<>();
    private final List<Path> temporary = new ArrayList<>();

    private PackedJars() {}

    /** Packs the sources; throws {@link TopologyException} if one does not exist or cannot be read. */
    static PackedJars of(List<Path> sources) {
        PackedJars jars = new PackedJars();
        for (Path source : sources) {
            try {
                jars.add(source);
            } catch (IOException e) {
                jars.close();
                throw new TopologyException("cannot pack " + source + " into a jar: " + e.getMessage(), e);
            } catch (RuntimeException e) {
                jars.close();
                throw e;
            }
        }
        return jars;
    }

    private void add(Path source) throws IOException {
        if (!Files.isReadable(source)) {
            throw new TopologyException("there is no readable jar or directory " + source.toAbsolutePath()
                    + ": build it, or name another one");
        }
        if (!Files.isDirectory(source)) {
            paths.add(source);
            return;
        }
        Path jar = Files.createTempFile("millrace-classes", ".jar");
        temporary.add(jar);
        paths.add(jar);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                JarEntry entry = new JarEntry(source.relativize(file).toString().replace('\\', '/'));
                // With fixed times the same classes make the same jar, which is stored already
                entry.setTime(Files.getLastModifiedTime(file).toMillis());
                out.putNextEntry(entry);
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }

    /** Returns the jars in the order of the class path. */
    List<Path> paths() {
        return paths;
    }

    @Override
    public void close() {
        for (Path jar : temporary) {
            try {
                Files.deleteIfExists(jar);
            } catch (IOException e) {
                // The file is in the temp directory
            }
        }
    }
}

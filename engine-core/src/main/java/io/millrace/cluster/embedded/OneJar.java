package io.millrace.cluster.embedded;

import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * One jar with the classes of jars and directories. It is a temporary file, deleted by {@link #close}, unless it is the
 * only jar itself. The submitting thread uses it.
 */
final class OneJar implements AutoCloseable {

    private final Path path;
    private final boolean temporary;

    private OneJar(Path path, boolean temporary) {
        this.path = path;
        this.temporary = temporary;
    }

    /** Throws {@link TopologyException} if one does not exist or cannot be read. */
    static OneJar of(List<Path> sources) {
        for (Path source : sources) {
            if (!Files.isReadable(source)) {
                throw new TopologyException("there is no readable jar or directory " + source.toAbsolutePath()
                        + ": build it, or name another one");
            }
        }
        if (sources.size() == 1 && Files.isRegularFile(sources.get(0))) {
            return new OneJar(sources.get(0), false);
        }
        Path jar = null;
        try {
            jar = Files.createTempFile("millrace-classes", ".jar");
            pack(jar, sources);
            return new OneJar(jar, true);
        } catch (IOException e) {
            remove(jar);
            throw new TopologyException("cannot pack " + sources + " into a jar: " + e.getMessage(), e);
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        if (temporary) {
            remove(path);
        }
    }

    private static void pack(Path jar, List<Path> sources) throws IOException {
        Set<String> packed = new HashSet<>();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path source : sources) {
                if (Files.isDirectory(source)) {
                    packDirectory(out, source, packed);
                } else {
                    packJar(out, source, packed);
                }
            }
        }
    }

    private static void packDirectory(JarOutputStream out, Path directory, Set<String> packed) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = directory.relativize(file).toString().replace('\\', '/');
                if (packed.add(name)) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(file, out);
                    out.closeEntry();
                }
            }
        }
    }

    /** The signatures of a signed jar do not fit the common one. */
    private static void packJar(JarOutputStream out, Path source, Set<String> packed) throws IOException {
        try (JarFile from = new JarFile(source.toFile())) {
            for (Enumeration<JarEntry> entries = from.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                String name = entry.getName();
                if (!entry.isDirectory() && !name.matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)") && packed.add(name)) {
                    out.putNextEntry(new JarEntry(name));
                    try (InputStream bytes = from.getInputStream(entry)) {
                        bytes.transferTo(out);
                    }
                    out.closeEntry();
                }
            }
        }
    }

    private static void remove(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A file in the temp directory
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import com.fasterxml.jackson.core.JsonFactory;
import io.millrace.benchmarks.macro.Pace;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Makes the jar that is submitted: what a worker loads of this benchmark, and of the library that it uses. */
public final class TopologyJar {

    private TopologyJar() {}

    /** Writes the packages of the classes of {@link TracedTopology} to a new file, which reads JSON too. */
    public static void write(Path file) throws IOException {
        write(file, List.of(TracedTopology.class, Pace.class, Histogram.class, JsonFactory.class));
    }

    /** Writes the packages of a topology's classes to a new file. */
    public static void write(Path file, Class<?> topology) throws IOException {
        write(file, List.of(topology, Pace.class, Histogram.class));
    }

    private static void write(Path file, List<Class<?>> ofPackages) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            for (Class<?> one : ofPackages) {
                addPackage(one, jar);
            }
        }
    }

    private static void addPackage(Class<?> one, JarOutputStream jar) throws IOException {
        Path origin;
        try {
            origin = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("cannot find the classes of " + one.getName(), e);
        }
        if (Files.isDirectory(origin)) {
            addClasses(origin, one, 1, jar);
        } else {
            try (FileSystem inside = FileSystems.newFileSystem(origin)) {
                // A library needs the packages below, too
                addClasses(inside.getPath("/"), one, Integer.MAX_VALUE, jar);
            }
        }
    }

    private static void addClasses(Path root, Class<?> one, int depth, JarOutputStream jar) throws IOException {
        Path folder = root.resolve(one.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.walk(folder, depth)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                jar.putNextEntry(new JarEntry(root.relativize(file).toString()));
                Files.copy(file, jar);
                jar.closeEntry();
            }
        }
    }
}

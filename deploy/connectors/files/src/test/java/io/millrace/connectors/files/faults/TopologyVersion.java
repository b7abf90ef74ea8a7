// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Jars;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Two versions of a topology, whose classes have the same names. */
enum TopologyVersion {
    FIRST,
    SECOND;

    private static final String MAIN = "Counting";

    /** Compiles this version, and packs it with the jar or directory of a class that it uses. */
    Path jar(Path directory, Class<?> with) throws IOException {
        Path classes = Files.createDirectory(directory.resolve(name()));
        Path source = classes.resolve(MAIN + ".java");
        try (InputStream text = TopologyVersion.class.getResourceAsStream(name().toLowerCase(Locale.ROOT) + ".txt")) {
            Files.copy(text, source);
        }
        String classPath = System.getProperty("java.class.path");
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath, "-proc:none", source.toString());
        assertThat(errors).as("errors of the compiler").isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN);
        Path jar = directory.resolve(name() + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            add(out, classes);
            add(out, Jars.of(with).get(0));
        }
        return jar;
    }

    /** @param from a jar, or a directory of classes */
    private static void add(JarOutputStream out, Path from) throws IOException {
        if (Files.isDirectory(from)) {
            addClasses(out, from);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(from)) {
            addClasses(out, jar.getPath("/"));
        }
    }

    private static void addClasses(JarOutputStream out, Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                out.putNextEntry(new JarEntry(root.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}

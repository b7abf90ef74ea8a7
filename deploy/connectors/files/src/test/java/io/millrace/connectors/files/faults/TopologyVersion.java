package io.millrace.connectors.files.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** Compiles this version, and packs it with all that comes from where this class comes from. */
    Path jar(Path directory, Class<?> with) throws IOException, URISyntaxException {
        Path classes = Files.createDirectory(directory.resolve(name()));
        Path source = classes.resolve(MAIN + ".java");
        try (InputStream text =
                TopologyVersion.class.getResourceAsStream(name().toLowerCase(java.util.Locale.ROOT) + ".txt")) {
            Files.copy(text, source);
        }
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-proc:none",
                                source.toString()))
                .as("errors of the compiler")
                .isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN);
        Path jar = directory.resolve(name() + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            add(out, classes);
            add(
                    out,
                    Path.of(with.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI()));
        }
        return jar;
    }

    private static void add(JarOutputStream out, Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Packs classes of the tests into a topology jar. */
final class TestJar {

    private TestJar() {}

    /** @param mainClass the main class of the manifest, or null for none */
    static Path of(Path directory, String mainClass, Class<?>... classes) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        return write(directory, manifest, out -> {}, classes);
    }

    /**
     * @param classes the classes, of which the first is the provider of the service, which a {@link
     *     java.util.ServiceLoader} finds
     */
    static Path ofService(Path directory, Class<?> service, Class<?>... classes) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        return write(
                directory,
                manifest,
                out -> {
                    out.putNextEntry(new JarEntry("META-INF/services/" + service.getName()));
                    out.write(classes[0].getName().getBytes(StandardCharsets.UTF_8));
                    out.closeEntry();
                },
                classes);
    }

    private interface Entries {
        void write(JarOutputStream out) throws IOException;
    }

    private static Path write(Path directory, Manifest manifest, Entries more, Class<?>... classes) {
        try {
            Path jar = Files.createTempFile(directory, "topology", ".jar");
            try (OutputStream file = Files.newOutputStream(jar);
                    JarOutputStream out = new JarOutputStream(file, manifest)) {
                more.write(out);
                for (Class<?> type : classes) {
                    String entry = type.getName().replace('.', '/') + ".class";
                    out.putNextEntry(new JarEntry(entry));
                    try (InputStream in = type.getClassLoader().getResourceAsStream(entry)) {
                        in.transferTo(out);
                    }
                    out.closeEntry();
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

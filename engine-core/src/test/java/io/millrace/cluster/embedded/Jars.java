package io.millrace.cluster.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Makes jars of compiled classes. */
public final class Jars {

    private Jars() {}

    /** A jar with a class and its nested classes, and with all classes in another directory, if one is named. */
    public static Path of(Path jar, Class<?> type, String otherClasses) throws IOException, URISyntaxException {
        Path classes =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        String prefix = type.getName().replace('.', '/');
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            add(out, classes, prefix);
            if (!otherClasses.isEmpty()) {
                add(out, Path.of(otherClasses), "");
            }
        }
        return jar;
    }

    private static void add(JarOutputStream out, Path classes, String prefix) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString();
                if (name.startsWith(prefix)) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(file, out);
                    out.closeEntry();
                }
            }
        }
    }
}

package io.millrace.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds the published jars of Storm's examples, which the profile {@code long} copies below {@code target}. */
final class StormModules {

    private StormModules() {}

    /** @param name the artifact, without its version */
    static Path jar(String name) throws IOException {
        Path directory = Path.of("target", "storm-jars").toAbsolutePath();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(name + "-"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no jar " + name + " in " + directory));
        }
    }
}

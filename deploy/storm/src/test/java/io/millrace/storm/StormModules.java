// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds the published jars of Storm that the profile {@code long} copies below {@code target}. */
final class StormModules {

    private static final Path DIRECTORY = Path.of("target", "storm-jars").toAbsolutePath();

    private StormModules() {}

    /** @param name the artifact, without its version */
    static Path jar(String name) throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith(name + "-"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no jar " + name + " in " + DIRECTORY));
        }
    }
}

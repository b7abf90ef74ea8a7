// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The JDK of this test, and another one of a different version. */
public final class Jdks {
    private static final String PROPERTY = "millrace.other.java.home";
    private static final String VARIABLE = "MILLRACE_OTHER_JAVA_HOME";
    private static final Path USUAL = Path.of("/usr/lib/jvm");
    private static final int OLDEST = 17;
    private static final String VERSION = "JAVA_VERSION=\"";

    private Jdks() {}

    public static Path own() {
        return Path.of(System.getProperty("java.home"));
    }

    /** Skips the test if there is none. */
    public static Path other() throws IOException {
        Optional<Path> other = Optional.ofNullable(System.getProperty(PROPERTY, System.getenv(VARIABLE)))
                .map(Path::of)
                .or(Jdks::search);
        assumeThat(other)
                .as("another JDK from version %d on: set -D%s, or install one in %s", OLDEST, PROPERTY, USUAL)
                .isPresent();
        return other.orElseThrow();
    }

    private static Optional<Path> search() {
        if (!Files.isDirectory(USUAL)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(USUAL)) {
            List<Path> sorted = homes.sorted().toList();
            return sorted.stream()
                    .filter(home -> Files.isExecutable(home.resolve("bin/java")))
                    .filter(home -> feature(home) >= OLDEST
                            && feature(home) != Runtime.version().feature())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static int feature(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith(VERSION))
                    .map(line -> line.substring(VERSION.length(), line.lastIndexOf('"')))
                    .mapToInt(version -> Runtime.Version.parse(version).feature())
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}

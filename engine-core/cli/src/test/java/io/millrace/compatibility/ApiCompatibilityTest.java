// SPDX-License-Identifier: Apache-2.0
package io.millrace.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whoever compiled against the last release compiles and runs with this source, except for what {@code
 * compatibility/intended.txt} of a module declares. With {@code -Dmillrace.api.release=true} it takes the API as it is
 * for that of a release: docs/releasing.md.
 */
class ApiCompatibilityTest {

    private static final Path ROOT = Path.of("..", "..");

    @ParameterizedTest
    @ValueSource(
            strings = {"engine-core/api", "engine-core/operators", "engine-ipc", "engine-transport", "engine-scheduler"
            })
    void whatWasReleasedIsThere(String module) throws IOException, ClassNotFoundException {
        SortedSet<String> present = PublicApi.of(ROOT.resolve(module).resolve("target/classes"));
        Path directory = ROOT.resolve(module).resolve("compatibility");
        Path released = directory.resolve("released.txt");
        Path intended = directory.resolve("intended.txt");
        assertThat(present).hasSizeGreaterThan(100);
        if (Boolean.getBoolean("millrace.api.release")) {
            Files.createDirectories(directory);
            Files.write(released, present);
            Files.deleteIfExists(intended);
        }

        Changes changes = Changes.between(new TreeSet<>(Files.readAllLines(released)), present);

        List<String> declaration = Files.exists(intended) ? Files.readAllLines(intended) : List.of();
        assertThat(changes.undeclared(declaration))
                .as("users of %s would be broken: keep what was there, or declare the break in %s", module, intended)
                .isEmpty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundsTest {

    @TempDir
    private Path directory;

    @Test
    void nineTenthsOfABareUserAreEnough() throws IOException {
        Figures figures = Figures.open(directory.resolve("figures.csv"), false);
        figures.add("connectors", "jdbc sink 100 B", "millrace / bare", "events", "%", 89, 90, 120);
        figures.add("connectors", "files sink 100 B", "millrace / bare", "events", "%", 89.9);
        figures.add("connectors", "files sink 1 KB", "bare", "events", "1/s", 5);

        assertThat(Bounds.of(figures))
                .extracting(Bar::what, Bar::met)
                .containsExactly(
                        tuple("jdbc sink 100 B, events beside a bare user", true),
                        tuple("files sink 100 B, events beside a bare user", false));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.benchmarks.connectors.ConnectorsBenchmark.Side;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Measured;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundsTest {

    @TempDir
    private Path directory;

    private static void add(Figures figures, String cell, Side side, double events) throws IOException {
        Measured measured = new Measured().add(ConnectorsBenchmark.EVENTS, "1/s", events);
        figures.add(ConnectorsBenchmark.PART, cell, side.toString(), measured);
    }

    @Test
    void nineTenthsOfABareUserInTheSameTurnAreEnough() throws IOException {
        Figures figures = new Figures(Lines.open(directory.resolve("figures.jsonl"), false));
        double[][] turns = {{90, 100}, {2, 1}, {1, 2}};
        for (double[] turn : turns) {
            add(figures, "jdbc sink 100 B", Side.MILLRACE, turn[0]);
            add(figures, "jdbc sink 100 B", Side.BARE, turn[1]);
        }
        add(figures, "files sink 100 B", Side.MILLRACE, 89.9);
        add(figures, "files sink 100 B", Side.BARE, 100);
        add(figures, "files sink 1 KB", Side.BARE, 5);

        assertThat(Bounds.of(figures))
                .extracting(Bar::what, Bar::met)
                .containsExactly(
                        tuple("jdbc sink 100 B, events beside a bare user", true),
                        tuple("files sink 100 B, events beside a bare user", false));
    }
}

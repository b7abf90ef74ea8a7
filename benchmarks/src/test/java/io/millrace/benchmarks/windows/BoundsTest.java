// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.TestFigures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundsTest {

    private static final String UNLIMITED = "tumbling 1000 keys unlimited";
    private static final String FIXED = "tumbling 1000 keys 20000/s";

    @TempDir
    Path directory;

    private Figures figures;

    @BeforeEach
    void openTable() throws IOException {
        figures = TestFigures.in(directory);
    }

    private void add(String cell, String engine, String figure, double value) throws IOException {
        TestFigures.add(figures, WindowsBenchmark.PART, cell, engine, figure, value);
    }

    @Test
    void withoutARateMillraceIsToBeFasterAndWithOneSooner() throws IOException {
        add(UNLIMITED, "millrace", WindowsBenchmark.EVENTS, 10);
        add(UNLIMITED, "jet", WindowsBenchmark.EVENTS, 11);
        add(FIXED, "millrace", WindowsBenchmark.P99, 3);
        add(FIXED, "flink", WindowsBenchmark.P99, 4);

        assertThat(Bounds.of(figures))
                .extracting(Bar::what, Bar::met)
                .containsExactly(
                        tuple(UNLIMITED + ", events beside jet", false),
                        tuple(FIXED + ", p99 behind watermark beside flink", true));
    }

    @Test
    void whoDoesNotCarryTheRateHasLost() throws IOException {
        add(FIXED, "millrace", WindowsBenchmark.P99, 3);
        add(FIXED, "flink", WindowsBenchmark.CORES, 2);

        assertThat(Bounds.of(figures)).singleElement().satisfies(bar -> {
            assertThat(bar.met()).isTrue();
            assertThat(bar.what()).contains("rate carried");
        });
    }

    @Test
    void whoCarriesTheRateNowAndThenDoesNotCarryIt() throws IOException {
        add(FIXED, "millrace", WindowsBenchmark.P99, 3);
        add(FIXED, "flink", WindowsBenchmark.P99, 2);
        add(FIXED, "flink", WindowsBenchmark.CARRIED, 40);

        assertThat(Bounds.of(figures))
                .extracting(Bar::what)
                .containsExactly(FIXED + ", rate carried, which one of Millrace and flink does not");
    }

    @Test
    void peersAloneHaveNoBounds() throws IOException {
        add(FIXED, "flink", WindowsBenchmark.P99, 3);

        assertThat(Bounds.of(figures)).isEmpty();
    }
}

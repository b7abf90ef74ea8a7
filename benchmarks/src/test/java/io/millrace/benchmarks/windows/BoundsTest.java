// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
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
        figures = Figures.open(directory.resolve("figures.csv"), false);
    }

    private void add(String cell, String engine, String figure, double value) {
        figures.add(WindowsBenchmark.PART, cell, engine, figure, "unit", value);
    }

    @Test
    void withoutARateMillraceIsToBeFasterAndWithOneSooner() {
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
    void whoDoesNotCarryTheRateHasLost() {
        add(FIXED, "millrace", WindowsBenchmark.P99, 3);
        add(FIXED, "flink", WindowsBenchmark.CORES, 2);

        assertThat(Bounds.of(figures)).singleElement().satisfies(bar -> {
            assertThat(bar.met()).isTrue();
            assertThat(bar.what()).contains("rate carried");
        });
    }

    @Test
    void peersAloneHaveNoBounds() {
        add(FIXED, "flink", WindowsBenchmark.P99, 3);

        assertThat(Bounds.of(figures)).isEmpty();
    }
}

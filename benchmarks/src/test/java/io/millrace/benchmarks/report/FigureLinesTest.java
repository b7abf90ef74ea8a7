// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureLinesTest {

    @TempDir
    private Path directory;

    @Test
    void aCellInAModeIsALineWithTheMediansOfItsFigures() throws Exception {
        Path file = directory.resolve("figures.csv");
        Figures figures = Figures.open(file, false);
        figures.add("rates", "1000/s", "1 ms", "p50", "ms", 0.25, 0.5, 4);
        figures.add("rates", "1000/s", "1 ms", "p99", "ms", 8);
        figures.add("rates", "1000/s", "2 ms", "p99", "ms", 9);
        figures.add("intake", "ring", "singly", "records", "1/s", 100);
        figures.addRun("recorded", 3);

        Lines lines = FigureLines.read(file);

        Map<String, String> cell = Map.of("cell", "1000/s", "mode", "1 ms");
        assertThat(lines.of("rates")).hasSize(2);
        assertThat(lines.median("rates", cell, "/result/p50")).isEqualTo(0.5);
        assertThat(lines.median("rates", cell, "/result/p99")).isEqualTo(8);
        assertThat(lines.values("intake", "mode")).containsExactly("singly");
        assertThat(lines.of("rates").get(0).get(FigureLines.RUN).asText()).endsWith(", recorded 3.00 s");
        assertThat(lines.has(Figures.RUN)).isFalse();
    }

    @Test
    void aFileThatIsNotThereHasNoLinesAndIsNotMade() throws Exception {
        Path file = directory.resolve("none.csv");

        assertThat(FigureLines.read(file).has("rates")).isFalse();
        assertThat(Lines.read(file).has("rates")).isFalse();
        assertThat(file).doesNotExist();
    }
}

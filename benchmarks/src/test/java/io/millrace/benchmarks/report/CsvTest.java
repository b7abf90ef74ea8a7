// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTest {

    private static final String HEAD = "rtt,medium,rate";

    @TempDir
    private Path directory;

    @Test
    void continuedTableKeepsRowsAndReplacesThoseOfTheSameKey() throws IOException {
        Path file = directory.resolve("a/table.csv");
        Csv first = Csv.open(file, HEAD, 2, false);
        first.put(List.of("1", "x", "10"));
        first.put(List.of("2", "x", "20"));

        Csv second = Csv.open(file, HEAD, 2, true);
        second.put(List.of("1", "x", "11"));
        assertThat(Files.readAllLines(file)).containsExactly("rtt,medium,rate", "2,x,20", "1,x,11");
        assertThat(second.number(second.rows().get(1), "rate")).isEqualTo(11);
    }

    @Test
    void whatHasBeenMeasuredIsNotReplacedUnasked() throws IOException {
        Path table = directory.resolve("table.csv");
        Csv.open(table, HEAD, 2, false).put(List.of("1", "x", "10"));
        Path lines = directory.resolve("lines.jsonl");
        Lines.open(lines, false).add(new ObjectMapper().createObjectNode().put("figure", "one"));

        assertThatThrownBy(() -> Csv.open(table, HEAD, 2, false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(table + " has measurements: give --continue");
        assertThatThrownBy(() -> Lines.open(lines, false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(lines + " has measurements: give --continue");
        assertThat(Files.readAllLines(table)).hasSize(2);
        assertThat(Lines.open(lines, true).has("one")).isTrue();
    }

    @Test
    void tableOfOtherColumnsIsNotContinued() throws IOException {
        Path file = Files.writeString(directory.resolve("table.csv"), "other\n1\n");
        assertThatThrownBy(() -> Csv.open(file, HEAD, 2, true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("--out");
    }

    @Test
    void plotIsAPictureWithoutADisplay() throws IOException {
        Path file = directory.resolve("plot.png");
        Map<String, NavigableMap<Double, Double>> lines =
                Map.of("one", new TreeMap<>(Map.of(0.1, 1.0, 242.0, 2.0)), "two", new TreeMap<>(Map.of(10.0, 3.0)));
        Panel.write(file, List.of(Panel.overRtt("title", "y", lines)));
        assertThat(Files.readAllBytes(file)).startsWith(0x89, 'P', 'N', 'G');
    }
}

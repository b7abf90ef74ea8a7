// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Page;
import io.millrace.benchmarks.report.Repeated;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StagesIT {

    @TempDir
    private Path directory;

    private Figures run(String... arguments) throws Exception {
        Path page = directory.resolve("page.md");
        Files.writeString(page, Page.begin(StagesTables.TABLES) + "\n" + Page.end(StagesTables.TABLES) + "\n");
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--quick", "--out=" + out(), "--plot=" + plots(), "--docs=" + page));
        StagesBenchmark.run(new Options(Plan.USAGE, all.toArray(String[]::new)));
        return new Figures(Lines.open(out(), true));
    }

    private Path out() {
        return directory.resolve("stages.jsonl");
    }

    private Path plots() {
        return directory.resolve("plots");
    }

    @Tag("long")
    @Test
    void tracesOfResultsOfWindowsReachTheSink() throws Exception {
        Figures figures = run("--workloads=yahoo", "--warm-up=1");

        String cell = "yahoo 1N1W 1000/s";
        assertThat(figures.cells("stages")).containsExactly(cell);
        assertThat(figures.median("stages", cell, "p50", "held"))
                .as("share of the time in windows")
                .isBetween(50.0, 100.0);
        assertThat(Files.readString(plots().resolve("distribution-yahoo.svg"))).contains("1N1W 1000/s");
        assertThat(Files.readString(directory.resolve("page.md")))
                .contains("| yahoo | 1N1W, 1000/s |", "| p50: held, % |");
    }

    @Test
    @Tag("long")
    void theQuickRunWritesSharesThatAddUpAndPictures() throws Exception {
        Figures figures = run();

        List<String> cells = figures.cells("stages");
        assertThat(cells).containsExactly("wordcount 1N1W 1000/s", "yahoo 1N1W 1000/s");
        assertThat(figures.modes("stages", cells.get(0))).containsExactly("p50", "p99");
        assertThat(figures.median("stages", cells.get(0), "p50", "useful share"))
                .isBetween(0.1, 100.0);
        Repeated median = figures.repeated("stages", cells.get(0), "p50");
        double parts = median.values().keySet().stream()
                .filter(figure -> figure.contains(" of "))
                .mapToDouble(median::median)
                .sum();
        double latency = figures.median("stages", cells.get(0), "p50", "latency");
        assertThat(parts).isBetween(0.98 * latency, 1.02 * latency);
        assertThat(plots())
                .isDirectoryContaining("glob:**/stages.png")
                .isDirectoryContaining("glob:**/stages.svg")
                .isDirectoryContaining("glob:**/distribution-wordcount.png");
        assertThat(Files.readAllLines(plots().resolve("wordcount-1N1W-1000.csv"))
                        .get(0))
                .startsWith("percentile,end_to_end,due,");
    }
}

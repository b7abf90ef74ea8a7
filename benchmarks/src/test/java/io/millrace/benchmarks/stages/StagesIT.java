package io.millrace.benchmarks.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StagesIT {

    @TempDir
    private Path directory;

    @Test
    void theQuickRunWritesSharesThatAddUpAndPictures() throws Exception {
        Path out = directory.resolve("stages.csv");
        Path plots = directory.resolve("plots");
        Path page = directory.resolve("page.md");
        Files.writeString(page, Page.begin(StagesTables.TABLES) + "\n" + Page.end(StagesTables.TABLES) + "\n");

        StagesBenchmark.run(new Options(new String[] {"--quick", "--out=" + out, "--plot=" + plots, "--docs=" + page}));

        Figures figures = new Figures(Csv.open(out, Figures.COLUMNS, Figures.KEY_COLUMNS, true));
        List<String> cells = figures.cells("stages");
        assertThat(cells).containsExactly("wordcount 1N1W 1000/s", "yahoo 1N1W 1000/s");
        assertThat(figures.modes("stages", cells.get(0))).containsExactly("p50", "p99");
        assertThat(figures.median("stages", cells.get(0), "p50", "useful share").orElse(0))
                .isBetween(0.1, 100.0);
        double parts = Csv.open(out, Figures.COLUMNS, Figures.KEY_COLUMNS, true).rows().stream()
                .filter(row -> row.get(1).equals(cells.get(0)) && row.get(2).equals("p50") && row.get(3).contains(" of "))
                .mapToDouble(row -> Double.parseDouble(row.get(5)))
                .sum();
        double latency =
                figures.median("stages", cells.get(0), "p50", "latency").orElse(0);
        assertThat(parts).isBetween(0.98 * latency, 1.02 * latency);
        assertThat(plots)
                .isDirectoryContaining("glob:**/stages.png")
                .isDirectoryContaining("glob:**/stages.svg")
                .isDirectoryContaining("glob:**/distribution-wordcount.png")
                .isDirectoryContaining("glob:**/distribution-yahoo.svg");
        assertThat(Files.readString(plots.resolve("distribution-yahoo.svg"))).contains("1N1W 1000/s");
        assertThat(figures.median("stages", cells.get(1), "p50", "held").orElse(0))
                .as("share of the time in windows")
                .isBetween(50.0, 100.0);
        assertThat(Files.readString(page)).contains("| yahoo | 1N1W, 1000/s |", "| p50: held, % |");
        assertThat(Files.readAllLines(plots.resolve("wordcount-1N1W-1000.csv")).get(0))
                .startsWith("percentile,end_to_end,due,");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of figures is made from lines alone. */
class PaperPageTest {

    private static final Path DOCS = Path.of("..", "docs");

    @TempDir
    private Path directory;

    private Lines lines;

    private Path emptyPage() throws IOException {
        StringBuilder places = new StringBuilder("# Page\n");
        PaperBenchmark.FIGURES.forEach(figure -> places.append(Page.begin(figure.name()))
                .append('\n')
                .append(Page.end(figure.name()))
                .append('\n'));
        return Files.writeString(directory.resolve("page.md"), places);
    }

    private void add(String figure, Map<String, String> labels, double mean) throws IOException {
        ObjectNode line = new ObjectMapper().createObjectNode();
        line.putObject("result").put("per_second", 100.0).put("mean_ms", mean).put("p99_ms", 3 * mean);
        line.put("network", "one node").put("late_over_1ms", 0).put("quick", false);
        lines.add(figure, labels, lines.of(figure, labels).size() + 1, line);
    }

    private static Map<String, String> ring(int messages) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("ring in messages", Integer.toString(messages));
        labels.put("rate", "1000");
        return labels;
    }

    private static Map<String, String> switches(String place, String switches) {
        return Map.of("engine", "millrace", "place", place, "switches", switches);
    }

    /** Lines of all figures: the connection's p99 rises tenfold at 150/s. */
    private void addLinesOfEachFigure() throws IOException {
        lines = Lines.open(directory.resolve("papers.jsonl"), true);
        for (long rate : new long[] {100, 150}) {
            add("ts-8b", NodeLinks.labels("tcp", 10, rate), rate == 100 ? 2 : 40);
            add("ts-8b", NodeLinks.labels("ring", 10, rate), rate == 100 ? 1 : 0.21);
        }
        add("ts-8a", NodeLinks.labels("tcp", 20, 100), 2.5);
        add("ts-8a", NodeLinks.labels("ring", 20, 100), 1.5);
        for (int messages = 2; messages <= 512; messages *= 2) {
            add("ts-8c", ring(messages), messages < 8 ? 7 : 0.123);
        }
        for (String place : new String[] {"1N2W", "2N4W"}) {
            add("ts-9d", switches(place, "neither"), 4.75);
            add("ts-9d", switches(place, "both"), 1.25);
        }
    }

    @Test
    void eachFigureHasItsPictureItsTableAndItsBars() throws IOException {
        addLinesOfEachFigure();
        Path page = emptyPage();

        new PaperPage(PaperBenchmark.FIGURES, lines).write(page, directory);

        assertThat(page)
                .content()
                .contains("| 10 KB: at each rate the mean is lower by | 50.0 % | ≥ 45.6 % | met |")
                .contains("| 10 KB: at the knee it is lower by | 99.5 % | ≥ 99.3 % | met |")
                .contains("| 20 KB: the mean is lower by | 40.0 % | ≥ 45.6 % | **missed** |")
                .contains("from a ring of | 8.00 messages | ≤ 100 messages | met |")
                .contains("| 2N4W | millrace | both | 1.25 | 3.75 |")
                .contains("| 10 | 150 | 40.0 | 120 | 0.21 | 0.63 |");
        for (PaperFigure figure : PaperBenchmark.FIGURES) {
            assertThat(page).content().contains("](plots/papers-" + figure.name() + ".png)");
            assertThat(directory.resolve("papers-" + figure.name() + ".svg"))
                    .content()
                    .endsWith("</svg>\n");
        }
    }

    @Test
    void aFigureIsTheMedianOfItsTurns() throws IOException {
        addLinesOfEachFigure();
        add("ts-8a", NodeLinks.labels("tcp", 20, 100), 9);
        add("ts-8a", NodeLinks.labels("tcp", 20, 100), 3.25);
        Path page = emptyPage();

        new PaperPage(PaperBenchmark.FIGURES, lines).write(page, directory);

        assertThat(page)
                .content()
                .contains("| 20 | 3.25 | 9.75 | 1.50 | 4.50 |")
                .contains(", 3 turns");
    }

    @Test
    void aNumberThatNoLineHasIsRefused() throws IOException {
        addLinesOfEachFigure();
        Path page = emptyPage();
        Files.writeString(page, "| by hand | 0.42 |\n| of a line | 0.63 |\n", StandardOpenOption.APPEND);

        assertThatThrownBy(() -> new PaperPage(PaperBenchmark.FIGURES, lines).write(page, directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no line has 0.42 of its tables");
    }

    @Test
    void whatWasNotMeasuredHasNoFigures() throws IOException {
        lines = Lines.open(directory.resolve("papers.jsonl"), true);
        Path page = emptyPage();

        new PaperPage(PaperBenchmark.FIGURES, lines).write(page, directory);

        assertThat(page)
                .content()
                .contains("Not measured yet: `benchmarks/run paper ts-9d`.")
                .doesNotContain("| ");
    }

    @Test
    void thePageOfTheDocumentationIsWhatItsLinesMake() throws IOException {
        Path page = Files.copy(DOCS.resolve("papers.md"), directory.resolve("papers.md"));
        Path file = Files.copy(DOCS.resolve("plots/papers.jsonl"), directory.resolve("papers.jsonl"));
        lines = Lines.open(file, true);

        new PaperPage(PaperBenchmark.FIGURES, lines).write(page, directory);

        assertThat(page).hasSameTextualContentAs(DOCS.resolve("papers.md"));
        for (PaperFigure figure : PaperBenchmark.FIGURES) {
            if (lines.has(figure.name())) {
                String picture = "papers-" + figure.name() + ".svg";
                assertThat(directory.resolve(picture))
                        .hasSameTextualContentAs(DOCS.resolve("plots").resolve(picture));
            }
        }
    }
}

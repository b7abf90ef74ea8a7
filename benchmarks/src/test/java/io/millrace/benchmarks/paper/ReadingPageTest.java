// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows that other benchmarks measure are read from their files. */
class ReadingPageTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path directory;

    private Lines own;
    private Path page;

    @BeforeEach
    void emptyPage() throws IOException {
        own = Lines.open(directory.resolve("papers.jsonl"), true);
        page = directory.resolve("page.md");
        for (PaperFigure figure : PaperBenchmark.FIGURES) {
            String place = Page.begin(figure.name()) + "\n" + Page.end(figure.name()) + "\n";
            Files.writeString(page, place, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private String written(String figure) throws IOException {
        PaperBenchmark.write(own, List.of(page), directory);
        String text = Files.readString(page);
        return text.substring(text.indexOf(Page.begin(figure)), text.indexOf(Page.end(figure)));
    }

    private Lines lines(RawFile file) throws IOException {
        return Lines.open(file.beside(own.file()), true);
    }

    private static ObjectNode line() {
        return MAPPER.createObjectNode().put("network", "netlab").put("late_over_1ms", 0);
    }

    private static void addWait(Lines lines, String spread, String routes, double wait) throws IOException {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("delays", "different");
        labels.put("spread", spread);
        labels.put("routes", routes);
        ObjectNode line = line();
        line.putObject("target").putObject("paced").put("order_ms", wait).put("mean_ms", 60 + wait);
        line.putObject("source").putObject("prediction").putObject("jetstream").put("order_ms", 0.05);
        lines.add("reorder", labels, lines.of("reorder", labels).size() + 1, line);
    }

    @Test
    void aFigureOfChannelsHasItsBarsItsPictureAndTheMediansOfItsTurns() throws IOException {
        Lines lines = lines(RawFile.GEO);
        addWait(lines, "first-arrival", "2", 1.25);
        addWait(lines, "first-arrival", "2", 1.75);
        addWait(lines, "first-arrival", "2", 9);
        addWait(lines, "round-robin", "2", 3.5);

        assertThat(written("js-8"))
                .contains("JetStream, FGCS 2016, Fig. 8: the wait for order")
                .contains("](plots/geo-reorder.png)")
                .contains("; netlab, 3 turns")
                .contains("| 2 routes of different delays: first-arrival over round robin | 0.50 | ≤ 1.00 | met |")
                .contains("| delays | spread | routes | wait for order, ms | predicted here | as published |")
                .contains("| different | first-arrival | 2 | 1.75 | – | 0.05 | 61.8 |");
        assertThat(directory.resolve("geo-reorder.svg")).content().endsWith("</svg>\n");
        assertThat(written("js-9")).contains("Not measured yet: `benchmarks/run paper js-9`.");
    }

    private static void addCell(Lines lines, String size, String work, double perSecond, boolean quick)
            throws IOException {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("engine", "millrace");
        labels.put("size", size);
        labels.put("work", work);
        ObjectNode line = line().put("quick", quick);
        line.putObject("result")
                .put("bytes", size.equals("100 B") ? 100 : 1_000)
                .put("cost_ms", Integer.parseInt(work.split(" ")[0]))
                .put("grouping", "FIRST_IDLE")
                .put("per_second", perSecond)
                .put("bound", 200)
                .put("ratio", perSecond / 200)
                .put("bound_bytes_per_second", 1e9)
                .put("cores_left", 2);
        lines.add("shm", labels, 1, line);
    }

    @Test
    void aFieldHasAColumnForEachWorkAndTheLastFullFigureOfACell() throws IOException {
        Lines lines = lines(RawFile.SWEEP);
        addCell(lines, "100 B", "10 ms", 150, false);
        addCell(lines, "100 B", "10 ms", 187, false);
        addCell(lines, "100 B", "10 ms", 66, true);
        addCell(lines, "1 KB", "100 ms", 17, false);

        assertThat(written("hio-shm"))
                .contains("| cells of the field that were measured | 2.00 | ≥ 56.0 | **missed** |")
                .contains("| lowest f/f* of 2 cells with work, shm 1 KB 100 ms |")
                .contains("| engine | size | 10 ms: messages/s, of the bound | 100 ms: messages/s, of the bound |")
                .contains("| millrace | 100 B | 187, 0.94 | – |")
                .contains("| millrace | 1 KB | – | 17.0, 0.09 |");
    }

    private Figures figures(RawFile file) throws IOException {
        return new Figures(lines(file)).under(4, 8);
    }

    private static Measured share(double useful) {
        return new Measured().add("useful share", "percent", useful);
    }

    @Test
    void theShareOfWorkStandsBesideThePublishedOne() throws IOException {
        Figures figures = figures(RawFile.STAGES);
        figures.add("stages", "wordcount 1N1W 1000/s", "p50", share(15.5).add("latency", "us", 51.5));
        figures.add("stages", "wordcount 1N1W 1000/s", "p99", share(1.25));
        figures.add("stages", "sol 1N1W 1000/s", "p50", share(9.5));
        figures.add("stages", "yahoo 1N1W 1000/s", "p50", share(0.01));

        assertThat(written("ss-3"))
                .contains(", 1 turn, warm-up 4 s, recorded 8 s.")
                .contains("| wordcount 1N1W 1000/s: work at the median | 15.5 % | ≥ 11.0 % | met |")
                .contains("| sol 1N1W 1000/s: work at the median | 9.50 % | ≥ 11.0 % | **missed** |")
                .doesNotContain("yahoo 1N1W 1000/s: work")
                .contains("| wordcount 1N1W 1000/s | p50 | 51.5 | 15.5 | – | – | – |");
    }

    @Test
    void waitsAndReceiversStandBesideThePublishedOnes() throws IOException {
        Figures figures = figures(RawFile.MICROBATCH);
        figures.add("rates", "most", "1 ms", new Measured().add("most", "1/s", 694_458));
        figures.add("rates", "1000/s", "1 ms", new Measured().add("carried", "share", 0.98));
        figures.add("rates", "1000/s", "5 ms", new Measured().add("p99", "ms", 5.25));
        Measured blocks = new Measured().add("records", "1/s", 8e6);
        figures.add("receivers", "2 receivers of 5 B", "blocks of 100 records", blocks);

        assertThat(written("ss-2"))
                .contains("| 1000/s: carried with a wait of 1 ms | 98.0 % | ≥ 99.0 % | **missed** |")
                .contains("](plots/microbatch.png)")
                .contains("| cell | 1 ms: p99 | 5 ms: p99 |")
                .contains("| 1000/s | – | 5.25 |")
                .doesNotContain("| most |");
        assertThat(directory.resolve("microbatch.svg")).doesNotExist();
        assertThat(written("ss-9"))
                .contains("| 2 receivers of 5 B, blocks of 100 records | 8.00 million/s | ≥ 4.00 million/s | met |");
    }

    @Test
    void aNumberThatIsInNoLineOfTheOtherBenchmarkIsRefused() throws IOException {
        addWait(lines(RawFile.GEO), "first-arrival", "2", 1.25);
        Files.writeString(page, "| by hand | 0.42 |\n", StandardOpenOption.APPEND);

        assertThatThrownBy(() -> written("js-8"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no line has 0.42");
    }
}

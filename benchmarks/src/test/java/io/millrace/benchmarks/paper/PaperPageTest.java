// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    private void add(String figure, Map<String, String> labels, double mean, String... marks) throws IOException {
        add(
                figure,
                labels,
                Map.of(
                        "per_second",
                        100.0,
                        "carried_percent",
                        99.5,
                        "mean_ms",
                        mean,
                        "p50_ms",
                        mean / 2,
                        "p99_ms",
                        3 * mean),
                marks);
    }

    private void add(String figure, Map<String, String> labels, Map<String, Double> result, String... marks)
            throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode line = mapper.createObjectNode();
        line.set("result", mapper.valueToTree(result));
        line.put("network", "one node").put("late_over_1ms", 0).put("quick", false);
        List.of(marks).forEach(mark -> line.put(mark, true));
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

    private static Map<String, String> engine(String engine, int rate) {
        return Map.of("engine", engine, "rate", Integer.toString(rate));
    }

    private static Map<String, String> place(String engine, String place) {
        return Map.of("engine", engine, "workload", "sol", "place", place);
    }

    private void addLinesBesidePeers() throws IOException {
        add("ts-2a", engine("millrace", 20_000), 1.5);
        add("ts-2a", engine("jet", 20_000), 2.25);
        add("ts-2a", engine("storm", 20_000), 1.25);
        // Millrace rises tenfold at 40,000/s, Jet at 20,000/s, Storm at once
        double[][] means = {{0.1, 0.1, 1.5}, {0.2, 2.5, 3.5}, {0.3, 3.5, 4.5}};
        String[] engines = {"millrace", "jet", "storm"};
        int[] rates = {1_000, 20_000, 40_000};
        for (int i = 0; i < engines.length; i++) {
            for (int j = 0; j < rates.length; j++) {
                add("ts-10", engine(engines[i], rates[j]), means[i][j]);
            }
        }
        add("ts-t1", place("millrace", "1N1W"), 0.25);
        add("ts-t1", place("millrace", "1N2W"), 0.85);
        add("ts-t1", place("jstorm", "1N2W"), 4.15);
        add("ts-9d", Map.of("engine", "jstorm", "place", "1N2W", "switches", "as it is"), 5);
    }

    private void addLinesOfShares() throws IOException {
        for (String place : new String[] {"1N1W", "1N2W"}) {
            add(
                    "ts-2b",
                    place("millrace", place),
                    Map.of(
                            "mean_ms",
                            place.equals("1N1W") ? 0.2 : 0.5,
                            "late_percent",
                            12.5,
                            "between_percent",
                            67.5,
                            "work_percent",
                            20.0));
        }
        add(
                "ts-t2",
                Map.of("nodes", "2", "workers", "8"),
                Map.of("inside_percent", 44.2, "expected_percent", 300 / 7.0));
        add(
                "ts-9e",
                Map.of("RTT in ms", "0.1"),
                Map.of("before_ms", 0.4, "mean_ms", 0.3, "gain_percent", 25.0, "latest_ms", 1_250.0));
    }

    private static Map<String, String> millrace(String label, String value) {
        return Map.of("engine", "millrace", label, value);
    }

    private void addLinesOfSites() throws IOException {
        for (String acks : new String[] {"without", "with"}) {
            double p99 = acks.equals("with") ? 19.75 : 17.25;
            add(
                    "tn-6",
                    Map.of("engine", "millrace", "sites", "eu-2", "acks", acks),
                    Map.of("carried_percent", 99.9, "p99_ms", p99, "wire_ms", 16.0, "above_ms", p99 - 16));
        }
        add(
                "tn-8",
                millrace("place", "4N8W"),
                Map.of("pairs", 48.0, "connections", 60.0, "connections_of_pair", 1.25, "connections_of_worker", 17.5));
        for (String figure : new String[] {"tn-9", "tn-10"}) {
            add(figure, engine("millrace", 1_000), 0.1);
            add(figure, engine("millrace", 2_000), 1.2);
            add(figure, engine("jet", 1_000), 0.4);
            add(figure, engine("jet", 4_000), 0.7);
        }
        add("tn-15", millrace("interval in s", "5"), Map.of("mean_ms", 2_600.0, "half_interval_ms", 2_500.0));
        addLineOverRtt("millrace", 98.5, 0.75);
        addLineOverRtt("jet", 99.5, 0.5);
        String[] times = {"75", "74 to 76", "50 to 150"};
        double[] means = {80, 82, 90};
        for (int i = 0; i < times.length; i++) {
            add(
                    "tn-19",
                    millrace("RTT in ms", times[i]),
                    Map.of("mean_ms", means[i], "p99_ms", 2 * means[i], "longest_gap_ms", 10.0 + 70 * i));
        }
    }

    private void addLineOverRtt(String engine, double carried, double cores) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode line = mapper.createObjectNode();
        line.putObject("result")
                .put("carried_percent", carried)
                .put("p99_ms", 250.5)
                .put("cores", cores)
                .put("pss_mib", 300.5)
                .put("in_mb_per_second", 1.25)
                .put("out_mb_per_second", 1.75)
                .put("slowest_second_percent", 90.5);
        line.putArray("tuples_by_second").add(1_650).add(1_700);
        line.put("network", "netlab").put("late_over_1ms", 0).put("quick", false);
        lines.add("tn-11", Map.of("engine", engine, "RTT in ms", "242"), 1, line);
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
            add("ts-9d", switches(place, "ring"), 3.5);
            add("ts-9d", switches(place, "both"), 1.25);
        }
        add("ts-9d", switches("1N4W", "both"), 1.75);
        add("ts-9d", switches("2N2W", "both"), 2.75);
        addLinesBesidePeers();
        addLinesOfShares();
        addLinesOfSites();
        addLinesOnHosts();
    }

    private static Map<String, String> hosted(String engine, int rtt) {
        return Map.of("engine", engine, "RTT in ms", Integer.toString(rtt));
    }

    private void addLinesOnHosts() throws IOException {
        String[] engines = {"millrace", "millrace at-least-once", "storm", "storm at-least-once", "jet"};
        double[] means = {9, 10.5, 9.5, 8.25, 21};
        for (int i = 0; i < engines.length; i++) {
            add("tn-4", hosted(engines[i], 0), 1 + i);
            add("tn-4", hosted(engines[i], 25), means[i]);
            add("tn-7", hosted(engines[i], 25), means[i]);
        }
    }

    @Test
    void figuresOnSitesHaveTheirBars() throws IOException {
        addLinesOfEachFigure();
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

        assertThat(page)
                .content()
                .contains("| eu-2, with acks: p99 above the longest way | 3.75 ms | ≤ 5.00 ms | met |")
                .contains("| eu-2: acks add to the p99 | 2.50 ms | ≤ 2.00 ms | **missed** |")
                .contains("| 4N8W: of an ordered pair that talks | 1.25 connections | ≤ 1.00")
                .contains("| the rate that is too much for it, beside the best of the others | 2,000 per second |")
                .contains("| 5 s: the mean is off half the interval by | 4.00 % | ≤ 10.0 % | met |")
                .contains("| 242 ms: kept busy beside the lowest of the others | 0.75 cores | ≤ 0.50 cores |")
                .contains("| 242 ms: carried | 98.5 % | ≥ 99.0 % | **missed** |")
                .contains("| 242 ms: carried in the slowest second | 90.5 % | ≥ 95.0 % | **missed** |")
                .contains("| 74 to 76 ms: the p99 is off that of 75 ms by | 2.50 % | ≤ 5.00 % | met |")
                .contains("| 50 to 150 ms: the p99 above the longest way | 30.0 ms | ≤ 5.00 ms | **missed** |")
                .contains("| 50 to 150 ms: the longest time without a tuple | 150 ms | ≤ 150 ms | met |")
                .contains("| 242 | millrace | 1.25 | 1.75 |");
    }

    @Test
    void eachFigureHasItsPictureItsTableAndItsBars() throws IOException {
        addLinesOfEachFigure();
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

        assertThat(page)
                .content()
                .contains("| 10 KB: at each rate the mean is lower by | 50.0 % | ≥ 45.6 % | met |")
                .contains("| 10 KB: at the knee it is lower by | 99.5 % | ≥ 99.3 % | met |")
                .contains("| 20 KB: the mean is lower by | 40.0 % | ≥ 45.6 % | **missed** |")
                .contains("from a ring of | 8.00 messages | ≤ 100 messages | met |")
                .contains("| 2N4W | millrace | both | 1.25 | 3.75 |")
                .contains("| 10 | 150 | 40.0 | 120 | 0.21 | 0.63 |");
        for (PaperFigure figure : PaperBenchmark.FIGURES) {
            if (figure.file() == RawFile.PAPERS) {
                assertThat(page).content().contains("](plots/papers-" + figure.name() + ".png)");
                assertThat(directory.resolve("papers-" + figure.name() + ".svg"))
                        .content()
                        .endsWith("</svg>\n");
            }
        }
    }

    @Test
    void figuresBesidePeersAreComparedWithTheBestOfThem() throws IOException {
        addLinesOfEachFigure();
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

        assertThat(page)
                .content()
                .contains("| 20000/s: the mean beside the lowest of the others | 1.50 ms | ≤ 1.25 ms | **missed** |")
                .contains("| 20000 | jet | 99.5 | 2.25 | 1.13 | 6.75 |")
                .contains("| 40000/s: the mean beside the lowest of the others | 1.50 ms | ≤ 3.50 ms | met |")
                .contains("| the rate that is too much for it, in those of the best other | 2.00 x | ≥ 1.50 x |")
                .contains("| sol: 1N2W in latencies of 1N1W | 3.40 x | ≤ 3.00 x | **missed** |");
    }

    @Test
    void aReadingHasTheLinesOfItsPlaceOfAnotherFigure() throws IOException {
        addLinesOfEachFigure();
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

        String text = Files.readString(page);
        assertThat(text.substring(text.indexOf(Page.begin("ts-9a")), text.indexOf(Page.end("ts-9a"))))
                .contains("| 1N2W, ring: the mean is below JStorm's by | 30.0 % | ≥ 33.9 % | **missed** |")
                .contains("| 1N2W, both: the mean is below JStorm's by | 75.0 % | ≥ 33.9 % | met |")
                .contains("| 1N2W | jstorm | as it is | 5.00 | 15.0 |")
                .doesNotContain("2N4W");
    }

    @Test
    void sharesStandBesideWhatIsPublished() throws IOException {
        addLinesOfEachFigure();
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

        assertThat(page)
                .content()
                .contains("| sol: 1N2W in latencies of 1N1W | 2.50 x | ≤ 3.00 x | met |")
                .contains("| sol | 1N2W | millrace | 0.50 | 12.5 | 67.5 | 20.0 |")
                .contains("| 2N8W: the share is off by | 1.34 points | ≤ 1.00 points | **missed** |")
                .contains("| 2 | 8 | 44.2 | 42.9 |")
                .contains("| the mean is lower afterwards by | 25.0 % | ≥ 20.9 % | met |")
                .contains("| the latest tuple during the move comes after | 1,250 ms | ≤ 1,000 ms | **missed** |");
    }

    @Test
    void onHostsEachGuaranteeIsComparedWithTheDelayAndWithTheSameOfOthers() throws IOException {
        addLinesOfEachFigure();
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

        assertThat(page)
                .content()
                .contains("| millrace: p99 above the delay of 2 crossings | 3.00 ms | ≤ 5.00 ms | met |")
                .contains("| millrace: p99 above the lowest of the others | -1.50 ms | ≤ 0.00 ms | met |")
                .contains("at-least-once: p99 above the delay of 2 crossings | 6.50 ms | ≤ 5.00 ms | **missed** |")
                .contains("at-least-once: p99 above the lowest of the others | 6.75 ms | ≤ 0.00 ms | **missed** |")
                .contains("| 25 | 27.0 | 31.5 | 28.5 | 24.8 | 63.0 |");
    }

    @Test
    void aCellThatWasDisturbedIsMarked() throws IOException {
        lines = Lines.open(directory.resolve("papers.jsonl"), true);
        add("tn-4", hosted("millrace", 25), 9, Disturbance.MARK);
        add("tn-9", engine("millrace", 1_000), 0.5, Disturbance.MARK);
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

        assertThat(page).content().contains("| 25 | 27.0 † |").contains("| 1000 | millrace | 99.5 | 0.50 | 1.50 † |");
    }

    @Test
    void aFigureIsTheMedianOfItsTurns() throws IOException {
        addLinesOfEachFigure();
        add("ts-8a", NodeLinks.labels("tcp", 20, 100), 9);
        add("ts-8a", NodeLinks.labels("tcp", 20, 100), 3.25);
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

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

        assertThatThrownBy(() -> PaperBenchmark.write(lines, List.of(page), directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no line has 0.42 of its tables");
    }

    @Test
    void aNumberOfAnotherPagesFigureIsRefused() throws IOException {
        lines = Lines.open(directory.resolve("papers.jsonl"), true);
        add("ts-8a", NodeLinks.labels("tcp", 20, 100), 2.5);
        Path other = Files.writeString(directory.resolve("other.md"), "| by hand | 7.50 |\n");

        assertThatThrownBy(() -> PaperBenchmark.write(lines, List.of(emptyPage(), other), directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other.md: no line has 7.50");
    }

    @Test
    void whatWasNotMeasuredHasNoFigures() throws IOException {
        lines = Lines.open(directory.resolve("papers.jsonl"), true);
        Path page = emptyPage();

        PaperBenchmark.write(lines, List.of(page), directory);

        assertThat(page)
                .content()
                .contains("Not measured yet: `benchmarks/run paper ts-9d`.")
                .doesNotContain("| ");
    }

    @Test
    void thePagesOfTheDocumentationAreWhatTheirLinesMake() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String page : PaperBenchmark.PAGES) {
            pages.add(Files.copy(DOCS.resolve(page), directory.resolve(page)));
        }
        Path own = DOCS.resolve("plots/papers.jsonl");
        for (RawFile file : RawFile.values()) {
            Path committed = file.beside(own);
            Files.copy(committed, directory.resolve(committed.getFileName()));
        }
        lines = Lines.open(directory.resolve("papers.jsonl"), true);

        PaperBenchmark.write(lines, pages, directory);

        for (Path page : pages) {
            assertThat(page)
                    .hasSameTextualContentAs(DOCS.resolve(page.getFileName().toString()));
        }
        try (DirectoryStream<Path> pictures = Files.newDirectoryStream(directory, "*.svg")) {
            for (Path picture : pictures) {
                assertThat(picture)
                        .hasSameTextualContentAs(DOCS.resolve("plots").resolve(picture.getFileName()));
            }
        }
    }
}

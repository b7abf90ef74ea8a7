// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every figure of single channels runs on pipes, and writes its lines, pictures and tables. No figure is asserted. */
@Timeout(120)
class GeoBenchmarkTest {

    @TempDir
    private Path directory;

    private String[] options(String... more) {
        List<String> all = new ArrayList<>(
                List.of("--out=" + directory.resolve("geo.jsonl"), "--plot=" + directory.resolve("plots")));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void aFigureIsMeasuredDrawnAndWrittenToThePage() throws Exception {
        measured("reorder");
    }

    @Tag("long")
    @Test
    void everyFigureIsMeasuredDrawnAndWrittenToThePage() throws Exception {
        measured("all");
    }

    private void measured(String name) throws Exception {
        Path page = directory.resolve("page.md");
        StringBuilder places = new StringBuilder("# Page\n");
        for (Figure figure : GeoBenchmark.FIGURES) {
            places.append(Page.begin(figure.name())).append('\n');
            places.append(Page.end(figure.name())).append('\n');
        }
        Files.writeString(page, places);

        GeoBenchmark.run(name, new Options(GeoBenchmark.USAGE, options("--quick", "--loopback")));
        GeoBenchmark.run(name, new Options(GeoBenchmark.USAGE, options("--table", "--docs=" + page)));

        Lines lines = Lines.open(directory.resolve("geo.jsonl"), true);
        for (Figure figure : GeoBenchmark.FIGURES) {
            if (figure instanceof TopologyFigure || !name.equals("all") && !name.equals(figure.name())) {
                continue;
            }
            assertThat(lines.has(figure.name())).as(figure.name()).isTrue();
            assertThat(figure.bars(lines)).as(figure.name()).isNotEmpty();
            assertThat(directory.resolve("plots/geo-" + figure.name() + ".png")).isNotEmptyFile();
            assertThat(directory.resolve("plots/geo-" + figure.name() + ".svg"))
                    .content()
                    .endsWith("</svg>\n");
            assertThat(page).content().contains("](plots/geo-" + figure.name() + ".png)");
        }
        // Which bars are met depends on the machine
        assertThat(page)
                .content()
                .containsPattern(": (met|\\*\\*missed\\*\\*) \\(")
                .contains("loopback");
    }

    @Test
    void aFigureThatIsNotThereIsNamed() throws IOException {
        assertThatThrownBy(() -> GeoBenchmark.run("speed", new Options(GeoBenchmark.USAGE, options())))
                .isInstanceOf(Options.Mistake.class)
                .hasMessageContaining("speed")
                .hasMessageContaining("batch-size");
    }

    @Test
    void thePagesOfTheDocumentationHaveAPlaceForEachFigure() throws IOException {
        Path docs = Path.of("..", "docs");
        String pages = Files.readString(docs.resolve("benchmarks-geo.md"))
                + Files.readString(docs.resolve("benchmarks-geo-rates.md"))
                + Files.readString(docs.resolve("benchmarks-geo-topologies.md"));
        assertThat(GeoBenchmark.FIGURES)
                .allSatisfy(figure -> assertThat(pages)
                        .containsOnlyOnce(Page.begin(figure.name()))
                        .containsOnlyOnce(Page.end(figure.name())));
    }

    @Test
    void theMonitoringSystemEmitsAsManyEventsAsItShall() {
        assertThat(Rates.monitoring(150, 1, 1_100_000).stream()
                        .mapToDouble(phase -> phase.perSecond() * phase.seconds())
                        .sum())
                .isBetween(1_099_000.0, 1_101_000.0);
    }

    @Test
    void allFiguresTakeLessThanTwoHours() {
        Scale scale = new Scale(false, 30, 2, 2_200);
        assertThat(GeoBenchmark.FIGURES.stream()
                        .mapToDouble(figure -> figure.seconds(scale, 3))
                        .sum())
                .isBetween(105.0 * 60, 120.0 * 60);
    }

    @Test
    void aTupleKnowsWhatTheWireHasTakenOnItsWay() {
        Wires wires = Wires.decode(Wires.of(List.of("a", "b", "c"), (host, other) -> host.equals("a") ? 20 : 6)
                .encode());
        long way = wires.arrive(wires.arrive(wires.arrive(Wires.begin(0), 0), 1), 2);
        assertThat(Wires.nanos(way)).isEqualTo(13_000_000);
        assertThat(wires.here(Map.of("NETLAB_HOST", "c"))).isEqualTo(2);
    }

    @Test
    void linesOfTopologiesMakeAPageToo() throws IOException {
        Lines lines = Lines.open(directory.resolve("topologies.jsonl"), false);
        Scale scale = new Scale(false, 30, 2, 2_200);
        for (Figure figure : GeoBenchmark.FIGURES) {
            if (figure instanceof TopologyFigure topologies) {
                for (TopologyCell cell : topologies.topologies(scale)) {
                    ObjectNode line = Json.object().put("figure", figure.name());
                    line.set("labels", Json.of(cell.labels()));
                    line.put("machine", "m")
                            .put("network", "netlab")
                            .put("turn", 1)
                            .put("late_over_1ms", 0);
                    ObjectNode sink = line.putObject("target");
                    for (String what : List.of("per_second", "p50_ms", "p99_ms", "above_p50_ms", "above_p99_ms")) {
                        sink.put(what, cell.regions() ? 2 : 1);
                    }
                    lines.add(line);
                }
                assertThat(figure.bars(lines)).as(figure.name()).isNotEmpty();
                assertThat(figure.panels(lines)).as(figure.name()).isNotEmpty();
                assertThat(figure.table(lines)).as(figure.name()).contains("| 2.00 |");
            }
        }
    }
}

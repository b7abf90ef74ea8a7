// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines become pictures, bars and tables. */
class SweepBenchmarkTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path directory;

    private Options options(String... some) {
        List<String> all = new ArrayList<>(List.of(some));
        all.add("--out=" + directory.resolve("sweep.jsonl"));
        all.add("--plot=" + directory.resolve("plots"));
        return new Options(Plan.USAGE, all.toArray(String[]::new));
    }

    private static Stream<Path> documentation() {
        return Stream.of("benchmarks-sweep.md", "benchmarks-sweep-places.md", "benchmarks-sweep-intake.md")
                .map(Path.of("../docs")::resolve);
    }

    /** The option with copies of the pages, which have places for the parts. */
    private String docs() throws IOException {
        List<String> pages = new ArrayList<>();
        for (Path page : documentation().toList()) {
            pages.add(Files.copy(page, directory.resolve(page.getFileName())).toString());
        }
        return "--docs=" + String.join(",", pages);
    }

    private static String text(Stream<Path> pages) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path page : pages.toList()) {
            text.append(Files.readString(page));
        }
        return text.toString();
    }

    /** What the copies have now. */
    private String written() throws IOException {
        return text(documentation().map(page -> directory.resolve(page.getFileName())));
    }

    private static ObjectNode line(String figure, Map<String, String> labels) {
        ObjectNode line = MAPPER.createObjectNode().put("figure", figure);
        line.set("labels", MAPPER.valueToTree(labels));
        return line.put("turn", 1)
                .put("machine", "made up")
                .put("network", "one node")
                .put("late_over_1ms", 0);
    }

    private static void add(Lines lines, Cell cell, String engine, double share) throws IOException {
        add(lines, cell, engine, share, false);
    }

    private static void add(Lines lines, Cell cell, String engine, double share, boolean quick) throws IOException {
        lines.add(line(cell, engine, share, BytesPerSecond.of(1e9)).put("quick", quick));
    }

    /** A line as it was before it had the lowest and the highest look. */
    private static ObjectNode line(Cell cell, String engine, double share, BytesPerSecond carried) {
        Bound bound = new Bound(
                cell, carried, cell.setting().engines(), cell.setting().engines());
        ObjectNode line = line(cell.setting().text(), cell.labels(engine));
        line.putObject("result")
                .put("bytes", cell.bytes())
                .put("cost_ms", cell.work().costMillis())
                .put("grouping", cell.work().grouping().toString())
                .put("per_second", share * bound.perSecond())
                .put("bound", bound.perSecond())
                .put("ratio", share)
                .put("bound_bytes_per_second", bound.carried().median())
                .put("cores_left", bound.coresLeft())
                .put("half_p50_ms", 1.1 * cell.work().costMillis())
                .put("half_p99_ms", 1.3 * cell.work().costMillis())
                .put("most_p50_ms", 1.5 * cell.work().costMillis())
                .put("most_p99_ms", 2.5 * cell.work().costMillis());
        return line;
    }

    private static void addUseCase(Lines lines) throws IOException {
        ObjectNode line = line(UseCase.NAME, UseCase.labels(Language.PYTHON));
        line.putObject("result")
                .put("per_second", 18)
                .put("seconds", 600)
                .put("engines", 2)
                .put("killed", 29)
                .put("queue_first", 2.5)
                .put("queue_last", 7.5)
                .put("queue_most", 12)
                .put("p50_ms", 130)
                .put("p99_ms", 400)
                .put("most_ms", 900)
                .put("emitted", 10_800)
                .put("lost", 0)
                .put("broken", 0)
                .put("repeated", 3);
        lines.add(line);
    }

    @Test
    void linesOfAllCellsMakePicturesBarsAndThePage() throws Exception {
        Lines lines = Lines.open(directory.resolve("sweep.jsonl"), false);
        for (Setting setting : Setting.values()) {
            for (int bytes : Plan.SIZES) {
                for (Work work : Plan.WORKS) {
                    boolean low = bytes == 100 && work.costMillis() == 50;
                    add(lines, new Cell(setting, bytes, work), "millrace", low ? 0.5 : 0.95);
                }
            }
        }
        add(lines, new Cell(Setting.SHM, 100, Work.of(10)), "flink", 0.99);
        add(lines, new Cell(Setting.SHM, 100, Work.of(100)), "flink", 0.4);
        add(lines, new Cell(Setting.TCP, 100, Work.of(10)), "jet", 0.8);
        addUseCase(lines);

        SweepBenchmark.run(options("--table", "--setting=shm,link,slots,tcp,kafka,files", docs()), Effort.QUICK);

        assertThat(written())
                .contains("](plots/sweep-link.png)", "](plots/sweep-slots-lines.png)")
                .contains("lowest f/f* of 23 cells with work, slots 100 B 50 ms: **missed** (0.50, ≥ 0.90)")
                .contains("f/f* of shm 5 MB 0 ms shuffle: met (0.95, ≥ 0.60)")
                .contains("f of the best other engine's, shm 100 B 10 ms: met (0.96, ≥ 0.95)")
                .contains("f of the best other engine's, tcp 100 B 10 ms: met (1.19, ≥ 0.95)")
                .doesNotContain("f/f* of tcp 5 MB 0 ms shuffle", "of files 100 B 0 ms")
                .contains("| size | cost | bound | millrace | flink |", "| size | cost | bound | millrace | jet |")
                .contains("python, growth of the queue: **missed** (5.00 images, ≤ 2.00)")
                .contains("| 10 MB | 95.0 (0.95) | 95.0 (0.95) |");
        for (Setting setting : Setting.values()) {
            for (String name : List.of(SweepPlots.heatMapName(setting), SweepPlots.linesName(setting))) {
                assertThat(directory.resolve("plots/" + name + ".png")).isNotEmptyFile();
                assertThat(directory.resolve("plots/" + name + ".svg"))
                        .content()
                        .endsWith("</svg>\n");
            }
            assertThat(directory.resolve("plots/sweep-" + setting.text() + ".csv"))
                    .content()
                    .contains("\nmillrace,10000000,0,SHUFFLE,95.0,");
        }
        assertThat(directory.resolve("plots/sweep-shm-lines.svg")).content().contains("Divided by the best engine");
    }

    @Test
    void theFieldHas56Cells() {
        assertThat(Plan.cells(Setting.SHM, false))
                .hasSize(56)
                .contains(
                        new Cell(Setting.SHM, 1_000_000, Work.of(50)),
                        new Cell(Setting.SHM, 1_000_000, Work.of(200)),
                        new Cell(Setting.SHM, 1_000_000, Work.of(500)));
    }

    @Test
    void readersOfTheLinesAreToldHowManyCellsThereAre() throws Exception {
        Lines lines = Lines.open(directory.resolve("sweep.jsonl"), false);
        add(lines, new Cell(Setting.TCP, 100, Work.of(10)), "millrace", 0.95);
        add(lines, new Cell(Setting.TCP, 100, Work.of(10)), "jet", 0.5);
        add(lines, new Cell(Setting.TCP, 1_000, Work.of(10)), "millrace", 0.95);

        assertThat(new SweepFigure("tcp").bars(lines))
                .first()
                .satisfies(bar -> assertThat(bar.value()).isEqualTo(2))
                .satisfies(bar -> assertThat(bar.bound()).isEqualTo(56));
    }

    @Test
    void aLineCountsForItsFormOnlyAndTheFullOneIsShown() throws Exception {
        Cell cell = new Cell(Setting.SHM, 100, Work.of(10));
        Lines lines = Lines.open(directory.resolve("sweep.jsonl"), false);
        Plan full = Plan.of(options("--continue"), Effort.QUICK);
        Plan quick = Plan.of(options("--continue", "--quick"), Effort.QUICK);

        add(lines, cell, "millrace", 0.5, true);
        assertThat(full.missing(lines, cell)).hasSize(1);
        assertThat(quick.missing(lines, cell)).isEmpty();
        assertThat(ratio(lines, cell)).isEqualTo(0.5);

        add(lines, cell, "millrace", 0.9, false);
        assertThat(full.missing(lines, cell)).isEmpty();
        add(lines, cell, "millrace", 0.6, true);
        assertThat(ratio(lines, cell)).isEqualTo(0.9);
        add(lines, cell, "millrace", 0.8, false);
        assertThat(ratio(lines, cell)).as("the last one").isEqualTo(0.8);

        Cell other = new Cell(Setting.SHM, 100_000, Work.of(10));
        add(lines, other, "millrace", 0.7, false);
        assertThat(quick.missing(lines, other)).hasSize(1);
    }

    @Test
    void theBoundByBytesIsDrawnOfEachSizeWhateverItsCellsCost() throws Exception {
        Lines lines = Lines.open(directory.resolve("sweep.jsonl"), false);
        for (int megabytes : new int[] {8_205, 2_586, 6_458}) {
            lines.add(line(
                    new Cell(Setting.SLOTS, 10_000_000, Work.of(megabytes)),
                    "millrace",
                    0.9,
                    BytesPerSecond.of(1e6 * megabytes)));
        }
        lines.add(line(new Cell(Setting.SLOTS, 100, Work.SHUFFLED), "millrace", 0.9, BytesPerSecond.of(7e8)));
        lines.add(line(new Cell(Setting.SLOTS, 1_000, Work.of(10)), "flink", 0.9, BytesPerSecond.of(1e9)));

        assertThat(SweepPlots.bounds(new Field(lines, Setting.SLOTS)).get(SweepPlots.BY_BYTES))
                .as("of Millrace's cells; of a size the median")
                .isEqualTo(Map.of(1e2, 7e6, 1e7, 645.8));
        assertThat(SweepPlots.bounds(new Field(lines, Setting.SHM))).isEmpty();
    }

    @Test
    void theSpreadOfTheLooksIsInThePageAndTheFigures() throws Exception {
        Lines lines = Lines.open(directory.resolve("sweep.jsonl"), false);
        add(lines, new Cell(Setting.SLOTS, 100_000, Work.of(10)), "millrace", 0.9);
        ObjectNode line =
                line(new Cell(Setting.SLOTS, 10_000_000, Work.of(10)), "millrace", 0.9, BytesPerSecond.of(6_458e6));
        ((ObjectNode) line.get("result"))
                .put("bound_bytes_per_second_lowest", 2_586e6)
                .put("bound_bytes_per_second_highest", 9_834e6);
        lines.add(line);

        SweepBenchmark.run(options("--table", "--setting=slots", docs()), Effort.QUICK);

        assertThat(written())
                .contains("| 10 MB | 646, 40.0, 6,458 (2,586–9,834) |")
                .contains("| 100 KB | 4,000, 40.0, 1,000 |");
        assertThat(directory.resolve("plots/sweep-slots.csv"))
                .content()
                .contains(",bound_bytes_per_second,bound_bytes_per_second_lowest,bound_bytes_per_second_highest,cores,")
                .contains(",6.458E9,2.586E9,9.834E9,,")
                .contains(",1.0E9,,,,");
    }

    private static double ratio(Lines lines, Cell cell) {
        return new Field(lines, cell.setting())
                .point("millrace", cell.bytes(), cell.work())
                .findFirst()
                .orElseThrow()
                .ratio();
    }

    @Test
    void aUseCaseThatWasShorterIsMissing() throws Exception {
        Lines lines = Lines.open(directory.resolve("sweep.jsonl"), false);
        addUseCase(lines);
        assertThat(UseCase.isMissing(lines, Language.PYTHON, 601)).isTrue();
        assertThat(UseCase.isMissing(lines, Language.PYTHON, 600)).isFalse();
        assertThat(UseCase.isMissing(lines, Language.JAVA, 1)).isTrue();
    }

    @Test
    void aPageOfTheDocumentationHasAPlaceForEachPart() throws Exception {
        List<String> parts = new ArrayList<>(List.of(SweepPage.ENGINES, SweepPage.USE_CASE));
        for (Setting setting : Setting.values()) {
            parts.add(SweepPage.part(setting));
        }
        assertThat(text(documentation()))
                .contains(parts.stream().map(Page::begin).toList())
                .contains(parts.stream().map(Page::end).toList());
    }

    @Test
    void mistakesAreSaidBeforeAnythingIsMeasured() {
        assertThatThrownBy(() -> SweepBenchmark.run(options("--setting=tape"), Effort.QUICK))
                .isInstanceOf(Options.Mistake.class)
                .hasMessageContaining("tape")
                .hasMessageContaining("shm,link,slots,tcp,kafka,files");
        assertThatThrownBy(() -> SweepBenchmark.run(options("--cells=3 GB"), Effort.QUICK))
                .isInstanceOf(Options.Mistake.class)
                .hasMessageContaining("3 GB");
        assertThatThrownBy(() -> SweepBenchmark.run(options("--table"), Effort.QUICK))
                .isInstanceOf(Options.Mistake.class)
                .hasMessageContaining("--docs");
    }

    @Test
    void aSweepOfASettingTakesAboutTwoHoursAndTheQuickFormLessThanFourMinutes() {
        assertThat(Plan.durations())
                .matches("about, by default: shm (9\\d|1[0-5]\\d) min, link (9\\d|1[0-5]\\d) min, slots 9\\d min,"
                        + "( (tcp|kafka|files) (9\\d|1[0-5]\\d) min,){3} one quick 3\\.\\d min");
        assertThat(Effort.QUICK.leastSeconds()).isGreaterThanOrEqualTo(0.6);
    }
}

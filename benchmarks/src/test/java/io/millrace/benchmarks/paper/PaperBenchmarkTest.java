// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Histograms;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PaperBenchmarkTest {

    @TempDir
    private Path directory;

    private Options options(String... more) {
        String[] all = new String[more.length + 1];
        System.arraycopy(more, 0, all, 1, more.length);
        all[0] = "--out=" + directory.resolve("papers.jsonl");
        return new Options(PaperBenchmark.USAGE, all);
    }

    @Test
    void aFigureThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> PaperBenchmark.run(List.of("ts-8b", "ts-99"), options()))
                .isInstanceOf(Options.Mistake.class)
                .hasMessageContaining("ts-99")
                .hasMessageContaining("ts-8a");
    }

    @Test
    void theListNamesEachFigureWithItsPaperAndWhatItNeeds() {
        assertThat(PaperBenchmark.list().lines())
                .hasSize(PaperBenchmark.FIGURES.size() + 2)
                .anyMatch(line -> line.matches("ts-8a +TurboStream, ICDCS 2018 +Fig. 8a +.* [1-9]\\d*"))
                .anyMatch(line -> line.startsWith("ts-9d") && line.endsWith("root"))
                .anyMatch(line -> line.matches("tn-4 +TNSM 2022 +Fig. 4 +.* [1-9]\\d* +root"))
                .anyMatch(line -> line.matches("tn-19 +TNSM 2022 +Fig. 19 +.* [1-9]\\d* +root"));
    }

    @Test
    void allTakeLessThanEightHours() {
        String all = PaperBenchmark.list().lines().reduce((one, other) -> other).orElseThrow();

        assertThat(all).startsWith("all ").endsWith("root");
        assertThat(Integer.parseInt(all.replaceFirst(".* (\\d+) +root$", "$1"))).isBetween(60, 479);
    }

    @Test
    void engineNamesTakeThePlaceOfThePeersOfFiguresThatHaveSome() throws Exception {
        Peers own = Peers.take(options());
        Peers named = new Peers(Optional.of(List.of("jet")));
        Peers none = Peers.take(options("--engines=millrace"));

        assertThat(PaperBenchmark.peers(List.of("ts-8a", "ts-t1"), own)).isEqualTo("jstorm");
        assertThat(PaperBenchmark.peers(List.of("ts-9a", "ts-2a"), own)).isEqualTo("jstorm storm flink jet");
        assertThat(PaperBenchmark.peers(List.of("tn-4"), own)).isEqualTo("storm flink jet");
        assertThat(PaperBenchmark.peers(List.of("ts-9a", "ts-2a"), named)).isEqualTo("jet");
        assertThat(PaperBenchmark.peers(List.of("ts-8a", "ts-9c"), named)).isEqualTo("jet");
        assertThat(PaperBenchmark.peers(List.of("ts-2c", "tn-16"), own)).isEmpty();
        assertThat(PaperBenchmark.peers(List.of("ts-9a", "ts-2a"), none)).isEmpty();
        assertThat(PaperBenchmark.peers(List.of("list"), own)).isEmpty();
    }

    @Test
    void aRateForFiguresThatHaveTheirOwnIsRefused() {
        assertThatThrownBy(() -> PaperBenchmark.run(List.of("ts-8a"), options("--rate=7")))
                .isInstanceOf(Options.Mistake.class)
                .hasMessageContaining("--rate=7")
                .hasMessageContaining("[ts-2a, ts-10, tn-4, tn-7]");
    }

    @Test
    void anEngineThatIsNotBuiltIsNamedBeforeAnythingIsMeasured() {
        EngineCommand engine = new EngineCommand("storm-other", List.of(), "");

        assertThatThrownBy(engine::requireBuilt)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "storm-other is not built, as there is no benchmarks/peers/storm/target/classes");
    }

    @Test
    void theFormulaGivesThePublishedShares() {
        assertThat(TrafficFigure.PLACES.stream()
                        .map(place -> String.format(Locale.ROOT, "%.2f", TrafficFigure.expectedPercent(place))))
                .containsExactly("0.00", "14.29", "42.86", "0.00", "33.33", "0.00", "100.00");
    }

    @Test
    void theRateGrowsByHalf() {
        assertThat(List.of(RatesFigure.rate(0), RatesFigure.rate(1), RatesFigure.rate(2), RatesFigure.rate(3)))
                .containsExactly(100L, 150L, 225L, 338L);
    }

    @Test
    void linesOfTheQuickFormAreNotMixedWithOthers() throws Exception {
        Files.writeString(
                directory.resolve("papers.jsonl"), "{\"figure\": \"ts-8a\", \"labels\": {}, \"quick\": true}\n");

        assertThatThrownBy(() -> PaperBenchmark.run(List.of("ts-8a"), options("--continue")))
                .hasMessageContaining("papers.jsonl has ts-8a with --quick: name another file with --out");
    }

    @Tag("long")
    @Timeout(300)
    @Test
    void whatAnotherBenchmarksFileLacksIsMeasuredByIt() throws Exception {
        PaperBenchmark.run(List.of("ss-intake"), options("--quick"));

        Path file = directory.resolve("microbatch.jsonl");
        Figures intake = new Figures(Lines.read(file));
        assertThat(intake.turns("intake", "ring", "singly")).isEqualTo(1);
        assertThat(intake.cells("rates")).isEmpty();

        PaperBenchmark.run(List.of("ss-9"), options("--quick", "--continue"));
        Figures both = new Figures(Lines.read(file));
        assertThat(both.turns("intake", "ring", "singly")).isEqualTo(1);
        assertThat(both.turns("receivers", "2 receivers of 20 B", "singly")).isEqualTo(1);
    }

    @Tag("long")
    @Timeout(300)
    @Test
    void anotherRateThanThePublishedOneIsMeasured() throws Exception {
        PaperBenchmark.run(List.of("ts-2a"), options("--quick", "--engines=millrace", "--rate=600"));

        List<JsonNode> lines =
                Lines.open(directory.resolve("papers.jsonl"), true).of("ts-2a");
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0).at("/labels/rate").asText()).isEqualTo("600");
        assertThat(lines.get(0).at(Result.CARRIED).asDouble()).isBetween(50.0, 150.0);
        assertThat(lines.get(0).get("processes")).hasSizeGreaterThan(4);
    }

    @Tag("long")
    @Timeout(300)
    @Test
    void aFigureOnHostsIsMeasuredWithWhatTheirWorkersUse() throws Exception {
        requireHosts();

        PaperBenchmark.run(List.of("tn-8"), options("--quick"));

        List<JsonNode> lines =
                Lines.open(directory.resolve("papers.jsonl"), true).of("tn-8");
        assertThat(lines).hasSize(1);
        JsonNode line = lines.get(0);
        assertThat(line.at(Result.CONNECTIONS).asInt()).isEqualTo(2);
        assertThat(line.at(Result.CARRIED).asDouble()).isBetween(50.0, 150.0);
        assertThat(line.at(Result.CORES).asDouble()).isPositive();
        assertThat(line.at(Result.OUT).asDouble()).isPositive();
        assertThat(line.at(Result.BY_SECOND)).isNotEmpty();
        assertThat(line.get("processes")).hasSize(2);
        for (JsonNode process : line.get("processes")) {
            assertThat(process.get("pss_bytes").asLong()).isPositive();
            assertThat(process.get("connections").asInt()).isGreaterThanOrEqualTo(2);
        }
    }

    private static void requireHosts() {
        try {
            Lab.check("a test");
        } catch (IOException e) {
            abort(e.getMessage());
        }
    }

    @Tag("long")
    @Timeout(300)
    @Test
    void onHostsTheDelayIsInTheLatency() throws Exception {
        requireHosts();

        PaperBenchmark.run(List.of("tn-4"), options("--quick", "--engines=millrace", "--rate=600"));

        List<JsonNode> lines =
                Lines.open(directory.resolve("papers.jsonl"), true).of("tn-4");
        assertThat(lines)
                .extracting(line -> line.at("/labels/engine").asText())
                .containsExactlyInAnyOrder("millrace", "millrace at-least-once", "millrace exactly-once 1 s");
        for (JsonNode line : lines) {
            assertThat(line.at("/labels/RTT in ms").asText()).isEqualTo("25");
            assertThat(line.at(Result.CARRIED).asDouble()).isBetween(50.0, 150.0);
            // A quarter of the events crosses twice
            assertThat(line.at(Result.P99).asDouble()).isGreaterThan(25);
            assertThat(line.at(Result.MEBIBYTES).asDouble()).isPositive();
            assertThat(line.at(Result.CONNECTIONS).asInt()).isPositive();
            assertThat(line.get("packets").asLong()).isPositive();
        }
    }

    @Tag("long")
    @Timeout(300)
    @Test
    void aFigureIsMeasuredWithAllThatItsLinesShallHave() throws Exception {
        PaperBenchmark.run(List.of("ts-8a"), options("--quick"));

        List<JsonNode> lines =
                Lines.open(directory.resolve("papers.jsonl"), true).of("ts-8a");
        assertThat(lines).hasSize(4);
        for (JsonNode line : lines) {
            boolean tcp = line.at("/labels/link").asText().equals("tcp");
            assertThat(line.at(Result.MEAN).asDouble()).isPositive();
            assertThat(line.get("commit").asText()).isNotEmpty();
            assertThat(Histograms.decodeCompressed(line.get("histogram").asText())
                            .getTotalCount())
                    .isPositive();
            long crossed = 0;
            for (JsonNode process : line.get("processes")) {
                assertThat(process.get("pss_bytes").asLong()).isPositive();
                crossed += process.get("bytes_in").asLong();
            }
            // At least a second of 100 messages of 10 KB
            assertThat(crossed > 1_000_000).as("%s", line.get("labels")).isEqualTo(tcp);
        }
    }
}

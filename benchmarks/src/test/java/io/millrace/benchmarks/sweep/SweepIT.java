// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sweep runs with real processes. No figure is asserted. */
class SweepIT {

    /** The least effort that shows that all parts work. */
    private static final Effort LITTLE = new Effort(0.2, 2, 0.1, 1, 0.1);

    @TempDir
    private Path directory;

    private Lines run(Effort quick, String... some) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(some));
        all.add("--out=" + directory.resolve("sweep.jsonl"));
        all.add("--plot=" + directory.resolve("plots"));
        SweepBenchmark.run(new Options(Plan.USAGE, all.toArray(String[]::new)), quick);
        return Lines.open(directory.resolve("sweep.jsonl"), true);
    }

    @Test
    @Timeout(180)
    void aCellHasAFrequencyABoundAndLatencies() throws Exception {
        JsonNode line =
                run(LITTLE, "--quick", "--cells=shm 100 KB 10 ms").of("shm").get(0);

        assertThat(line.get("tries")).isNotEmpty();
        assertThat(line.at("/result/bound").asDouble()).isPositive();
        assertThat(line.at("/result/per_second").asDouble()).isPositive();
        double carried = line.at("/result/bound_bytes_per_second").asDouble();
        assertThat(line.at("/result/bound_bytes_per_second_lowest").asDouble())
                .isPositive()
                .isLessThan(carried);
        assertThat(line.at("/result/bound_bytes_per_second_highest").asDouble()).isGreaterThan(carried);
        assertThat(line.at("/confirmed/engines").asInt())
                .isEqualTo(new Cell(Setting.SHM, 100_000, Work.of(10)).engines());
        assertThat(line.at("/confirmed/growth").isIntegralNumber()).isTrue();
        assertThat(line.at("/confirmed/late_intervals").isNumber()).isTrue();
        assertThat(line.at("/result/half_p50_ms").asDouble()).isGreaterThanOrEqualTo(10);
        assertThat(line.at("/result/most_p99_ms").asDouble()).isGreaterThanOrEqualTo(10);
        assertThat(directory.resolve("plots/sweep-shm.png")).isNotEmptyFile();
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "files"})
    @Timeout(180)
    void messagesOfAnotherProcessComeOnceThroughEachWay(String setting) throws Exception {
        JsonNode line = run(LITTLE, "--quick", "--setting=" + setting, "--cells=" + setting + " 100 KB 10 ms")
                .of(setting)
                .get(0);

        assertThat(line.at("/result/per_second").asDouble()).isPositive();
        assertThat(line.at("/result/half_p50_ms").asDouble()).isGreaterThanOrEqualTo(10);
    }

    @Tag("long")
    @Test
    @Timeout(180)
    void largeMessagesComeThroughASocketIntoTheRing() throws Exception {
        JsonNode line = run(LITTLE, "--quick", "--setting=tcp", "--cells=tcp 10 MB 0 ms shuffle")
                .of("tcp")
                .get(0);

        assertThat(line.at("/result/per_second").asDouble()).isPositive();
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Language.class)
    @Timeout(120)
    void noImageIsLostThoughEnginesAreKilled(Language language) throws Exception {
        assumeTrue(language != Language.PYTHON || AnalyseImageTest.hasPython(), "no python3");

        JsonNode result = run(LITTLE, "--use-case", "--languages=" + language.text(), "--seconds=8")
                .of(UseCase.NAME)
                .get(0)
                .get("result");

        assertThat(result.get("killed").asInt()).isPositive();
        assertThat(result.get("emitted").asInt()).isPositive();
        assertThat(result.get("lost").asInt()).isZero();
        assertThat(result.get("broken").asInt()).isZero();
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void theQuickFormMeasuresItsCellsAndContinues() throws Exception {
        run(Effort.QUICK, "--quick", "--cells=100 B");
        Lines lines = run(Effort.QUICK, "--quick", "--continue");

        assertThat(lines.of("shm")).hasSize(10);
        assertThat(new Field(lines, Setting.SHM).own()).allMatch(point -> point.perSecond() > 0);
    }
}

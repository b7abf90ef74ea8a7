// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark runs, and writes its figures and pictures. No figure is asserted. */
@Timeout(120)
class MicrobatchBenchmarkTest {

    @TempDir
    private Path directory;

    private List<String> run(String parts) throws Exception {
        Path out = directory.resolve("microbatch.csv");
        MicrobatchBenchmark.run(
                new Options(Plan.USAGE, "--quick", "--parts=" + parts, "--out=" + out, "--plot=" + directory));
        return Files.readAllLines(out);
    }

    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void latenciesAreMeasuredAndDrawn() throws Exception {
        assertThat(run("rates,changes"))
                .anyMatch(line -> line.startsWith("rates,1000/s,adaptive,p99,ms,"))
                .anyMatch(line -> line.startsWith("rates,most,1 ms,most,1/s,"))
                .anyMatch(line -> line.startsWith("changes,tenfold,adaptive,"));
        assertThat(directory.resolve("microbatch.png")).isNotEmptyFile();
        assertThat(directory.resolve("microbatch.svg")).content().endsWith("</svg>\n");
        assertThat(directory.resolve("microbatch-changes.png")).isNotEmptyFile();
    }

    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void intakeIsMeasuredInOneWorkerAndOverTheRing() throws Exception {
        assertThat(run("intake"))
                .anyMatch(line -> line.startsWith("intake,one worker,singly,records,1/s,"))
                .anyMatch(line -> line.startsWith("intake,ring,blocks of 100 records,records,1/s,"));
    }

    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void severalReceiversTakeRecordsIn() throws Exception {
        assertThat(run("receivers"))
                .anyMatch(line -> line.startsWith("receivers,2 receivers of 20 B,singly,records,1/s,"))
                .anyMatch(line -> line.startsWith("receivers,2 receivers of 20 B,blocks of 100 records,records,1/s,"));
    }

    @Test
    void theAdaptiveWaitIsComparedWithTheBestFixedOne() throws Exception {
        Figures figures = Figures.open(directory.resolve("bounds.csv"), false);
        figures.add(Plan.RATES, "1000/s", "no batch", RatesPart.P99, "ms", 0.2);
        for (String mode : List.of("1 ms", "5 ms", "adaptive")) {
            figures.add(Plan.RATES, "1000/s", mode, RatesPart.CARRIED, "share", 1);
        }
        figures.add(Plan.RATES, "1000/s", "1 ms", RatesPart.P99, "ms", 2);
        figures.add(Plan.RATES, "1000/s", "5 ms", RatesPart.P99, "ms", 6);
        figures.add(Plan.RATES, "1000/s", "adaptive", RatesPart.P99, "ms", 2.4);
        assertThat(Bounds.of(figures))
                .extracting(Bar::what, Bar::met)
                .containsExactly(
                        tuple("1000/s: 1 ms carried", true),
                        tuple("1000/s: adaptive carried", true),
                        tuple("1000/s: adaptive p99", false));
    }

    @Test
    void theTablesOfAPageAreWrittenFromTheFigures() throws Exception {
        Path out = directory.resolve("tables.csv");
        Figures figures = Figures.open(out, false);
        figures.add(Plan.RATES, "1000/s", "5 ms", RatesPart.P99, "ms", 6.25);
        figures.add(Plan.INTAKE, IntakePart.RING, IntakePart.SINGLY.name(), IntakePart.RECORDS, "1/s", 1_600_000);
        figures.add(
                Plan.RECEIVERS,
                ReceiversPart.cell(4, 1_000),
                IntakePart.BLOCKS.name(),
                IntakePart.RECORDS,
                "1/s",
                2_500_000);
        Path page = directory.resolve("page.md");
        StringBuilder text = new StringBuilder("Before\n");
        for (String part : List.of(
                MicrobatchTables.RATES, MicrobatchTables.INTAKE, MicrobatchTables.RECEIVERS, MicrobatchTables.BOUNDS)) {
            text.append(Page.begin(part))
                    .append("\nold\n")
                    .append(Page.end(part))
                    .append("\n");
        }
        Files.writeString(page, text + "Behind\n");

        MicrobatchBenchmark.run(new Options(Plan.USAGE, "--out=" + out, "--docs=" + page, "--table"));

        assertThat(Files.readString(page))
                .startsWith("Before\n")
                .endsWith("Behind\n")
                .doesNotContain("old")
                .contains("| 1000/s | - | - | - | 6.25 | - |")
                .contains("| singly | 1.60 million |")
                .contains("| 4 receivers of 1000 B | - | 2.50 million |")
                .contains("| ring: singly records | 1.60 million 1/s | at least 1.50 million 1/s | yes |");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import static io.millrace.benchmarks.report.TestFigures.add;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.TestFigures;
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

    private Figures run(String parts) throws Exception {
        Path out = directory.resolve("microbatch.jsonl");
        MicrobatchBenchmark.run(
                new Options(Plan.USAGE, "--quick", "--parts=" + parts, "--out=" + out, "--plot=" + directory));
        return new Figures(Lines.open(out, true));
    }

    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void latenciesAreMeasuredAndDrawn() throws Exception {
        Figures figures = run("rates,changes");

        assertThat(figures.median(Plan.RATES, "1000/s", "adaptive", RatesPart.P99))
                .isPositive();
        assertThat(figures.median(Plan.RATES, RatesPart.MOST, "1 ms", RatesPart.MOST))
                .isPositive();
        assertThat(figures.modes(Plan.CHANGES, ChangesPart.CELL)).containsExactly("adaptive");
        assertThat(directory.resolve("microbatch.png")).isNotEmptyFile();
        assertThat(directory.resolve("microbatch.svg")).content().endsWith("</svg>\n");
        assertThat(directory.resolve("microbatch-changes.png")).isNotEmptyFile();
    }

    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void intakeIsMeasuredInOneWorkerAndOverTheRing() throws Exception {
        Figures figures = run("intake");

        assertThat(figures.median(Plan.INTAKE, "one worker", "singly", IntakePart.RECORDS))
                .isPositive();
        assertThat(figures.median(Plan.INTAKE, "ring", "blocks of 100 records", IntakePart.RECORDS))
                .isPositive();
    }

    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void severalReceiversTakeRecordsIn() throws Exception {
        Figures figures = run("receivers");

        for (String form : List.of("singly", "blocks of 100 records")) {
            assertThat(figures.median(Plan.RECEIVERS, "2 receivers of 20 B", form, IntakePart.RECORDS))
                    .isPositive();
        }
    }

    @Test
    void theAdaptiveWaitIsComparedWithTheBestFixedOne() throws Exception {
        Figures figures = TestFigures.in(directory);
        add(figures, Plan.RATES, "1000/s", "no batch", RatesPart.P99, 0.2);
        for (String mode : List.of("1 ms", "5 ms", "adaptive")) {
            add(figures, Plan.RATES, "1000/s", mode, RatesPart.CARRIED, 1);
        }
        add(figures, Plan.RATES, "1000/s", "1 ms", RatesPart.P99, 2);
        add(figures, Plan.RATES, "1000/s", "5 ms", RatesPart.P99, 6);
        add(figures, Plan.RATES, "1000/s", "adaptive", RatesPart.P99, 2.4);
        assertThat(Bounds.of(figures, Plan.RATES))
                .extracting(Bar::what, Bar::met)
                .containsExactly(
                        tuple("1000/s: 1 ms carried", true),
                        tuple("1000/s: adaptive carried", true),
                        tuple("1000/s: adaptive p99", false));
    }

    @Test
    void severalReceiversHaveASectionOfTheirOwn() throws Exception {
        Path out = directory.resolve("receivers.jsonl");
        Figures figures = new Figures(Lines.open(out, false));
        add(figures, Plan.RECEIVERS, ReceiversPart.cell(4, 1_000), "blocks of 100 records", "records", 2_500_000);
        Path page = Files.copy(Path.of("..", "docs", "benchmarks-microbatch.md"), directory.resolve("page.md"));

        MicrobatchBenchmark.run(new Options(Plan.USAGE, "--out=" + out, "--docs=" + page, "--table"));

        assertThat(page)
                .content()
                .contains("| records, unit | blocks of 100 records |")
                .contains("| 4 receivers of 1000 B | 2,500,000 |")
                .contains("Not measured yet: `benchmarks/run microbatch --parts=intake`.");
    }

    @Test
    void thePageOfTheDocumentationIsWhatItsLinesMake() throws Exception {
        Path docs = Path.of("..", "docs");
        Path page = Files.copy(docs.resolve("benchmarks-microbatch.md"), directory.resolve("page.md"));

        MicrobatchBenchmark.run(new Options(
                Plan.USAGE, "--out=" + docs.resolve("plots/microbatch.jsonl"), "--docs=" + page, "--table"));

        assertThat(page).hasSameTextualContentAs(docs.resolve("benchmarks-microbatch.md"));
    }
}

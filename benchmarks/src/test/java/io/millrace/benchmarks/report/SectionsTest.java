// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sections have the figures of lines, and no others. */
class SectionsTest {

    private static final String NAME = "a section";

    @TempDir
    private Path directory;

    private Path page;
    private Figures figures;

    @BeforeEach
    void makePage() throws IOException {
        page = Files.writeString(
                directory.resolve("page.md"),
                "# Page\n\n| typed | 0.42 |\n\n" + Page.begin(NAME) + "\n| old | 0.43 |\n" + Page.end(NAME) + "\n");
        figures = TestFigures.in(directory);
    }

    private static List<Bar> bars(Figures figures) {
        Bars bars = new Bars();
        bars.atMost("64 B: p50 of a", figures.median("part", "64 B", "a", "p50"), 1.5, "us");
        return bars.all();
    }

    private void write() throws IOException {
        List<CrossTable> tables = List.of(CrossTable.of("part", "p50", "p99"));
        TableSection section = new TableSection(NAME, "What is shown.", "benchmarks/run x", tables, SectionsTest::bars);
        new Sections(List.of(section), figures.lines()).write(List.of(page));
    }

    private void add(String cell, String mode, double p50, double p99) throws IOException {
        figures.add("part", cell, mode, new Measured().add("p50", "us", p50).add("p99", "us", p99));
    }

    @Test
    void aSectionHasTheMediansOfTheTurnsAndTheBars() throws IOException {
        figures.under(5, 10);
        add("64 B", "a", 1, 2);
        add("64 B", "a", 3, 9);
        add("64 B", "b", 4.25, Double.NaN);
        add("1 KB", "b", 12.5, 1_250);
        figures.add("part", "2 KB", "c", new Measured().add("p99", "us", 77));

        write();

        assertThat(page)
                .content()
                .contains("What is shown.\n\n")
                .contains(", 2 turns, warm-up 5 s, recorded 10 s.\n")
                .contains("| what | ours | bar | verdict |\n|---|---|---|---|\n")
                .contains("| 64 B: p50 of a | 2.00 us | ≤ 1.50 us | **missed** |")
                .contains("| p50, us / p99, us | a | b |\n|---|---|---|\n")
                .contains("| 64 B | 2.00 / 5.50 | 4.25 / – |\n| 1 KB |  | 12.5 / 1,250 |\n")
                .contains("| typed | 0.42 |")
                .doesNotContain("old", "2 KB", "--quick");
    }

    @Test
    void theQuickFormIsSaid() throws IOException {
        figures.under(Lines.QUICK, true);
        add("64 B", "a", 1, 2);

        write();

        assertThat(page).content().contains("Measured with `--quick`");
    }

    @Test
    void whatWasNotMeasuredIsSaid() throws IOException {
        figures.add("other", "64 B", "a", new Measured().add("p50", "us", 1));

        write();

        assertThat(page)
                .content()
                .contains("What is shown.\n\nNot measured yet: `benchmarks/run x`.\n\n" + Page.end(NAME))
                .doesNotContain("| old");
    }

    @Test
    void aNumberThatNoLineHasIsRefused() throws IOException {
        add("64 B", "a", 1, 2);
        Section derived = new SectionOfText("| 64 B | 1.00 | 2.00 | 0.50 |\n");

        assertThatThrownBy(() -> new Sections(List.of(derived), figures.lines()).write(List.of(page)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(NAME + ": no line has 0.50 of its tables");
        assertThat(page).content().contains("| old | 0.43 |");
    }

    @Test
    void theNumberOfAUnitIsKnown() throws IOException {
        figures.add("part", "64 B", "a", new Measured().add("p50", "1/s", 2));

        write();

        assertThat(page).content().contains("| p50, 1/s");
    }

    @Test
    void aNumberThatIsPointedAtIsKnown() throws IOException {
        Measured measured = new Measured().add("MB/s", "MB/s", 7.25).with("model", Map.of("p50", 0.5));
        figures.add("part", "64 B", "a", measured);
        Section pointing = new SectionOfText("| 64 B | 7.25 | 0.50 |\n") {
            @Override
            public List<String> pointers(JsonNode line) {
                List<String> pointers = new ArrayList<>(super.pointers(line));
                pointers.add("/model/p50");
                return pointers;
            }
        };

        new Sections(List.of(pointing), figures.lines()).write(List.of(page));

        assertThat(page).content().contains("| 64 B | 7.25 | 0.50 |");
    }

    @Test
    void aNumberOfAnotherSectionsLinesIsRefused() throws IOException {
        add("64 B", "a", 1, 2);
        Lines others = Lines.open(directory.resolve("others.jsonl"), false);
        new Figures(others).add("part", "64 B", "a", new Measured().add("p50", "us", 0.5));
        Sections sections = new Sections();
        sections.add(new SectionOfText("| 64 B | 0.50 |\n"), figures.lines());
        sections.add(new SectionOfText("| 64 B | 0.50 |\n"), others);

        assertThatThrownBy(() -> sections.write(List.of(page)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no line has 0.50 of its tables");
    }

    @Test
    void aTypedNumberMayBeThatOfAnySectionOfItsPage() throws IOException {
        add("64 B", "a", 0.42, 2);
        Sections sections = new Sections(List.of(new SectionOfText("| 64 B | 2.00 |\n")), figures.lines());
        sections.write(List.of(page));
        Path other = Files.writeString(directory.resolve("other.md"), "| typed | 0.42 |\n");

        sections.requireKnown(List.of(page));

        assertThatThrownBy(() -> sections.requireKnown(List.of(page, other)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other.md: no line has 0.42");
    }

    /** A section of the lines of one part. */
    private static class SectionOfText implements Section {

        private final String tables;

        private SectionOfText(String tables) {
            this.tables = tables;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String text() {
            return "Text with 7.";
        }

        @Override
        public String command() {
            return "";
        }

        @Override
        public List<JsonNode> own(Lines lines) {
            return lines.of("part");
        }

        @Override
        public List<Bar> bars(Lines lines) {
            return List.of();
        }

        @Override
        public String tables(Lines lines) {
            return tables;
        }
    }
}

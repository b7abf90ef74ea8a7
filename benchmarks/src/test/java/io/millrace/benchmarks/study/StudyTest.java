// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.Page;
import io.millrace.benchmarks.report.Repeated;
import io.millrace.benchmarks.report.TestFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyTest {

    private static final String ALL =
            "[--quick] [--seconds=n] [--warm-up=seconds] [--repetitions=n] [--cells=part of a name] [--out=file]"
                    + " [--continue] [--plot=directory] [--docs=page.md [--table]]";

    @TempDir
    private Path directory;

    private Study study(String usage, String... arguments) {
        return new Study(new Options(usage, arguments), directory.resolve("out").toString());
    }

    @Test
    void quickFormHasItsOwnNumbersUnlessTheyAreSaid() {
        Study full = study(ALL);
        Study quick = study(ALL, "--quick", "--seconds=9");

        assertThat(full.take("seconds", 3, 30, 1)).isEqualTo(30);
        assertThat(full.repetitions(5)).isEqualTo(5);
        assertThat(quick.take("warm-up", 3, 30, 1)).isEqualTo(3);
        assertThat(quick.take("seconds", 3, 30, 1)).isEqualTo(9);
        assertThat(quick.repetitions(5)).isEqualTo(1);
    }

    @Test
    void anOptionThatTheUsageDoesNotNameIsAMistake() {
        assertThatCode(() -> study(ALL, "--quick", "--continue")).doesNotThrowAnyException();
        for (String option : List.of("--quick", "--continue", "--table", "--docs=page.md")) {
            assertThatThrownBy(() -> study("[--out=file]", option))
                    .isInstanceOf(Options.Mistake.class)
                    .hasMessageContaining(option.split("=")[0])
                    .hasMessageContaining("use [--out=file]");
        }
    }

    @Test
    void aTableWithoutAPageIsAMistakeAndOneWithItKeepsTheResults() {
        assertThatThrownBy(() -> study(ALL, "--table"))
                .isInstanceOf(Options.Mistake.class)
                .hasMessage("--table needs the page: give --docs=page.md");
        Study table = study(ALL, "--table", "--docs=page.md");
        assertThat(table.tableOnly()).isTrue();
        assertThat(table.continued()).isTrue();
    }

    @Test
    void cellsAreChosenByAPartOfTheirNames() {
        List<String> names = List.of("64 B", "1 KB", "64 KB");

        assertThat(study(ALL).cells(names, Function.identity())).isEqualTo(names);
        assertThat(study(ALL, "--cells=64").cells(names, Function.identity())).containsExactly("64 B", "64 KB");
        assertThatThrownBy(() -> study(ALL, "--cells=3 MB").cells(names, Function.identity()))
                .isInstanceOf(Options.Mistake.class)
                .hasMessageContaining("3 MB");
    }

    @Test
    void subjectsTakeTurnsAndBeginAlternately() throws Exception {
        List<String> order = new ArrayList<>();

        Map<String, List<Integer>> runs = study(ALL).turns("cell", 3, List.of("a", "b"), subject -> {
            order.add(subject);
            return order.size();
        });

        assertThat(order).containsExactly("a", "b", "b", "a", "a", "b");
        assertThat(runs).containsExactly(Map.entry("a", List.of(1, 4, 5)), Map.entry("b", List.of(2, 3, 6)));
    }

    @Test
    void whoIsRefusedIsAskedOnceAndIsNoFailure() throws Exception {
        List<String> order = new ArrayList<>();
        Study study = study(ALL);

        Map<String, List<String>> runs = study.turns("cell", 3, List.of("a", "b"), subject -> {
            order.add(subject);
            if (subject.equals("a")) {
                throw new Refused("it cannot");
            }
            return subject;
        });

        assertThat(order).containsExactly("a", "b", "b", "b");
        assertThat(runs).containsOnlyKeys("b");
        study.end("");
    }

    @Test
    void aFailureIsCountedAndTheOthersAreMeasured() throws Exception {
        Study study = study(ALL);
        List<Integer> tries = new ArrayList<>();

        Map<String, List<Integer>> runs = study.turns("cell", 2, List.of("a", "b"), subject -> {
            tries.add(1);
            if (tries.size() == 2) {
                throw new IOException("a process has ended");
            }
            return tries.size();
        });

        assertThat(runs).containsExactly(Map.entry("a", List.of(1, 4)), Map.entry("b", List.of(3)));
        assertThatThrownBy(() -> study.end(""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1 measurement has failed");
    }

    @Test
    void resultsStayOnlyIfTheStudyIsContinued() throws Exception {
        TestFigures.add(study(ALL).figures(), "part", "cell", "mode", "p99", 1, 3);

        assertThatThrownBy(() -> study(ALL).figures())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has measurements: give --continue");
        Figures figures = study(ALL, "--continue").figures();
        assertThat(figures.median("part", "cell", "mode", "p99")).isEqualTo(2);
        assertThat(figures.median("part", "cell", "mode", "p50")).isNaN();
    }

    @Test
    void eachPartIsWrittenIntoThePageThatHasAPlaceForIt() throws Exception {
        Path first = Files.writeString(directory.resolve("a.md"), place("one"));
        Path second = Files.writeString(directory.resolve("b.md"), "# B\n" + place("two"));
        Study study = study(ALL, "--docs=" + first + "," + second);

        study.writePages(Map.of("one", "1\n", "two", "2"));

        assertThat(first).hasContent(Page.begin("one") + "\n\n1\n\n" + Page.end("one") + "\n");
        assertThat(second).content().startsWith("# B\n").contains("\n\n2\n\n").doesNotContain("old");
        assertThatThrownBy(() -> study.writePages(Map.of("three", "3")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Page.begin("three"));
    }

    private static String place(String part) {
        return Page.begin(part) + "\nold\n" + Page.end(part) + "\n";
    }

    @Test
    void onlyTheTurnsThatTheResultsLackAreMeasured() throws Exception {
        Study study = study(ALL);
        Figures figures = study.figures();
        TestFigures.add(figures, "part", "cell", "b", "p50", 9);
        List<String> order = new ArrayList<>();

        Map<String, Repeated> all = study.measure(figures, "part", "cell", 2, List.of("a", "b", "c"), subject -> {
            order.add(subject);
            if (subject.equals("c")) {
                throw new Refused("it cannot");
            }
            return new Measured().add("p50", "ms", order.size());
        });

        assertThat(order).containsExactly("a", "b", "c", "a");
        assertThat(all).containsOnlyKeys("a", "b");
        assertThat(all.get("a").median("p50")).isEqualTo(2.5);
        assertThat(all.get("b").median("p50")).isEqualTo(5.5);
        assertThat(study(ALL, "--continue").figures().turns("part", "cell", "b"))
                .isEqualTo(2);
    }

    @Test
    void turnsOfTheQuickFormAreNotMixedWithOthers() throws Exception {
        Study quick = study(ALL, "--quick");
        quick.measure(quick.figures(), "part", "cell", 1, List.of("a"), subject -> new Measured());
        Study full = study(ALL, "--continue");

        assertThatThrownBy(
                        () -> full.measure(full.figures(), "part", "cell", 1, List.of("a"), subject -> new Measured()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has part with --quick: name another file with --out");
    }

    @Test
    void turnsHaveAMedianAndASpread() throws Exception {
        Figures figures = study(ALL).figures();
        TestFigures.add(figures, "part", "cell", "mode", "p50", 3, 1, 2);
        Repeated values = figures.repeated("part", "cell", "mode");

        assertThat(values.median("p50")).isEqualTo(2);
        assertThat(values.text("p50", "%.1f")).isEqualTo("2.0");
        assertThat(values.spread("p50", "%.0f")).isEqualTo("1-3");
        assertThat(values.median("p99")).isNaN();
        assertThat(values.text("p99", "%.1f") + values.spread("p99", "%.1f")).isEmpty();
    }
}

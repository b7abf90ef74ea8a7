// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutcomeTest {
    private static Outcome even(long traffic) {
        Draft draft = new Draft("pair", "test", 1, "").nodes(2, 1).topology("t", 2);
        draft.edge(draft.task("t", "a", 10), draft.task("t", "b", 10), traffic);
        Problem problem = draft.build();
        return Outcome.measure(problem, Algorithms.byName("even"), SchedulingOptions.DEFAULTS, 1);
    }

    @Test
    void costIsRelativeToTheBest() {
        assertThat(even(300).relativeTo(200)).isEqualTo(1.5);
        assertThat(even(300).relativeTo(300)).isEqualTo(1);
    }

    @Test
    void anAnswerThatIsCheaperBecauseItIsNotSoundGainsNothing() {
        assertThat(even(300).relativeTo(400)).isEqualTo(1);
    }

    @Test
    void aBestCostOfZeroIsComparedByShareOfTheTraffic() {
        // All of the traffic is 100 times 1 % of it.
        assertThat(even(300).relativeTo(0)).isCloseTo(101, within(1e-9));
        assertThat(even(0).relativeTo(0)).isEqualTo(1);
    }

    @Test
    void theBestIsTheLowestOfFileAndRunForThisSeed(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("best.txt");
        BestKnown first = new BestKnown(1);
        assertThat(first.offer("a", 10)).isTrue();
        assertThat(first.offer("a", 12)).isFalse();
        first.write(file);
        BestKnown other = BestKnown.read(file, 2);
        assertThat(other.of("a")).isEqualTo(Double.POSITIVE_INFINITY);
        other.offer("a", 5);
        other.write(file);
        assertThat(BestKnown.read(file, 1).of("a")).isEqualTo(10);
        assertThat(BestKnown.read(file, 2).of("a")).isEqualTo(5);
        assertThat(Files.readAllLines(file)).hasSize(3);
    }

    @Test
    void theTablesAndLinesHaveEveryAlgorithm(@TempDir Path directory) throws IOException {
        Outcome outcome = even(300);
        BestKnown best = new BestKnown(1);
        best.offer("pair", 200);
        Comparison comparison = new Comparison(List.of(outcome), best);
        assertThat(comparison.algorithms()).contains("even").contains("1.500").contains("pair");
        assertThat(comparison.families()).contains("test").contains("1.500");
        assertThat(comparison.problems()).contains("pair").contains("1.500");
        Figures figures = new Figures(Lines.open(directory.resolve("scheduler.jsonl"), false));
        comparison.addTo(figures);
        assertThat(figures.median(Comparison.PROBLEMS, "pair", "even", "cost")).isEqualTo(300);
        assertThat(figures.median(Comparison.FAMILIES, "test", "even", Comparison.MEAN))
                .isCloseTo(50, within(1e-9));
        assertThat(figures.median(Comparison.FAMILIES, Comparison.ALL, "even", Comparison.WORST))
                .isCloseTo(1.5, within(1e-9));
        assertThat(figures.turns(Comparison.ALGORITHMS, Comparison.ALL, "even")).isEqualTo(1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.scheduler.json.ProblemJson;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.plan.Feasibility;
import java.util.List;
import org.junit.jupiter.api.Test;

class FamiliesTest {
    private static final int FEWEST = 55;

    private static final List<Problem> PROBLEMS = Families.all(Families.DEFAULT_SEED);

    @Test
    void thereAreManyProblemsAndEachHasANameOfItsOwn() {
        assertThat(PROBLEMS).hasSizeGreaterThanOrEqualTo(FEWEST);
        assertThat(PROBLEMS).extracting(Problem::name).doesNotHaveDuplicates();
    }

    @Test
    void everyProblemHasABalancedAnswer() {
        for (Problem problem : PROBLEMS) {
            Feasibility.check(problem);
            assertThat(Packing.keepsLimits(problem)).as(problem.name()).isTrue();
        }
    }

    @Test
    void theSameSeedMakesTheSameProblemsAndAnotherSeedOthers() {
        assertThat(Families.all(Families.DEFAULT_SEED)).isEqualTo(PROBLEMS);
        List<Problem> others = Families.all(Families.DEFAULT_SEED + 1);
        assertThat(others)
                .extracting(Problem::name)
                .isEqualTo(PROBLEMS.stream().map(Problem::name).toList());
        for (int i = 0; i < PROBLEMS.size(); i++) {
            boolean isDrawn = PROBLEMS.get(i).edges().stream().distinct().count() > 1
                    && !PROBLEMS.get(i).label().note().contains("without traffic")
                    && !PROBLEMS.get(i).label().note().contains("alike");
            if (isDrawn) {
                assertThat(others.get(i).edges())
                        .as(PROBLEMS.get(i).name())
                        .isNotEqualTo(PROBLEMS.get(i).edges());
            }
        }
    }

    @Test
    void theLargestProblemHasTenThousandTasksOnSixtyFourNodes() {
        Problem largest = PROBLEMS.stream()
                .filter(problem -> problem.nodes().size() == 64)
                .findFirst()
                .orElseThrow();
        assertThat(largest.tasks()).hasSize(10_000);
        assertThat(largest.edges().size()).isBetween(129_000, 131_000);
    }

    @Test
    void problemsSurviveTheirFile() {
        Problem problem = Families.of(List.of(GeoClusters.FAMILY), 7).get(2);
        assertThat(ProblemJson.read(ProblemJson.write(problem))).isEqualTo(problem);
    }

    @Test
    void anUnknownFamilyIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Families.of(List.of("papers"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown family \"papers\": known are " + String.join(", ", Families.names()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.scheduler.evaluate.Validator;
import io.millrace.scheduler.json.ProblemJson;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm promises, on random problems. */
class AlgorithmContractTest {
    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final int PROBLEMS = LONG ? 300 : 12;
    private static final int TINY_PROBLEMS = 300;
    private static final double SLACK = 1.25;

    static Stream<SchedulingAlgorithm> algorithms() {
        return Algorithms.names().stream().map(Algorithms::byName);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void everyTaskIsPlacedAndNoHardRuleIsBroken(SchedulingAlgorithm algorithm) {
        for (long seed = 0; seed < PROBLEMS; seed++) {
            Planted planted = Planted.problem(seed, SLACK);
            assertThat(Validator.violations(planted.problem(), planted.hidden()))
                    .isEmpty();
            Assignment answer = algorithm.schedule(planted.problem(), seed);
            assertThat(answer.instance()).isEqualTo(planted.problem().name());
            assertThat(Validator.violations(planted.problem(), answer))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void theSameProblemAndSeedGiveTheSameAnswer(SchedulingAlgorithm algorithm) {
        for (long seed = 0; seed < PROBLEMS; seed++) {
            Problem problem = Planted.problem(seed, SLACK).problem();
            Problem copy = ProblemJson.read(ProblemJson.write(problem));
            assertThat(copy).isEqualTo(problem);
            assertThat(algorithm.schedule(copy, seed)).isEqualTo(algorithm.schedule(problem, seed));
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void scalingWeightsOrTrafficChangesNothing(SchedulingAlgorithm algorithm) {
        for (long seed = 0; seed < PROBLEMS; seed++) {
            Problem problem = Planted.problem(seed, SLACK).problem();
            assertThat(algorithm.schedule(SmallClusters.scaled(problem, 1000, 7), seed))
                    .as("seed %d", seed)
                    .isEqualTo(algorithm.schedule(problem, seed));
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aWarmStartWithNothingChangedMovesNothing(SchedulingAlgorithm algorithm) {
        for (long seed = 0; seed < PROBLEMS; seed++) {
            Planted planted = Planted.problem(seed, SLACK);
            Assignment own = algorithm.schedule(planted.problem(), seed);
            assertThat(algorithm.schedule(planted.problem().withPrevious(own), seed))
                    .isEqualTo(own);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whateverRanBeforeTheAnswerIsValid(SchedulingAlgorithm algorithm) {
        for (long seed = 0; seed < PROBLEMS; seed++) {
            Problem problem = Planted.problem(seed, SLACK).problem();
            Problem running = problem.withPrevious(nonsense(problem, new Random(seed)));
            assertThat(Validator.violations(running, algorithm.schedule(running, seed)))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aRandomProblemIsAnsweredExactlyIfAnAnswerExists(SchedulingAlgorithm algorithm) {
        int feasible = 0;
        for (long seed = 0; seed < TINY_PROBLEMS; seed++) {
            Problem problem = TinyProblems.random(seed);
            if (TinyProblems.hasAnswer(problem)) {
                feasible++;
                assertThat(Validator.violations(problem, algorithm.schedule(problem, seed)))
                        .as("seed %d", seed)
                        .isEmpty();
            } else {
                assertThatThrownBy(() -> algorithm.schedule(problem, 0))
                        .as("seed %d", seed)
                        .isInstanceOf(InfeasibleProblemException.class)
                        .message()
                        .doesNotContain("\n");
            }
        }
        assertThat(feasible).isBetween(TINY_PROBLEMS / 5, TINY_PROBLEMS * 4 / 5);
    }

    /** Any node of the problem or one that is gone, any slot, or nothing. */
    private static List<Placement> nonsense(Problem problem, Random random) {
        List<Placement> placements = new ArrayList<>();
        for (Task task : problem.tasks()) {
            int node = random.nextInt(problem.nodes().size() + 1);
            placements.add(random.nextInt(5) == 0 ? null : new Placement("n" + node, random.nextInt(5)));
        }
        return placements;
    }
}

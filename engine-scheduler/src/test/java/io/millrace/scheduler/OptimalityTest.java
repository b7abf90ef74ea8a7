// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the default algorithm promises for up to 20 tasks, on problems of every kind; the first is that it finds the
 * optimum.
 */
class OptimalityTest {
    private static final int PROBLEMS = Boolean.getBoolean("millrace.long") ? 60 : 14;
    private static final int LEAST_PROVEN = PROBLEMS / 2;
    private static final long MOST_STEPS = 3_000_000;

    private final SchedulingAlgorithm multilevel = Algorithms.byName("multilevel");

    @ParameterizedTest
    @EnumSource(value = SmallClusters.Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "ONE_WAY")
    void anExhaustiveSearchFindsNothingCheaper(SmallClusters.Kind kind) {
        int proven = 0;
        for (long seed = 0; seed < PROBLEMS; seed++) {
            Problem problem = SmallClusters.random(seed, kind);
            double cost = answer("multilevel", problem)
                    .filter(Evaluation::isBalanced)
                    .map(Evaluation::cost)
                    .orElse(Double.POSITIVE_INFINITY);
            Optional<Boolean> isBeaten = ExhaustiveSearch.finds(cost, problem, MOST_STEPS);
            assertThat(isBeaten).as("%s costs %s", problem.name(), cost).isNotEqualTo(Optional.of(true));
            proven += isBeaten.isPresent() && cost < Double.POSITIVE_INFINITY ? 1 : 0;
        }
        assertThat(proven).isGreaterThan(LEAST_PROVEN);
    }

    @Test
    void theExhaustiveSearchFindsWhatAnAlgorithmMisses() {
        long beaten = Stream.iterate(0L, seed -> seed + 1)
                .limit(PROBLEMS)
                .map(seed -> SmallClusters.random(seed, SmallClusters.Kind.GEO))
                .filter(problem -> answer("even", problem)
                        .filter(even -> ExhaustiveSearch.finds(even.cost(), problem, MOST_STEPS)
                                .equals(Optional.of(true)))
                        .isPresent())
                .count();
        assertThat(beaten).isGreaterThan(PROBLEMS / 3);
    }

    @ParameterizedTest
    @EnumSource(SmallClusters.Kind.class)
    void noBaselineIsBetter(SmallClusters.Kind kind) {
        for (Problem problem : solvable(kind)) {
            Evaluation own = answer("multilevel", problem).orElseThrow();
            for (String baseline : List.of("even", "turbostream")) {
                Evaluation other = answer(baseline, problem).orElseThrow();
                assertThat(own.isBalanced() || !other.isBalanced()).isTrue();
                if (own.isBalanced() == other.isBalanced() && own.isBalanced()) {
                    assertThat(own.cost()).as(problem.name()).isLessThanOrEqualTo(other.cost() * (1 + 1e-9));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SmallClusters.Kind.class)
    void otherUnitsChangeNothing(SmallClusters.Kind kind) {
        for (Problem problem : solvable(kind)) {
            assertThat(multilevel.schedule(SmallClusters.scaled(problem, 37, 1_000), 5))
                    .as(problem.name())
                    .isEqualTo(multilevel.schedule(problem, 5));
        }
    }

    @ParameterizedTest
    @EnumSource(value = SmallClusters.Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "ONE_WAY")
    void whatRunsAndIsUnchangedStays(SmallClusters.Kind kind) {
        for (Problem problem : solvable(kind)) {
            Assignment running = multilevel.schedule(problem, 5);
            assertThat(multilevel.schedule(problem.withPrevious(running), 6))
                    .as(problem.name())
                    .isEqualTo(running);
        }
    }

    private List<Problem> solvable(SmallClusters.Kind kind) {
        List<Problem> problems = new ArrayList<>();
        for (long seed = 0; seed < PROBLEMS; seed++) {
            Problem problem = SmallClusters.random(seed, kind);
            if (answer("even", problem).isPresent()) {
                problems.add(problem);
            }
        }
        assertThat(problems).hasSizeGreaterThan(LEAST_PROVEN);
        return problems;
    }

    /** Empty if it finds none. */
    private static Optional<Evaluation> answer(String algorithm, Problem problem) {
        try {
            Evaluation answer =
                    Evaluator.evaluate(problem, Algorithms.byName(algorithm).schedule(problem, 0));
            assertThat(answer.violations()).isEmpty();
            return Optional.of(answer);
        } catch (InfeasibleProblemException e) {
            return Optional.empty();
        }
    }
}

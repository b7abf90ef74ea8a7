// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.reschedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.Pipelines;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoveLimitTest {

    private final SchedulingAlgorithm multilevel = Algorithms.byName("multilevel");

    /**
     * Pairs (0, 1), (2, 3), ... of which the first talks least; each first task runs on n0 and each second one on n1.
     */
    private static Problem pairs(int pairs) {
        ProblemBuilder builder =
                Problem.builder("pairs").topology("p", 2).node("n0", 1).node("n1", 1);
        builder.tasks("p", "c", 2 * pairs);
        for (int pair = 0; pair < pairs; pair++) {
            builder.edge(2 * pair, 2 * pair + 1, 100L * (pair + 1));
            builder.running(2 * pair, new Placement("n0", 0));
            builder.running(2 * pair + 1, new Placement("n1", 0));
        }
        return builder.build();
    }

    private static int moved(Problem problem, Assignment answer) {
        return Evaluator.evaluate(problem, answer).movedTasks();
    }

    @Test
    void whatFitsIsTheAnswer() {
        Problem problem = pairs(4);
        Assignment answer = multilevel.schedule(problem, 1);

        assertThat(moved(problem, answer)).isEqualTo(4);
        assertThat(MoveLimit.atMost(problem, answer, 4)).isSameAs(answer);
    }

    @Test
    void thePairsThatTalkMostComeTogetherAndLoadsStayWithinTheirLimits() {
        Problem problem = pairs(4);
        List<Placement> places = new ArrayList<>(problem.previous());
        // Both of pairs 0 and 3 on n0, both of pairs 1 and 2 on n1
        for (int task : new int[] {1, 7}) {
            places.set(task, new Placement("n0", 0));
        }
        for (int task : new int[] {2, 4}) {
            places.set(task, new Placement("n1", 0));
        }
        Assignment part = MoveLimit.atMost(problem, new Assignment("pairs", places), 2);

        assertThat(moved(problem, part)).isEqualTo(2);
        assertThat(part.of(7)).isEqualTo(new Placement("n0", 0));
        assertThat(part.of(4)).isEqualTo(new Placement("n1", 0));
        assertThat(Evaluator.evaluate(problem, part).isBalanced()).isTrue();
    }

    @Test
    void nothingMovesWhereNoPartPays() {
        Problem problem = pairs(4);
        Assignment answer = multilevel.schedule(problem, 1);

        Assignment one = MoveLimit.atMost(problem, answer, 1);

        // A node of four tasks may have no fifth
        assertThat(one.placements()).isEqualTo(problem.previous());
        assertThat(MoveLimit.atMost(problem, answer, 0).placements()).isEqualTo(problem.previous());
    }

    @Test
    void tasksThatPayOnlyTogetherMoveTogether() {
        ProblemBuilder builder = Problem.builder("chain")
                .balanceEps(1)
                .topology("p", 2)
                .node("n0", 1)
                .node("n1", 1);
        builder.tasks("p", "c", 6);
        // 0 to 2 talk most among each other, and much with 3 on the other node; 4 and 5 hold 3 there, idle
        builder.edge(0, 1, 1_000).edge(1, 2, 1_000).edge(2, 3, 300);
        for (int task = 0; task < 6; task++) {
            builder.running(task, new Placement(task < 3 ? "n0" : "n1", 0));
        }
        Problem problem = builder.build();
        List<Placement> places = new ArrayList<>(problem.previous());
        for (int task = 0; task < 3; task++) {
            places.set(task, new Placement("n1", 0));
        }
        places.set(4, new Placement("n0", 0));
        places.set(5, new Placement("n0", 0));

        Assignment part = MoveLimit.atMost(problem, new Assignment("chain", places), 3);

        assertThat(part.placements().subList(0, 4)).containsOnly(new Placement("n1", 0));
        assertThat(part.placements().subList(4, 6)).containsOnly(new Placement("n1", 0));
        assertThat(moved(problem, MoveLimit.atMost(problem, new Assignment("chain", places), 2)))
                .isZero();
    }

    @Test
    void whoHasNoPlaceGoesWhereTheAnswerSaysAndDoesNotCount() {
        Problem problem = pairs(2);
        List<Placement> running = new ArrayList<>(problem.previous());
        running.set(0, null);
        running.set(1, new Placement("gone", 0));
        Problem unplaced = problem.withPrevious(running);
        List<Placement> places =
                List.of(new Placement("n0", 0), new Placement("n0", 0), new Placement("n1", 0), new Placement("n1", 0));

        Assignment part = MoveLimit.atMost(unplaced, new Assignment("pairs", places), 0);

        assertThat(part.placements().subList(0, 2)).isEqualTo(places.subList(0, 2));
        assertThat(part.placements().subList(2, 4)).isEqualTo(running.subList(2, 4));
    }

    /** After all traffic has changed, steps with few moves each arrive where one with all of them would. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyPartIsValidAndCheaperUntilNothingIsLeft(long seed) {
        Problem before = Pipelines.problem(4, 3, 0, seed);
        Assignment running = multilevel.schedule(before, seed);
        List<Integer> shuffled = new ArrayList<>();
        before.tasks().forEach(task -> shuffled.add(task.id()));
        Collections.shuffle(shuffled, new Random(seed));
        Problem problem = before.withEdges(before.edges().stream()
                        .map(edge -> new Edge(shuffled.get(edge.from()), shuffled.get(edge.to()), edge.traffic()))
                        .toList())
                .withPrevious(running);
        double first = Evaluator.evaluateRunning(problem).orElseThrow().hopCost();
        double cost = first;
        for (int step = 0; step < 100; step++) {
            Assignment part = MoveLimit.atMost(problem, multilevel.schedule(problem, seed), 8);
            Evaluation evaluation = Evaluator.evaluate(problem, part);
            if (evaluation.movedTasks() == 0) {
                break;
            }
            assertThat(evaluation.violations()).isEmpty();
            assertThat(evaluation.isBalanced()).isTrue();
            assertThat(evaluation.movedTasks()).isLessThanOrEqualTo(8);
            assertThat(evaluation.hopCost()).isLessThan(cost);
            cost = evaluation.hopCost();
            problem = problem.withPrevious(part);
        }
        assertThat(cost).isLessThan(0.2 * first);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.scheduler.evaluate.Violation.Rule;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.InvalidProblemException;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.RegionRtt;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures of a problem small enough to compute by hand. */
class EvaluatorTest {
    private final Problem problem = Problem.builder("p")
            .objective(Objective.LATENCY)
            .topology("t", 3)
            .topology("u", 1)
            .rtt(new RegionRtt(List.of("eu", "us"), List.of(List.of(0.0, 80.0), List.of(90.0, 0.0))))
            .node("a", 2, 100, "eu")
            .node("b", 2, 100, "eu")
            .node("c", 1, 100, "us")
            .task("t", "x", 10, Constraints.pinnedTo("a"))
            .task("t", "x", 20, Constraints.inRegions("eu"))
            .task("t", "x", 30, Constraints.NONE.withSpread("g"))
            .task("u", "y", 40, Constraints.NONE.withSpread("g").withForbidden(List.of("a")))
            .edge(0, 1, 5)
            .edge(1, 2, 7)
            .edge(2, 3, 11)
            .edge(3, 0, 13)
            .build();

    private static Assignment at(String... places) {
        return new Assignment(
                "p", Arrays.stream(places).map(EvaluatorTest::place).toList());
    }

    private static Placement place(String place) {
        String[] parts = place.split("/");
        return new Placement(parts[0], Integer.parseInt(parts[1]));
    }

    @Test
    void trafficAndHopsAreWeighedByDistance() {
        Evaluation figures = Evaluator.evaluate(problem, at("a/0", "a/0", "a/1", "c/0"));
        assertThat(figures.violations()).isEmpty();
        assertThat(figures.traffic().total()).isEqualTo(36);
        assertThat(figures.traffic().cut()).isEqualTo(24);
        assertThat(figures.cutShare()).isEqualTo(24 / 36.0);
        assertThat(figures.workerShare()).isEqualTo(5 / 12.0);
        double hops = 5 * 1 + 7 * 10 + 11 * 40_000 + 13 * 45_000;
        assertThat(figures.hopCost()).isEqualTo(hops);
        assertThat(figures.cost()).isEqualTo(hops);
        assertThat(figures.meanHopMicros()).isEqualTo(hops / 36);
    }

    @Test
    void nodesOfOneRegionAreFiveHundredMicrosecondsApart() {
        Evaluation figures = Evaluator.evaluate(problem, at("a/0", "b/0", "b/1", "c/0"));
        assertThat(figures.hopCost()).isEqualTo(5 * 500 + 7 * 10 + 11 * 40_000 + 13 * 45_000);
    }

    @Test
    void balanceIsPerResource() {
        Evaluation figures = Evaluator.evaluate(problem, at("a/0", "a/0", "a/1", "c/0"));
        double target = 100 / 3.0;
        assertThat(figures.nodes()).extracting(NodeLoad::load).containsExactly(60L, 0L, 40L);
        assertThat(figures.nodes()).extracting(NodeLoad::workers).containsExactly(2, 0, 1);
        assertThat(figures.cpuImbalance()).isCloseTo(60 / target, within(1e-9));
        assertThat(figures.slotImbalance()).isCloseTo(1 / (3 / 5.0), within(1e-9));
        assertThat(figures.workerImbalance()).isEqualTo(1);
        assertThat(figures.isBalanced()).isFalse();
        assertThat(figures.workersUsed()).isEqualTo(3);
        assertThat(figures.nodesUsed()).isEqualTo(2);
        assertThat(Evaluator.evaluate(problem, at("a/0", "a/1", "a/1", "c/0")).workerImbalance())
                .isCloseTo(50 / 30.0, within(1e-9));
    }

    @Test
    void movesAreCountedAgainstWhatRuns() {
        Problem running = problem.withPrevious(Arrays.asList(place("a/0"), place("gone/1"), null, place("c/0")));
        Evaluation figures = Evaluator.evaluate(running, at("a/0", "b/0", "b/0", "b/1"));
        assertThat(figures.movedTasks()).isEqualTo(2);
        assertThat(figures.startedTasks()).isEqualTo(1);
        Evaluation before = Evaluator.evaluateRunning(running).orElseThrow();
        assertThat(before.traffic().total()).isEqualTo(18);
        assertThat(before.violations())
                .extracting(Violation::rule)
                .containsExactly(Rule.NODE_EXISTS, Rule.EVERY_TASK_PLACED);
        assertThat(Evaluator.evaluateRunning(problem)).isEmpty();
    }

    @Test
    void everyHardRuleIsChecked() {
        assertThat(rules("a/0", "a/0", "a/1", "b/0")).isEmpty();
        assertThat(rules("a/0")).containsExactly(Rule.EVERY_TASK_PLACED);
        assertThat(rules("a/0", "z/0", "a/1", "b/0")).containsExactly(Rule.NODE_EXISTS);
        assertThat(rules("a/2", "a/0", "a/1", "b/0")).containsExactly(Rule.SLOT_EXISTS);
        assertThat(rules("b/1", "a/0", "a/1", "c/0")).containsExactly(Rule.PIN);
        assertThat(rules("a/0", "c/0", "a/1", "b/0")).containsExactly(Rule.REGION);
        assertThat(rules("a/0", "a/0", "b/0", "a/1")).containsExactly(Rule.FORBIDDEN);
        assertThat(rules("a/0", "a/0", "b/0", "b/0")).containsExactly(Rule.ONE_TOPOLOGY_PER_SLOT, Rule.SPREAD);
        Problem fewer = Problem.builder("p")
                .topology("t", 1)
                .node("n", 2, 10, "r")
                .task("t", "c", 6, Constraints.NONE)
                .task("t", "c", 5, Constraints.NONE)
                .build();
        assertThat(Validator.violations(fewer, at("n/0", "n/1")))
                .containsExactly(
                        new Violation(Rule.WORKERS_LIMIT, "topology \"t\" has 2 workers, the limit is 1"),
                        new Violation(Rule.CAPACITY, "node \"n\" has load 11, its capacity is 10"));
    }

    private List<Rule> rules(String... places) {
        return Validator.violations(problem, at(places)).stream()
                .map(Violation::rule)
                .toList();
    }

    @Test
    void anAssignmentOfAnotherProblemIsRefused() {
        assertThatThrownBy(() -> Evaluator.evaluate(problem, at("a/0")))
                .isInstanceOf(InvalidProblemException.class)
                .hasMessage(
                        "the assignment has 1 entry, problem \"p\" has 4 tasks: evaluate an assignment of this problem");
    }

    @Test
    void nothingAtAllHasFiguresToo() {
        Evaluation figures = Evaluator.evaluate(Problem.builder("p").build(), at());
        assertThat(figures.cutShare()).isZero();
        assertThat(figures.cpuImbalance()).isZero();
        assertThat(figures.isBalanced()).isTrue();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.Pipelines;
import io.millrace.scheduler.Planted;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.RegionRtt;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MultilevelSchedulerTest {
    private final SchedulingAlgorithm multilevel = Algorithms.byName("multilevel");
    private final SchedulingAlgorithm even = Algorithms.byName("even");

    @ParameterizedTest
    @EnumSource(Quality.class)
    void aHiddenBestAnswerIsFound(Quality quality) {
        Problem problem = Pipelines.problem(8, 6, 10, 1);
        Evaluation answer = Evaluator.evaluate(
                problem, multilevel.schedule(problem, SchedulingOptions.DEFAULTS.withQuality(quality)));
        assertThat(answer.isBalanced()).isTrue();
        // Eight nodes in a ring of pipelines: at the least eight links are cut.
        assertThat(answer.traffic().cut()).isEqualTo(8 * 10);
    }

    @Test
    void connectedComponentsThatJustFitArePackedWhole() {
        Problem problem = Pipelines.problem(4, 3, 0, 2);
        List<Node> tight = problem.nodes().stream()
                .map(node -> new Node(
                        node.id(), node.capacity(), node.slots(), node.region(), node.target(), (long) node.target()))
                .toList();
        Evaluation answer =
                Evaluator.evaluate(problem.withNodes(tight), multilevel.schedule(problem.withNodes(tight), 0));
        assertThat(answer.isBalanced()).isTrue();
        assertThat(answer.traffic().cut()).isZero();
    }

    @Test
    void itIsNeverWorseThanEven() {
        for (long seed = 0; seed < 150; seed++) {
            Problem problem = Planted.problem(seed, 1.1).problem();
            Evaluation fair = Evaluator.evaluate(problem, even.schedule(problem, seed));
            Evaluation answer = Evaluator.evaluate(
                    problem,
                    multilevel.schedule(problem, SchedulingOptions.ofSeed(seed).withQuality(Quality.FAST)));
            assertThat(answer.isBalanced()).isTrue();
            assertThat(answer.cost()).isLessThanOrEqualTo(fair.cost());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void tasksThatTalkShareAWorker(int seed) {
        Problem problem = Pipelines.problem(4, 4, 1, seed);
        Evaluation answer = Evaluator.evaluate(problem, multilevel.schedule(problem, seed));
        assertThat(answer.workersUsed()).isEqualTo(8);
        assertThat(answer.workerShare()).isGreaterThan(0.99);
        assertThat(answer.workerImbalance()).isLessThanOrEqualTo(1.45);
    }

    @Test
    void whereAHopBetweenWorkersCostsThereIsOnePerNode() {
        Problem latency =
                Pipelines.builder(4, 4, 1, 1).objective(Objective.LATENCY).build();
        Evaluation answer = Evaluator.evaluate(latency, multilevel.schedule(latency, 1));
        assertThat(answer.workersUsed()).isEqualTo(4);
        assertThat(answer.workerShare()).isEqualTo(1);
    }

    @Test
    void tasksGoNearTheRegionTheyTalkWith() {
        ProblemBuilder builder = Problem.builder("geo")
                .objective(Objective.LATENCY)
                .topology("g", 4)
                .balanceEps(1)
                .rtt(new RegionRtt(
                        List.of("a", "b", "c"),
                        List.of(List.of(0.0, 10.0, 100.0), List.of(10.0, 0.0, 100.0), List.of(100.0, 100.0, 0.0))))
                .node("far", 2, 100, "c")
                .node("near", 2, 100, "b")
                .node("home", 1, 2, "a")
                .task("g", "source", 2, Constraints.pinnedTo("home"))
                .task("g", "sink", 2, Constraints.NONE)
                .edge(0, 1, 100);
        assertThat(multilevel.schedule(builder.build(), 0).of(1).node()).isEqualTo("near");
    }

    @Test
    void anAnswerOfAnotherAlgorithmIsAmongTheStarts() {
        Problem problem = Pipelines.problem(4, 3, 5, 3);
        double best =
                Evaluator.evaluate(problem, multilevel.schedule(problem, 0)).cost();
        Assignment known = multilevel.schedule(problem, 0);
        SchedulingAlgorithm oracle = new SchedulingAlgorithm() {
            @Override
            public String name() {
                return "oracle";
            }

            @Override
            public Assignment schedule(Problem any, SchedulingOptions options) {
                return known;
            }
        };
        SchedulingAlgorithm failing = new SchedulingAlgorithm() {
            @Override
            public String name() {
                return "failing";
            }

            @Override
            public Assignment schedule(Problem any, SchedulingOptions options) {
                throw new InfeasibleProblemException("no");
            }
        };
        Assignment answer = new MultilevelScheduler(List.of(failing, oracle)).schedule(problem, 9);
        assertThat(Evaluator.evaluate(problem, answer).cost()).isEqualTo(best);
    }

    @Test
    void whatIsWrongWithAProblemIsSaid() {
        Problem problem = Problem.builder("p")
                .topology("t", 1)
                .node("a", 0)
                .tasks("t", "c", 1)
                .build();
        assertThatThrownBy(() -> multilevel.schedule(problem, 0))
                .isInstanceOf(InfeasibleProblemException.class)
                .hasMessageStartingWith("too few slots: ");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.reschedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.Pipelines;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.evaluate.NodeLoad;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks move only where that pays, if there is a running assignment. */
class ReschedulingTest {
    private static final int NODES = 5;
    private static final Placement ON_A = new Placement("a", 0);

    private final SchedulingAlgorithm multilevel = Algorithms.byName("multilevel");
    private final Problem problem = Pipelines.problem(NODES, 4, 50, 1);
    private final Assignment running = multilevel.schedule(problem, 1);

    private Evaluation after(Problem changed) {
        Evaluation evaluation = Evaluator.evaluate(changed, multilevel.schedule(changed, 2));
        assertThat(evaluation.violations()).isEmpty();
        return evaluation;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noiseMovesNothing(long seed) {
        Problem noisy = Pipelines.withNoise(problem, 0.05, new Random(seed)).withPrevious(running);
        assertThat(after(noisy).movedTasks()).isZero();
    }

    @Test
    void aLostNodeMovesItsOwnTasksOnly() {
        List<Node> left = problem.nodes().subList(1, NODES).stream()
                .map(node -> new Node(
                        node.id(),
                        node.capacity(),
                        node.slots(),
                        node.region(),
                        node.target() * NODES / (NODES - 1),
                        node.limit() * NODES / (NODES - 1)))
                .toList();
        Evaluation evaluation = after(problem.withPrevious(running).withNodes(left));
        long lost = running.placements().stream()
                .filter(placement -> placement.node().equals("n0"))
                .count();
        assertThat(evaluation.movedTasks()).isEqualTo((int) lost);
        assertThat(evaluation.isBalanced()).isTrue();
    }

    @Test
    void aNewTopologyMovesNoOldTask() {
        ProblemBuilder both = Problem.builder("both").topology("p", 2 * NODES).topology("new", NODES);
        for (int node = 0; node < NODES; node++) {
            both.node("n" + node, 3, 1_000_000, "r0");
        }
        both.tasks("p", "stage", problem.tasks().size()).tasks("new", "c", 20);
        problem.edges().forEach(edge -> both.edge(edge.from(), edge.to(), edge.traffic()));
        int first = problem.tasks().size();
        for (int i = 1; i < 20; i++) {
            both.edge(first + i - 1, first + i, 500);
        }
        List<Placement> placements = new ArrayList<>(running.placements());
        placements.addAll(Collections.nCopies(20, null));
        Evaluation evaluation = after(both.build().withPrevious(placements));
        assertThat(evaluation.movedTasks()).isZero();
        assertThat(evaluation.startedTasks()).isEqualTo(20);
        assertThat(evaluation.isBalanced()).isTrue();
    }

    @Test
    void aNewTopologyTakesFreeSlotsInsteadOfEndingAWorker() {
        // Node a has the only free slot; on b, where the new task's friend is pinned, all workers are of the old
        // topology.
        Problem both = Problem.builder("both")
                .topology("old", 3)
                .topology("new", 1)
                .node("a", 2)
                .node("b", 2)
                .tasks("old", "c", 6)
                .tasks("new", "c", 1)
                .edge(6, 5, 1_000)
                .build();
        List<Placement> placements = new ArrayList<>();
        for (int task = 0; task < 6; task++) {
            placements.add(new Placement(task < 2 ? "a" : "b", task < 4 ? 0 : 1));
        }
        placements.add(null);
        Problem asked = both.withPrevious(placements);
        Assignment answer = multilevel.schedule(asked, 2);
        assertThat(Evaluator.evaluate(asked, answer).movedTasks()).isZero();
        assertThat(answer.of(6)).isEqualTo(new Placement("a", 1));
    }

    @Test
    void aLimitThatIsSlightlyExceededMovesNothingButOneThatIsFarExceededDoes() {
        List<Node> slightly = limited(0.97);
        List<Node> far = limited(0.9);
        assertThat(after(problem.withPrevious(running).withNodes(slightly)).movedTasks())
                .isZero();
        Evaluation relieved = after(problem.withPrevious(running).withNodes(far));
        assertThat(relieved.movedTasks()).isPositive();
    }

    /** The lightest task that would do is one of two that talk to each other. */
    @Test
    void whatLeavesANodeThatIsTooSmallNowIsWhatTalksLeastThere() {
        ProblemBuilder builder = weighing(20, 20, 20, 20, 15, 15);
        for (int task = 1; task < 4; task++) {
            builder.edge(task - 1, task, 1_000);
        }
        builder.edge(3, 4, 1).edge(4, 5, 1_000);
        Problem grown = onTwoNodes(builder, 100, 100).withPrevious(Collections.nCopies(6, ON_A));
        Assignment answer = multilevel.schedule(grown, 2);
        Evaluation evaluation = Evaluator.evaluate(grown, answer);
        assertThat(evaluation.violations()).isEmpty();
        assertThat(answer.of(4)).isEqualTo(answer.of(5));
        assertThat(evaluation.cost()).isEqualTo(1);
        assertThat(evaluation.movedTasks()).isEqualTo(2);
    }

    /** No price of moves sends the tasks back, and a single one is many of six. */
    @Test
    void movesThatALimitAsksForAreNotTakenBackForEver() {
        ProblemBuilder builder = weighing(20, 20, 20, 20, 20, 20)
                .edge(0, 1, 1_000)
                .edge(1, 2, 1_000)
                .edge(2, 3, 1_000)
                .edge(3, 4, 1)
                .edge(4, 5, 1_000);
        Problem shrunk = onTwoNodes(builder, 80, 80).withPrevious(Collections.nCopies(6, ON_A));
        Evaluation evaluation = Evaluator.evaluate(shrunk, multilevel.schedule(shrunk, 2));
        assertThat(evaluation.violations()).isEmpty();
        assertThat(evaluation.cost()).isEqualTo(1);
        assertThat(evaluation.movedTasks()).isEqualTo(2);
    }

    @Test
    void whatRunsIsNoAnswerWhereItIsOverloadedAndNothingHelps() {
        Problem tight = onTwoNodes(weighing(6, 6, 6), 10, 10).withPrevious(List.of(ON_A, ON_A, new Placement("b", 0)));
        assertThatThrownBy(() -> multilevel.schedule(tight, 2)).isInstanceOf(InfeasibleProblemException.class);
    }

    @Test
    void whatRunsAboveACapacityIsNoAnswerHoweverCheapItsHopsAre() {
        ProblemBuilder builder = weighing(8, 8).objective(Objective.LATENCY).edge(0, 1, 100);
        Problem apart = onTwoNodes(builder, 10, 20).withPrevious(Collections.nCopies(2, ON_A));
        Evaluation evaluation = Evaluator.evaluate(apart, multilevel.schedule(apart, 2));
        assertThat(evaluation.violations()).isEmpty();
        assertThat(evaluation.movedTasks()).isEqualTo(1);
    }

    /** One topology of as many tasks, with a worker on each of two nodes at most. */
    private static ProblemBuilder weighing(long... weights) {
        ProblemBuilder builder = Problem.builder("heavy").topology("p", 2).node("a", 1);
        for (long weight : weights) {
            builder.task("p", "c", weight, Constraints.NONE);
        }
        return builder;
    }

    private static Problem onTwoNodes(ProblemBuilder builder, long capacity, long limit) {
        return builder.build()
                .withNodes(List.of(
                        new Node("a", capacity, 1, "r0", limit, limit),
                        new Node("b", capacity, 1, "r0", limit, limit)));
    }

    /** Each node's limit is this share of what runs there; one node more has room for the rest. */
    private List<Node> limited(double share) {
        List<Node> nodes = new ArrayList<>();
        for (NodeLoad load : Evaluator.evaluate(problem, running).nodes()) {
            Node node = load.node();
            nodes.add(new Node(node.id(), node.capacity(), node.slots(), node.region(), node.target(), (long)
                    Math.ceil(share * load.load())));
        }
        nodes.add(new Node("spare", 1_000_000, 2, "r0", 20, 100));
        return nodes;
    }

    @Test
    void trafficThatMovedElsewhereIsFollowedByFewTasks() {
        Problem drifted = drifted();
        double before = Evaluator.evaluate(drifted, running).cost();
        Evaluation evaluation = after(drifted.withPrevious(running));
        double afresh =
                Evaluator.evaluate(drifted, multilevel.schedule(drifted, 2)).cost();
        assertThat(before - evaluation.cost()).isGreaterThanOrEqualTo(0.95 * (before - afresh));
        assertThat(evaluation.movedTasks()).isBetween(1, 4 * Pipelines.STAGES);
    }

    /**
     * Three moves are few of 100. One of them would take the topology to a third node, for which it has no worker left:
     * one of the two on the first node would end, and all of its tasks would move, too.
     */
    @Test
    void aMoveForWhichAWorkerEndsCountsAsAllOfItsTasksDo() {
        ProblemBuilder builder = Problem.builder("ends")
                .topology("p", 3)
                .topology("q", 1)
                .node("a", 2)
                .node("b", 2)
                .node("c", 2)
                .tasks("p", "c", 99)
                .task("q", "c", 1, Constraints.pinnedTo("c"));
        List<Placement> placements = new ArrayList<>();
        for (int task = 0; task < 99; task++) {
            int slot = task < 60 ? task % 2 : 0;
            placements.add(new Placement(task < 60 ? "a" : "b", slot));
            if (task > 4 && task != 60) {
                builder.edge(task - 1, task, 100);
            }
        }
        placements.add(new Placement("c", 0));
        builder.edge(0, 70, 1_000).edge(1, 80, 1_000).edge(2, 99, 150);
        Problem asked = builder.build()
                .withNodes(List.of("a", "b", "c").stream()
                        .map(id -> new Node(id, 70, 2, "r0", 50, 70))
                        .toList())
                .withPrevious(placements);
        Assignment answer = multilevel.schedule(asked, 2);
        assertThat(Evaluator.evaluate(asked, answer).movedTasks()).isEqualTo(2);
        assertThat(List.of(answer.of(0).node(), answer.of(1).node())).containsOnly("b");
    }

    @Test
    void thePriceDecidesWhatMoves() {
        Problem drifted = drifted().withPrevious(running);
        SchedulingOptions options = SchedulingOptions.ofSeed(2);
        int dear = moved(drifted, options.withMovePrice(1e9));
        int fair = moved(drifted, options.withMovePaidWithin(100_000, 600));
        assertThat(dear).isZero();
        assertThat(fair).isPositive();
        assertThat(moved(drifted, options.withMovePrice(0))).isGreaterThanOrEqualTo(fair);
    }

    private int moved(Problem changed, SchedulingOptions options) {
        return Evaluator.evaluate(changed, multilevel.schedule(changed, options))
                .movedTasks();
    }

    /** Some links between pipelines on different nodes become busier than any pipeline. */
    private Problem drifted() {
        List<Edge> edges = new ArrayList<>();
        int busier = 0;
        for (Edge edge : problem.edges()) {
            boolean crosses =
                    !running.of(edge.from()).node().equals(running.of(edge.to()).node());
            boolean changes = crosses && busier < 2;
            busier += changes ? 1 : 0;
            edges.add(new Edge(edge.from(), edge.to(), edge.traffic() * (changes ? 100 : 1)));
        }
        assertThat(busier).isEqualTo(2);
        return problem.withEdges(edges);
    }
}

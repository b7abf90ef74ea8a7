package io.millrace.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a running assignment, tasks move only where that pays. */
class ReschedulingTest {
    private static final int NODES = 5;

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
        ProblemBuilder builder = Problem.builder("grown").topology("p", 2).node("a", 1);
        for (int task = 0; task < 6; task++) {
            builder.task("p", "c", task < 4 ? 20 : 15, Constraints.NONE);
        }
        for (int task = 1; task < 4; task++) {
            builder.edge(task - 1, task, 1_000);
        }
        builder.edge(3, 4, 1).edge(4, 5, 1_000);
        Problem grown = builder.build()
                .withNodes(List.of(new Node("a", 100, 1, "r0", 100, 100), new Node("b", 100, 1, "r0", 100, 100)))
                .withPrevious(Collections.nCopies(6, new Placement("a", 0)));
        Assignment answer = multilevel.schedule(grown, 2);
        Evaluation evaluation = Evaluator.evaluate(grown, answer);
        assertThat(evaluation.violations()).isEmpty();
        assertThat(answer.of(4)).isEqualTo(answer.of(5));
        assertThat(evaluation.cost()).isEqualTo(1);
        assertThat(evaluation.movedTasks()).isEqualTo(2);
    }

    /** At no price do they go back, and a single one is many of six. */
    @Test
    void movesThatALimitAsksForAreNotTakenBackForEver() {
        ProblemBuilder builder = Problem.builder("shrunk").topology("p", 2).node("a", 1);
        for (int task = 0; task < 6; task++) {
            builder.task("p", "c", 20, Constraints.NONE);
        }
        builder.edge(0, 1, 1_000)
                .edge(1, 2, 1_000)
                .edge(2, 3, 1_000)
                .edge(3, 4, 1)
                .edge(4, 5, 1_000);
        Problem shrunk = builder.build()
                .withNodes(List.of(new Node("a", 80, 1, "r0", 80, 80), new Node("b", 80, 1, "r0", 80, 80)))
                .withPrevious(Collections.nCopies(6, new Placement("a", 0)));
        Evaluation evaluation = Evaluator.evaluate(shrunk, multilevel.schedule(shrunk, 2));
        assertThat(evaluation.violations()).isEmpty();
        assertThat(evaluation.cost()).isEqualTo(1);
        assertThat(evaluation.movedTasks()).isEqualTo(2);
    }

    @Test
    void whatRunsIsNoAnswerWhereItIsOverloadedAndNothingHelps() {
        ProblemBuilder builder = Problem.builder("tight").topology("p", 2).node("a", 1);
        for (int task = 0; task < 3; task++) {
            builder.task("p", "c", 6, Constraints.NONE);
        }
        Problem tight = builder.build()
                .withNodes(List.of(new Node("a", 10, 1, "r0", 10, 10), new Node("b", 10, 1, "r0", 10, 10)))
                .withPrevious(List.of(new Placement("a", 0), new Placement("a", 0), new Placement("b", 0)));
        assertThatThrownBy(() -> multilevel.schedule(tight, 2)).isInstanceOf(InfeasibleProblemException.class);
    }

    @Test
    void whatRunsAboveACapacityIsNoAnswerHoweverCheapItsHopsAre() {
        ProblemBuilder builder = Problem.builder("apart")
                .objective(Objective.LATENCY)
                .topology("p", 2)
                .node("a", 1);
        builder.task("p", "c", 8, Constraints.NONE)
                .task("p", "c", 8, Constraints.NONE)
                .edge(0, 1, 100);
        Problem apart = builder.build()
                .withNodes(List.of(new Node("a", 10, 1, "r0", 8, 20), new Node("b", 10, 1, "r0", 8, 20)))
                .withPrevious(Collections.nCopies(2, new Placement("a", 0)));
        Evaluation evaluation = Evaluator.evaluate(apart, multilevel.schedule(apart, 2));
        assertThat(evaluation.violations()).isEmpty();
        assertThat(evaluation.movedTasks()).isEqualTo(1);
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

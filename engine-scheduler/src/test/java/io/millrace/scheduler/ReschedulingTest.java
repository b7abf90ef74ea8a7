package io.millrace.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

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
        return Pipelines.withEdges(problem, edges);
    }
}

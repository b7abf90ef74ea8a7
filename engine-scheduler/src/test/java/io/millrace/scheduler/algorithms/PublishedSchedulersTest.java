// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.Shapes;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.evaluate.Validator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.RegionRtt;
import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** R-Storm, T-Storm and TurboStream on problems whose answers follow from the papers by hand. */
class PublishedSchedulersTest {
    private static final String TOPOLOGY = "t";

    private static Assignment answer(String algorithm, Problem problem) {
        return Algorithms.byName(algorithm).schedule(problem, 0);
    }

    private static List<String> nodes(String algorithm, Problem problem) {
        return answer(algorithm, problem).placements().stream()
                .map(Placement::node)
                .toList();
    }

    private static void assertBalanced(String algorithm, Problem problem) {
        assertThat(Evaluator.evaluate(problem, answer(algorithm, problem)).isBalanced())
                .isTrue();
    }

    private static ProblemBuilder twoNodes(int workers, int slots) {
        return Problem.builder("p")
                .topology(TOPOLOGY, workers)
                .node("n0", slots)
                .node("n1", slots);
    }

    @Test
    void rstormTakesOneTaskOfEachComponentInTurnAlongTheStream() {
        ProblemBuilder builder = twoNodes(2, 1)
                .tasks(TOPOLOGY, "sink", 2)
                .tasks(TOPOLOGY, "spout", 2)
                .tasks(TOPOLOGY, "map", 3)
                .edge(2, 4, 1)
                .edge(4, 0, 1);
        assertThat(ComponentOrder.tasks(builder.build(), TOPOLOGY)).containsExactly(2, 4, 0, 3, 5, 1, 6);
    }

    @Test
    void rstormOrdersCyclesAndPartsThatNoSourceReaches() {
        ProblemBuilder builder = twoNodes(2, 1)
                .tasks(TOPOLOGY, "a", 1)
                .tasks(TOPOLOGY, "b", 1)
                .tasks(TOPOLOGY, "alone", 1)
                .edge(0, 1, 1)
                .edge(1, 0, 1);
        assertThat(ComponentOrder.tasks(builder.build(), TOPOLOGY)).containsExactly(2, 0, 1);
    }

    @Test
    void rstormFillsANodeBeforeItTakesTheNextOne() {
        // Each node's limit is 2 of the 4 tasks. The order is 0, 2, 1, 3, and the first two share a node.
        Problem problem = twoNodes(2, 1)
                .tasks(TOPOLOGY, "spout", 2)
                .tasks(TOPOLOGY, "bolt", 2)
                .edge(0, 2, 10)
                .edge(1, 3, 10)
                .build();
        assertThat(nodes(RStormScheduler.NAME, problem)).containsExactly("n0", "n1", "n0", "n1");
    }

    @Test
    void rstormStartsWhereMostRoomIs() {
        Problem problem = Problem.builder("p")
                .topology(TOPOLOGY, 2)
                .node("small", 1, 40, "r0")
                .node("large", 1, 80, "r0")
                .tasks(TOPOLOGY, "c", 12)
                .build();
        assertThat(nodes(RStormScheduler.NAME, problem)).startsWith("large");
    }

    @Test
    void rstormStaysInTheRegionItStartedIn() {
        RegionRtt rtt = new RegionRtt(List.of("a", "b"), List.of(List.of(0.0, 80.0), List.of(80.0, 0.0)));
        ProblemBuilder builder = Problem.builder("p").rtt(rtt).topology(TOPOLOGY, 4);
        for (int node = 0; node < 4; node++) {
            builder.node("n" + node, 1, 20, node % 2 == 0 ? "a" : "b");
        }
        for (int task = 0; task < 4; task++) {
            builder.task(TOPOLOGY, "c", 5, Constraints.NONE);
        }
        // A task per node keeps the limits; the second one goes to the start's region.
        assertThat(nodes(RStormScheduler.NAME, builder.build())).startsWith("n0", "n2");
    }

    @Test
    void rstormGivesUpTheLimitBeforeTheCapacity() {
        ProblemBuilder builder = Problem.builder("p")
                .topology(TOPOLOGY, 2)
                .node("n0", 1, 12, "r0")
                .node("n1", 1, 12, "r0")
                .task(TOPOLOGY, "c", 4, Constraints.NONE)
                .task(TOPOLOGY, "c", 4, Constraints.NONE)
                .task(TOPOLOGY, "c", 4, Constraints.NONE)
                .task(TOPOLOGY, "c", 4, Constraints.pinnedTo("n0"))
                .task(TOPOLOGY, "c", 4, Constraints.pinnedTo("n0"));
        Problem problem = builder.build()
                .withNodes(List.of(new Node("n0", 12, 1, "r0", 10, 10), new Node("n1", 12, 1, "r0", 10, 10)));
        // The fair load is 10: the first three leave no room for two more within n0's limit, but its capacity has some.
        Assignment answer = answer(RStormScheduler.NAME, problem);
        assertThat(Validator.violations(problem, answer)).isEmpty();
        assertThat(Evaluator.evaluate(problem, answer).isBalanced()).isFalse();
    }

    @Test
    void tstormPlacesTheBusiestTasksFirstAndTogether() {
        // Totals: 0 and 3 have 100, 1 and 2 have 20; the limit is 2 tasks.
        Problem problem = twoNodes(2, 1)
                .tasks(TOPOLOGY, "c", 4)
                .edge(0, 3, 90)
                .edge(0, 1, 10)
                .edge(2, 3, 10)
                .edge(1, 2, 10)
                .build();
        List<String> nodes = nodes(TStormScheduler.NAME, problem);
        assertThat(nodes.get(0)).isEqualTo(nodes.get(3));
        assertThat(nodes.get(1)).isEqualTo(nodes.get(2)).isNotEqualTo(nodes.get(0));
    }

    @Test
    void tstormKeepsTheLoadLimit() {
        Problem problem =
                Shapes.path(twoNodes(2, 1).tasks(TOPOLOGY, "c", 6), 0, 6, 10).build();
        assertBalanced(TStormScheduler.NAME, problem);
    }

    @Test
    void tstormHasOneWorkerPerTopologyAndNode() {
        Problem problem = twoNodes(8, 4).tasks(TOPOLOGY, "c", 20).build();
        assertThat(answer(TStormScheduler.NAME, problem).workers()).isEqualTo(2);
    }

    @Test
    void turbostreamDealsANodesTasksToItsWorkersInTurn() {
        ProblemBuilder rows = twoNodes(4, 2).tasks(TOPOLOGY, "c", 8);
        Problem problem = Shapes.path(Shapes.path(rows, 0, 4, 10), 4, 4, 10).build();
        assertThat(answer(TurboStreamScheduler.NAME, problem).placements())
                .containsExactlyElementsOf(IntStream.range(0, 8)
                        .mapToObj(task -> new Placement(task < 4 ? "n0" : "n1", task % 2))
                        .toList());
    }

    @Test
    void turbostreamUsesAsManyNodesAsItHasWorkers() {
        ProblemBuilder builder = Problem.builder("p").topology(TOPOLOGY, 3);
        for (int node = 0; node < 5; node++) {
            builder.node("n" + node, 2);
        }
        Problem problem = builder.tasks(TOPOLOGY, "c", 29)
                .task(TOPOLOGY, "c", 1, Constraints.pinnedTo("n4"))
                .build();
        NodePlacement placing = new NodePlacement(new PartialAssignment(new ProblemIndex(problem)));
        assertThat(new NodeSelection(placing, 0, IntStream.range(0, 30).toArray()).choose())
                .containsExactly(4, 0, 1);
        assertThat(nodes(TurboStreamScheduler.NAME, problem).stream().distinct())
                .containsExactlyInAnyOrder("n0", "n1", "n4");
    }

    @Test
    void turbostreamRelievesNodesAboveTheirLimit() {
        // The second topology's pins fill n0 after the first one was divided evenly.
        ProblemBuilder builder = twoNodes(2, 2).topology("pinned", 1);
        builder.tasks(TOPOLOGY, "c", 12);
        for (int i = 0; i < 4; i++) {
            builder.task("pinned", "c", 1, Constraints.pinnedTo("n0"));
        }
        assertBalanced(TurboStreamScheduler.NAME, builder.build());
    }

    @Test
    void whatRunsNowHasNoInfluence() {
        Problem problem = twoNodes(4, 2)
                .tasks(TOPOLOGY, "c", 8)
                .edge(0, 5, 10)
                .edge(3, 6, 7)
                .build();
        for (String name : List.of(RStormScheduler.NAME, TStormScheduler.NAME, TurboStreamScheduler.NAME)) {
            Problem running = problem.withPrevious(answer(EvenScheduler.NAME, problem));
            assertThat(answer(name, running)).isEqualTo(answer(name, problem));
        }
    }
}

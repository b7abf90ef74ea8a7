// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.scheduler.Shapes;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.StreamGraph;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests graphs small enough to be consolidated by hand. */
class TaskConsolidationTest {
    private static final String TOPOLOGY = "t";

    private final ProblemBuilder builder =
            Problem.builder("p").topology(TOPOLOGY, 4).node("n0", 4).node("n1", 4);

    private TaskConsolidation.Result consolidate(int threshold) {
        return TaskConsolidation.consolidate(StreamGraph.of(new ProblemIndex(builder.build())), threshold);
    }

    private static long traffic(StreamGraph graph, int a, int b) {
        for (int i = graph.first(a); i < graph.first(a + 1); i++) {
            if (graph.neighbour(i) == b) {
                return graph.traffic(i);
            }
        }
        return -1;
    }

    @Test
    void everyTaskMergesWithTheNeighbourThatItTalksToMost() {
        // 0 -5- 1 -9- 2 -5- 3: task 0 comes first and takes 1, so 2 is left with 3.
        builder.tasks(TOPOLOGY, "c", 4).edge(0, 1, 5).edge(1, 2, 9).edge(2, 3, 5);
        TaskConsolidation.Result result = consolidate(2);
        assertThat(result.parentOf()).containsExactly(0, 0, 1, 1);
        assertThat(result.graph().weight).containsExactly(2, 2);
        assertThat(traffic(result.graph(), 0, 1)).isEqualTo(9);
    }

    @Test
    void bothDirectionsCountTogether() {
        // 0 sends 6 to 1; with 2 it exchanges 4 and 3.
        builder.tasks(TOPOLOGY, "c", 4)
                .edge(0, 1, 6)
                .edge(0, 2, 4)
                .edge(2, 0, 3)
                .edge(1, 3, 1);
        assertThat(consolidate(2).parentOf()).containsExactly(0, 1, 0, 1);
    }

    @Test
    void equalNeighboursAreTakenById() {
        builder.tasks(TOPOLOGY, "c", 4)
                .edge(0, 3, 5)
                .edge(0, 1, 5)
                .edge(0, 2, 5)
                .edge(2, 3, 1);
        assertThat(consolidate(2).parentOf()).containsExactly(0, 0, 1, 1);
    }

    @Test
    void relabelledEdgesAreSummed() {
        // Two heavy pairs with three light edges between them.
        builder.tasks(TOPOLOGY, "c", 4)
                .edge(0, 1, 50)
                .edge(2, 3, 50)
                .edge(0, 2, 1)
                .edge(0, 3, 2)
                .edge(3, 1, 4);
        assertThat(traffic(consolidate(2).graph(), 0, 1)).isEqualTo(7);
    }

    @Test
    void aGraphBelowTheThresholdIsLeftAlone() {
        builder.tasks(TOPOLOGY, "c", 4).edge(0, 1, 5).edge(2, 3, 5);
        assertThat(consolidate(4).parentOf()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void isolatedTasksEndItInsteadOfGoingOnForEver() {
        builder.tasks(TOPOLOGY, "c", 40);
        assertThat(consolidate(4).graph().vertices).isEqualTo(40);
    }

    @Test
    void aFewTalkersAmongIsolatedTasksAreNotWorthALevel() {
        // One merger shrinks 40 vertices by 2.5 %.
        builder.tasks(TOPOLOGY, "c", 40).edge(0, 1, 5);
        assertThat(consolidate(4).graph().vertices).isEqualTo(40);
        builder.edge(2, 3, 5).edge(4, 5, 5);
        assertThat(consolidate(4).graph().vertices).isEqualTo(37);
    }

    @Test
    void leavesOfAStarMergeByTwoHops() {
        builder.tasks(TOPOLOGY, "c", 41);
        for (int leaf = 1; leaf <= 40; leaf++) {
            builder.edge(leaf, 0, leaf);
        }
        StreamGraph graph = consolidate(8).graph();
        assertThat(graph.vertices).isLessThanOrEqualTo(12);
        assertThat(Arrays.stream(graph.weight).sum()).isEqualTo(41);
    }

    @Test
    void noParentBecomesHeavierThanItsCap() {
        // 64 tasks in a row beside 30 that never talk: each level halves the row alone, and without a cap, as in the
        // paper,
        // it ends as one parent of 32 of the 94 tasks, and with fewer of the others of all 64.
        builder.tasks(TOPOLOGY, "c", 94);
        Shapes.path(builder, 0, 64, 10);
        TaskConsolidation.Result result = consolidate(16);
        assertThat(result.graph().weight).hasSize(8 + 30).contains(8L);
        assertThat(Arrays.stream(result.graph().weight).max().orElseThrow())
                .isLessThanOrEqualTo((long) (TaskConsolidation.HEAVIEST_PARENT * 94 / 16));
    }

    @Test
    void aTaskHeavierThanTheCapStaysAlone() {
        builder.task(TOPOLOGY, "c", 100, Constraints.NONE).tasks(TOPOLOGY, "c", 9);
        for (int task = 1; task < 10; task++) {
            builder.edge(0, task, 1_000);
            builder.edge(task, task % 9 + 1, 1);
        }
        TaskConsolidation.Result result = consolidate(4);
        assertThat(Arrays.stream(result.parentOf()).filter(parent -> parent == result.parentOf()[0]))
                .hasSize(1);
    }

    @Test
    void topologiesStayApart() {
        builder.topology("u", 1).tasks(TOPOLOGY, "c", 2).tasks("u", "c", 2);
        builder.edge(0, 2, 100).edge(1, 3, 100).edge(0, 1, 1).edge(2, 3, 1);
        assertThat(consolidate(2).parentOf()).containsExactly(0, 0, 1, 1);
    }

    @Test
    void tasksThatNoNodeMayRunTogetherStayApart() {
        builder.task(TOPOLOGY, "c", 1, Constraints.pinnedTo("n0"))
                .task(TOPOLOGY, "c", 1, Constraints.pinnedTo("n1"))
                .task(TOPOLOGY, "c", 1, Constraints.NONE)
                .task(TOPOLOGY, "c", 1, Constraints.NONE)
                .edge(0, 1, 100)
                .edge(0, 2, 2)
                .edge(1, 3, 2);
        TaskConsolidation.Result result = consolidate(2);
        assertThat(result.parentOf()).containsExactly(0, 1, 0, 1);
        assertThat(List.of(
                        result.graph().permit(0).toString(),
                        result.graph().permit(1).toString()))
                .containsExactly("{0}", "{1}");
    }

    @Test
    void aSpreadGroupStaysApartEvenInsideParents() {
        Constraints grouped = Constraints.NONE.withSpread("g");
        builder.task(TOPOLOGY, "c", 1, grouped)
                .task(TOPOLOGY, "c", 1, Constraints.NONE)
                .task(TOPOLOGY, "c", 1, Constraints.NONE)
                .task(TOPOLOGY, "c", 1, grouped)
                .edge(0, 1, 9)
                .edge(1, 2, 5)
                .edge(2, 3, 9);
        // The threshold 1 leaves only the two parents that hold a member each.
        assertThat(consolidate(1).graph().vertices).isEqualTo(2);
    }
}

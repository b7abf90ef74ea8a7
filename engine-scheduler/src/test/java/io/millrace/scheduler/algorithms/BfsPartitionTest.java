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
import org.junit.jupiter.api.Test;

/** Tests graphs small enough to be partitioned by hand. */
class BfsPartitionTest {
    private static final String TOPOLOGY = "t";
    private static final int[] TWO = {0, 1};
    private static final double[] EQUAL = {1, 1};

    private final ProblemBuilder builder = Problem.builder("p")
            .topology(TOPOLOGY, 4)
            .node("n0", 4)
            .node("n1", 4)
            .node("n2", 4)
            .node("n3", 4);

    private int[] partition(int[] nodes, double[] shares, double eps) {
        return BfsPartition.partition(StreamGraph.of(new ProblemIndex(builder.build())), nodes, shares, eps);
    }

    @Test
    void twoCliquesPartAtTheirBridge() {
        builder.tasks(TOPOLOGY, "c", 8).edge(2, 5, 3);
        Shapes.clique(builder, 0, 4, 10);
        Shapes.clique(builder, 4, 4, 10);
        assertThat(partition(TWO, EQUAL, 0.1)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    }

    @Test
    void theStartWhoseRegionCutsLeastWins() {
        // A path: from 0 the region {0, 1, 2} cuts 1; from 2 it is {2, 1, 3}, which cuts 18.
        builder.tasks(TOPOLOGY, "c", 6)
                .edge(0, 1, 9)
                .edge(1, 2, 9)
                .edge(2, 3, 1)
                .edge(3, 4, 9)
                .edge(4, 5, 9);
        assertThat(partition(TWO, EQUAL, 0.1)).containsExactly(0, 0, 0, 1, 1, 1);
    }

    @Test
    void theBreadthFirstOrderIsThatOfTheQueueAndThenById() {
        // The star's hub is 0: whatever the start, the hub comes second, and then leaves by id until half is reached.
        builder.tasks(TOPOLOGY, "c", 6);
        for (int leaf = 1; leaf < 6; leaf++) {
            builder.edge(0, leaf, leaf == 5 ? 100 : 10);
        }
        // The half that grows from 5 is {5, 0, 1}, which cuts 30, the least.
        assertThat(partition(TWO, EQUAL, 0.1)).containsExactly(0, 0, 1, 1, 1, 0);
    }

    @Test
    void anEmptyQueueGoesOnWithAnUnvisitedTask() {
        builder.tasks(TOPOLOGY, "c", 6);
        assertThat(partition(TWO, EQUAL, 0.1)).containsExactly(0, 0, 0, 1, 1, 1);
        builder.edge(0, 5, 7);
        assertThat(partition(TWO, EQUAL, 0.1)).containsExactly(0, 0, 1, 1, 1, 0);
    }

    @Test
    void targetsFollowTheShares() {
        builder.tasks(TOPOLOGY, "c", 8);
        int[] nodes = partition(TWO, new double[] {1, 3}, 0.1);
        assertThat(Arrays.stream(nodes).filter(node -> node == 0)).hasSize(2);
    }

    @Test
    void targetsAreDividedAsRealNumbers() {
        // A third of 8 is 2.67, which 3 is nearer to; of an integer third, 2, it would be 2.
        builder.tasks(TOPOLOGY, "c", 8);
        int[] nodes = partition(TWO, new double[] {1, 2}, 0.2);
        assertThat(Arrays.stream(nodes).filter(node -> node == 0)).hasSize(3);
    }

    @Test
    void threeNodesAreHalvedIntoOneAndTwo() {
        builder.tasks(TOPOLOGY, "c", 9);
        Shapes.clique(builder, 0, 3, 10);
        Shapes.clique(builder, 3, 3, 10);
        Shapes.clique(builder, 6, 3, 10);
        assertThat(partition(new int[] {0, 1, 3}, new double[] {1, 1, 1}, 0.1))
                .containsExactly(0, 0, 0, 1, 1, 1, 3, 3, 3);
    }

    @Test
    void ifNoStartQualifiesTheNearestTargetIsTaken() {
        // Loads 7, 2 and 2: no region comes near half of 11 within 1 %, and {7} is nearer than {2, 2}.
        builder.task(TOPOLOGY, "c", 2, Constraints.NONE)
                .task(TOPOLOGY, "c", 7, Constraints.NONE)
                .task(TOPOLOGY, "c", 2, Constraints.NONE)
                .edge(0, 2, 1)
                .edge(0, 1, 100);
        int[] nodes = partition(TWO, EQUAL, 0.01);
        assertThat(nodes[0]).isEqualTo(nodes[2]).isNotEqualTo(nodes[1]);
    }

    @Test
    void tasksGoOnlyWhereTheyMay() {
        builder.task(TOPOLOGY, "c", 1, Constraints.pinnedTo("n1"))
                .task(TOPOLOGY, "c", 1, Constraints.pinnedTo("n0"))
                .task(TOPOLOGY, "c", 1, Constraints.NONE)
                .task(TOPOLOGY, "c", 1, Constraints.NONE)
                .edge(0, 1, 100)
                .edge(0, 2, 50)
                .edge(1, 3, 50);
        assertThat(partition(TWO, EQUAL, 0.1)).containsExactly(1, 0, 1, 0);
    }

    @Test
    void confinedTasksGoToTheirHalfEvenBeyondItsTarget() {
        for (int i = 0; i < 4; i++) {
            builder.task(TOPOLOGY, "c", 1, Constraints.pinnedTo("n0"));
        }
        builder.task(TOPOLOGY, "c", 1, Constraints.NONE).task(TOPOLOGY, "c", 1, Constraints.pinnedTo("n1"));
        assertThat(partition(TWO, EQUAL, 0.1)).containsExactly(0, 0, 0, 0, 1, 1);
    }

    @Test
    void moreTasksThanStartsAreStillPartitioned() {
        int tasks = 3 * BfsPartition.MOST_STARTS;
        Shapes.path(builder.tasks(TOPOLOGY, "c", tasks), 0, tasks, 5);
        int[] nodes = partition(new int[] {0, 1, 2, 3}, new double[] {1, 1, 1, 1}, 0.1);
        for (int node = 0; node < 4; node++) {
            int wanted = node;
            assertThat(Arrays.stream(nodes).filter(n -> n == wanted).count()).isBetween(270L, 330L);
        }
    }

    @Test
    void oneNodeTakesAll() {
        builder.tasks(TOPOLOGY, "c", 3);
        assertThat(partition(new int[] {2}, new double[] {1}, 0.1)).containsExactly(2, 2, 2);
    }
}

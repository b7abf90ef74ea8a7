// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CoarseningTest {
    private static final long HEAVIEST = 25;

    @Test
    void whatIsMergedBelongsTogetherAndNothingIsLost() {
        Random random = new Random(3);
        Graph graph = RandomGraphs.graph(random, 200, 0.05, 3, 3);
        Parts parts = RandomGraphs.parts(random, 4, 1_000, 3, 3, 3, false);
        int[] within = random.ints(200, 0, 4).toArray();
        Coarsening step = Coarsening.step(graph, parts, HEAVIEST, within, new SplittableRandom(1));
        assertThat(step.coarse.size).isLessThan(180);
        assertThat(step.coarse.totalLoad()).isEqualTo(graph.totalLoad());
        for (int v = 0; v < graph.size; v++) {
            int p = step.parent[v];
            assertThat(step.coarse.owner[p]).isEqualTo(graph.owner[v]);
            assertThat(step.coarse.load[p]).isLessThanOrEqualTo(HEAVIEST);
            assertThat(parts.narrower(step.coarse.permit[p], graph.permit[v])).isEqualTo(step.coarse.permit[p]);
            assertThat(graph.group[v] < 0 || graph.group[v] == step.coarse.group[p])
                    .isTrue();
            assertThat(within[v]).isEqualTo(step.restrict(within)[p]);
        }
        assertThat(step.expand(step.restrict(within))).isEqualTo(within);
        assertThat(new Partition(step.coarse, parts, step.restrict(within)).cost())
                .isCloseTo(new Partition(graph, parts, within).cost(), within(1e-6));
    }

    @Test
    void aStarShrinksByHalf() {
        int leaves = 100;
        double[][] traffic = new double[leaves + 1][leaves + 1];
        for (int leaf = 1; leaf <= leaves; leaf++) {
            traffic[0][leaf] = 5;
            traffic[leaf][0] = 5;
        }
        Graph star =
                RandomGraphs.of(traffic, new Random(1).longs(leaves + 1, 1, 3).toArray());
        Parts parts = RandomGraphs.parts(new Random(1), 4, 1_000, 1, 1, 1, false);
        assertThat(Coarsening.step(star, parts, 100, null, new SplittableRandom(1)).coarse.size)
                .isLessThan(60);
    }
}

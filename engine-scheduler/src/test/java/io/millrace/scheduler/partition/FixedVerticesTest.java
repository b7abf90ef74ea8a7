// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixedVerticesTest {
    private static final int SIZE = 14;
    private static final int PARTS = 3;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsPlacedStaysAndTheRestGoesWhereItCostsLeast(boolean far) {
        int compared = 0;
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            Graph graph = RandomGraphs.graph(random, SIZE, 0.4, 3, 3);
            Parts parts = RandomGraphs.parts(random, PARTS, 60, 3, 3, 3, far);
            Partition whole = new Partition(graph, parts);
            if (!GreedyStart.complete(whole, 1, new SplittableRandom(seed))) {
                continue;
            }
            int[] running = whole.toArray();
            for (int i = 0; i < 5; i++) {
                running[random.nextInt(SIZE)] = Partition.UNPLACED;
            }
            FixedVertices anchoring = FixedVertices.of(graph, parts, running);
            Partitioner.Result result = anchoring.place(SearchBudget.full(anchoring.graph(), PARTS), seed);

            double least = least(graph, parts, running.clone(), 0);
            if (least < Double.POSITIVE_INFINITY) {
                Recount recount = new Recount(graph, parts, result.partOf());
                for (int v = 0; v < SIZE; v++) {
                    assertThat(running[v]).isIn(Partition.UNPLACED, result.partOf()[v]);
                }
                assertThat(recount.keepsTheRules()).isTrue();
                assertThat(recount.above(parts.limit)).isZero();
                assertThat(recount.cost()).as("seed %d", seed).isCloseTo(least, within(1e-6));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(50);
    }

    /** Tries every part for the vertices that have none. */
    private static double least(Graph graph, Parts parts, int[] partOf, int from) {
        for (int v = from; v < SIZE; v++) {
            if (partOf[v] == Partition.UNPLACED) {
                double least = Double.POSITIVE_INFINITY;
                for (int part = 0; part < PARTS; part++) {
                    partOf[v] = part;
                    least = Math.min(least, least(graph, parts, partOf, v + 1));
                }
                partOf[v] = Partition.UNPLACED;
                return least;
            }
        }
        Recount recount = new Recount(graph, parts, partOf);
        return recount.keepsTheRules() && recount.above(parts.limit) == 0 ? recount.cost() : Double.POSITIVE_INFINITY;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactSearchTest {
    private static final int SIZE = 7;
    private static final int PARTS = 3;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void findsTheOptimumWithinTheLimits(boolean far) {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Graph graph = RandomGraphs.graph(random, SIZE, 0.5, 2, 2);
            Parts parts = RandomGraphs.parts(random, PARTS, 30, 2, 2, 2, far);
            double optimum = optimum(graph, parts, new int[SIZE], 0);
            Partition start = new Partition(graph, parts);
            if (optimum == Double.POSITIVE_INFINITY || !GreedyStart.complete(start, 1, new SplittableRandom(seed))) {
                continue;
            }
            int[] answer = new ExactSearch(graph, parts, start, Integer.MAX_VALUE).run();
            Recount recount = new Recount(graph, parts, answer);
            assertThat(recount.keepsTheRules()).isTrue();
            assertThat(recount.above(parts.limit)).isZero();
            assertThat(recount.cost()).as("seed %d", seed).isCloseTo(optimum, within(1e-6));
            found++;
        }
        assertThat(found).isGreaterThan(50);
    }

    private static double optimum(Graph graph, Parts parts, int[] partOf, int depth) {
        if (depth == SIZE) {
            Recount recount = new Recount(graph, parts, partOf);
            return recount.keepsTheRules() && recount.above(parts.limit) == 0
                    ? recount.cost()
                    : Double.POSITIVE_INFINITY;
        }
        double best = Double.POSITIVE_INFINITY;
        for (int part = 0; part < PARTS; part++) {
            partOf[depth] = part;
            best = Math.min(best, optimum(graph, parts, partOf, depth + 1));
        }
        return best;
    }
}

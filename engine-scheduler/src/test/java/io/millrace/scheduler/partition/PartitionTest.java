// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a partition keeps up to date equals what is counted anew, and its rules are those of the definition. */
class PartitionTest {
    private static final int STEPS = 2_000;
    private static final int PARTS = 4;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void figuresFollowEveryChange(boolean far) {
        Random random = new Random(1);
        Graph bare = RandomGraphs.graph(random, 30, 0.3, 3, 3);
        Graph graph = bare.withBias(
                random.doubles((long) 30 * PARTS, 0, 50).map(Math::rint).toArray());
        Parts parts = RandomGraphs.parts(random, PARTS, 70, 2, 3, 3, far);
        Partition partition =
                new Partition(graph, parts, random.ints(30, 0, PARTS).toArray());
        for (int step = 0; step < STEPS; step++) {
            int u = random.nextInt(30);
            int v = random.nextInt(30);
            int to = random.nextInt(PARTS);
            double before = partition.cost();
            if (step % 3 == 0 && partition.part[u] != partition.part[v]) {
                double gain = partition.swapGain(u, v);
                partition.swap(u, v);
                assertThat(partition.cost()).isCloseTo(before - gain, within(1e-6));
            } else if (step % 3 == 1) {
                partition.unplace(u);
                partition.place(u, to);
            } else if (partition.part[u] != to) {
                double gain = partition.gain(u, to);
                partition.move(u, to);
                assertThat(partition.cost()).isCloseTo(before - gain, within(1e-6));
            }
            Recount recount = new Recount(graph, parts, partition.part);
            assertThat(partition.cost()).isCloseTo(recount.cost(), within(1e-6));
            assertThat(partition.excess()).isEqualTo(recount.above(parts.limit));
            assertThat(partition.overload()).isEqualTo(recount.above(parts.capacity));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aMoveOrSwapIsAdmittedExactlyIfItBreaksNoRule(int slots) {
        Random random = new Random(slots);
        Graph graph = RandomGraphs.graph(random, 12, 0.3, 3, 3);
        Parts parts = RandomGraphs.parts(random, PARTS, 70, slots, 3, 3, false);
        int admitted = 0;
        int swapped = 0;
        for (int round = 0; round < 200; round++) {
            Partition partition = new Partition(graph, parts);
            if (!GreedyStart.complete(partition, random.nextDouble(), new SplittableRandom(round))) {
                continue;
            }
            assertThat(new Recount(graph, parts, partition.part).keepsTheRules())
                    .isTrue();
            for (int u = 0; u < graph.size; u++) {
                for (int to = 0; to < PARTS; to++) {
                    if (to != partition.part[u]) {
                        int[] moved = partition.toArray();
                        moved[u] = to;
                        assertThat(partition.admits(u, to)).isEqualTo(new Recount(graph, parts, moved).keepsTheRules());
                        admitted += partition.admits(u, to) ? 1 : 0;
                    }
                }
                for (int v = 0; v < u; v++) {
                    if (partition.part[u] != partition.part[v]) {
                        int[] exchanged = partition.toArray();
                        exchanged[u] = partition.part[v];
                        exchanged[v] = partition.part[u];
                        assertThat(partition.admitsSwap(u, v))
                                .isEqualTo(new Recount(graph, parts, exchanged).keepsTheRules());
                        swapped += partition.admitsSwap(u, v) ? 1 : 0;
                    }
                }
            }
        }
        assertThat(admitted).isPositive();
        assertThat(swapped).isPositive();
    }
}

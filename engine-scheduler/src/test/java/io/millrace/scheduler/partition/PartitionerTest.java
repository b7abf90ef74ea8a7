// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionerTest {
    /**
     * 30 vertices have more traffic with the other part, 10 of them most. At any first price the 10 move that gain
     * most, and no others.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 20, 200})
    void theMovesThatGainMostAreMadeWhereOnlySoManyAre(double firstPrice) {
        int size = 200;
        int drifting = 30;
        int wanted = 10;
        double[][] traffic = new double[size][size];
        int[] home = new int[size];
        int[] expected = new int[size];
        for (int v = 0; v < size; v++) {
            home[v] = v % 2;
            expected[v] = v < wanted ? 1 - home[v] : home[v];
            if (v < drifting) {
                connect(traffic, v, v + 40, 100);
                connect(traffic, v, v + 71, v < wanted ? 150 : 120);
            } else if (v + 2 < size) {
                connect(traffic, v, v + 2, 1_000);
            }
        }
        long[] load = new long[size];
        Arrays.fill(load, 1);
        int[] all = IntStream.range(0, size).toArray();
        int[] scratch = IntStream.generate(() -> -1).limit(size).toArray();
        Graph graph = RandomGraphs.of(traffic, load).induced(all, scratch);
        long[] enough = {size * 6 / 10, size * 6 / 10};
        Parts parts = new Parts(enough, enough, new int[] {1, 1}, new int[] {2}, new boolean[][] {{true, true}}, null);

        Partitioner.PricedResult result =
                Partitioner.withMoves(graph, parts, home.clone(), home, wanted, firstPrice, 1);

        assertThat(result.partOf()).isEqualTo(expected);
        assertThat(result.price()).isBetween(20.0, 50.0);
    }

    private static void connect(double[][] traffic, int u, int v, double weight) {
        traffic[u][v] = weight;
        traffic[v][u] = weight;
    }
}

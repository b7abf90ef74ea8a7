package io.millrace.scheduler.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionerTest {
    private static final SearchBudget NO_ANNEALING = new SearchBudget(0, 0, 0, 0, 0, 0, 0.1);
    private static final int SIZE = 4;
    private static final int GROUPS = 60;
    private static final double WITHIN = 10;
    private static final double TO_FRIEND = 12;
    private static final double PRICE = 10;

    /**
     * Both parts are full. Two pairs of groups have changed places, each vertex away from home at a price, which pays for one of
     * them only. A vertex that went back alone would leave its group.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void groupsThatChangedPlacesForTooLittleGoBackTogether(long seed) {
        double[][] traffic = new double[SIZE * GROUPS][SIZE * GROUPS];
        for (int group = 0; group < GROUPS; group++) {
            for (int i = 0; i < SIZE; i++) {
                for (int j = 0; j < i; j++) {
                    connect(traffic, SIZE * group + i, SIZE * group + j, WITHIN);
                }
            }
        }
        // Even groups are at home in part 0, odd ones in part 1; the first four have changed places.
        for (int i = 0; i < SIZE; i++) {
            connect(traffic, i, SIZE * 5 + i, TO_FRIEND);
            connect(traffic, SIZE * 2 + i, SIZE * 7 + i, 2 * TO_FRIEND);
            connect(traffic, SIZE * 3 + i, SIZE * 8 + i, 2 * TO_FRIEND);
        }
        int[] home = new int[SIZE * GROUPS];
        int[] chosen = new int[home.length];
        int[] expected = new int[home.length];
        double[] bias = new double[2 * home.length];
        for (int v = 0; v < home.length; v++) {
            home[v] = v / SIZE % 2;
            chosen[v] = v / SIZE < 4 ? 1 - home[v] : home[v];
            expected[v] = v / SIZE == 2 || v / SIZE == 3 ? 1 - home[v] : home[v];
            bias[2 * v + 1 - home[v]] = PRICE;
        }
        long[] load = new long[home.length];
        Arrays.fill(load, 1);
        int[] all = IntStream.range(0, home.length).toArray();
        int[] scratch = IntStream.generate(() -> -1).limit(home.length).toArray();
        Graph graph = RandomGraphs.of(traffic, load).induced(all, scratch).withBias(bias);
        long[] half = {home.length / 2, home.length / 2};
        Parts parts = new Parts(half, half, new int[] {1, 1}, new int[] {2}, new boolean[][] {{true, true}}, null);

        assertThat(Partitioner.refined(graph, parts, chosen.clone())).isEqualTo(chosen);
        assertThat(Partitioner.combine(graph, parts, chosen, home, NO_ANNEALING, seed)
                        .partOf())
                .isEqualTo(expected);
    }

    /**
     * So many vertices would rather be in the other part, some of them by more than others. Whatever the price of a move is guessed to
     * be, those move that gain most, and no more than wanted.
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

        Partitioner.PricedResult result = Partitioner.withMoves(
                graph, parts, home.clone(), home, wanted, firstPrice, SearchBudget.nearby(graph), 1);

        assertThat(result.partOf()).isEqualTo(expected);
        assertThat(result.price()).isBetween(20.0, 50.0);
    }

    private static void connect(double[][] traffic, int u, int v, double weight) {
        traffic[u][v] = weight;
        traffic[v][u] = weight;
    }
}

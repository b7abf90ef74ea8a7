// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search finds the capacity of a modelled engine, in simulated time. */
class SearchTest {

    private static final double PRECISION = 0.03;
    private static final double LOWEST = 1 / (1 + PRECISION);

    /** One of the 60 messages of a longer look is allowed to be about to come. */
    private static final double HIGHEST = 1.01 + 1.5 / 60;

    private static int search(ModelledEngine engine, Search search) {
        int tries = 0;
        while (!search.isDone()) {
            double perSecond = search.next();
            double seconds = Effort.FULL.seconds(perSecond) * (search.isConfirming() ? Search.CONFIRMING : 1);
            Sustained seen = engine.work(perSecond, seconds);
            search.saw(seen.holds(), engine.load(seen));
            tries++;
        }
        return tries;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 1.9, 2, 7.3, 19, 100, 190.5, 4_321, 65_000, 1_000_000})
    void theCapacityIsFoundFromAGoodGuessInFewTries(double capacity) {
        for (double guess : new double[] {0.7, 0.8, 0.9, 1, 1.1, 1.3}) {
            Search search = new Search(guess * capacity, PRECISION);

            int tries = search(new ModelledEngine(capacity, 2, 0, 1), search);

            assertThat(search.best()).as("%s of %s", guess, capacity).isBetween(LOWEST * capacity, HIGHEST * capacity);
            assertThat(tries).isLessThanOrEqualTo(12);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 1.9, 77, 4_321, 1_000_000})
    void theCapacityIsFoundFromFarAway(double capacity) {
        for (double guess : new double[] {1e-6, 1e-3, 0.1, 10, 1_000}) {
            Search search = new Search(guess * capacity, PRECISION);

            int tries = search(new ModelledEngine(capacity, 2, 0, 1), search);

            assertThat(search.best()).as("%s of %s", guess, capacity).isBetween(LOWEST * capacity, HIGHEST * capacity);
            assertThat(tries).as("%s of %s", guess, capacity).isLessThanOrEqualTo(30);
        }
    }

    @Test
    void noiseMovesTheResultByLittleMoreThanItself() {
        SplittableRandom random = new SplittableRandom(31);
        for (int i = 0; i < 300; i++) {
            double capacity = Math.pow(10, -0.5 + 6.5 * random.nextDouble());
            Search search = new Search(0.8 * capacity, PRECISION);

            int tries = search(new ModelledEngine(capacity, capacity < 40 ? 2 : 40, 0.02, i), search);

            assertThat(search.best()).as("capacity %s", capacity).isBetween(0.92 * capacity, 1.05 * capacity);
            assertThat(tries).isLessThanOrEqualTo(16);
        }
    }

    @Test
    void aBestThatALongerLookRefusesIsLowered() {
        Search search = new Search(100, PRECISION);
        while (!search.isConfirming()) {
            search.saw(search.next() <= 100, 0.9);
        }
        double refused = search.next();
        search.saw(false, 1);
        assertThat(search.isDone()).isFalse();
        assertThat(search.next()).isLessThan(refused);
        search.saw(true, 0.9);
        assertThat(search.isDone()).isTrue();
        assertThat(search.best()).isLessThan(refused);
    }

    @Test
    void anEngineThatSustainsNothingEndsTheSearch() {
        Search search = new Search(1_000, PRECISION);
        int tries = 0;
        while (!search.isDone()) {
            search.saw(false, 100);
            tries++;
        }
        assertThat(search.best()).isZero();
        assertThat(tries).isLessThan(10);
    }
}

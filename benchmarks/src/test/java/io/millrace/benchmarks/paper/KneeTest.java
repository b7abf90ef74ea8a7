// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KneeTest {

    private static NavigableMap<Double, Double> curve(Map<Double, Double> points) {
        return new TreeMap<>(points);
    }

    @Test
    void aRiseHasItsKneeWhereTheValueHasGrownTenfold() {
        assertThat(Knee.ofRise(curve(Map.of(100.0, 2.0, 150.0, 19.9, 225.0, 20.0, 338.0, 90.0)), 10))
                .isEqualTo(225);
        assertThat(Knee.ofRise(curve(Map.of(100.0, 2.0, 150.0, 19.9)), 10)).isNaN();
    }

    @Test
    void aCurveSettlesWhereNothingFurtherIsAboveItsLastValues() {
        assertThat(Knee.ofSettling(
                        curve(Map.of(2.0, 9.0, 4.0, 1.05, 8.0, 3.0, 16.0, 1.08, 32.0, 0.95, 64.0, 1.0)), 0.1))
                .isEqualTo(16);
        assertThat(Knee.ofSettling(curve(Map.of(2.0, 1.0, 4.0, 1.0, 8.0, 1.0, 16.0, 1.0)), 0.1))
                .isEqualTo(2);
    }

    @Test
    void whatTheLastValuesDifferByIsNoRise() {
        assertThat(Knee.ofSettling(curve(Map.of(2.0, 1.4, 4.0, 0.9, 8.0, 1.0, 16.0, 1.3, 32.0, 1.0)), 0.1))
                .isEqualTo(2);
    }

    @Test
    void threePointsSayNothingOfWhereACurveSettles() {
        assertThat(Knee.ofSettling(curve(Map.of(2.0, 9.0, 4.0, 1.0, 8.0, 1.0)), 0.1))
                .isNaN();
    }
}

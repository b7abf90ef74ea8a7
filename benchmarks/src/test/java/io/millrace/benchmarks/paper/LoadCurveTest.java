// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LoadCurveTest {

    private static final NavigableMap<Double, Double> RISING =
            new TreeMap<>(Map.of(100.0, 2.0, 200.0, 3.0, 400.0, 20.0));

    private static LoadCurve carrying(double of100, double of200, double of400) {
        return new LoadCurve(RISING, new TreeMap<>(Map.of(100.0, of100, 200.0, of200, 400.0, of400)));
    }

    @Test
    void aRateIsTooMuchWhenTheLatencyHasGrownTenfold() {
        assertThat(carrying(100, 99, 50).tooMuch()).isEqualTo(400);
        assertThat(carrying(100, 99, 50).tooMuchOrLast()).isEqualTo(400);
    }

    @Test
    void aRateIsTooMuchWhenLessIsCarriedThanOffered() {
        assertThat(carrying(100, 98.9, 50).tooMuch()).isEqualTo(200);
        assertThat(carrying(100, 98.9, 100).tooMuchOrLast()).isEqualTo(200);
    }

    @Test
    void theLastRateCountsWhereNoneWasTooMuch() {
        LoadCurve light = new LoadCurve(RISING.headMap(400.0, false), new TreeMap<>());

        assertThat(light.tooMuch()).isNaN();
        assertThat(light.tooMuchOrLast()).isEqualTo(200);
        assertThat(new LoadCurve(RISING.headMap(200.0, false), new TreeMap<>()).tooMuchOrLast())
                .isNaN();
    }

    @Test
    void anEngineKeepsUpBelowWhatIsTooMuchWhereItWasMeasured() {
        assertThat(carrying(100, 100, 100).keepsUpAt(200)).isTrue();
        assertThat(carrying(100, 100, 100).keepsUpAt(400)).isFalse();
        assertThat(carrying(100, 100, 100).keepsUpAt(800)).isFalse();
        assertThat(new LoadCurve(RISING.headMap(400.0, false), new TreeMap<>()).keepsUpAt(400))
                .isFalse();
    }
}

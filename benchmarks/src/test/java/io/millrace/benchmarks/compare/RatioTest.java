// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RatioTest {

    private static Figure time(double value, double error) {
        return new Figure(value, error, "slower", "faster");
    }

    @Test
    void relativeErrorsOfBothAddUpInSquares() {
        Ratio ratio = Ratio.of(time(100, 3), time(220, 8.8));

        assertThat(ratio.value()).isEqualTo(2.2);
        // 3 % and 4 %
        assertThat(ratio.spread()).isCloseTo(2.2 * 0.05, within(1e-12));
        assertThat(ratio.text()).isEqualTo("2.200 ± 0.110");
    }

    @Test
    void whatTheSpreadIncludesIsNoise() {
        assertThat(Ratio.verdict(time(100, 3), time(105, 4.2))).isEqualTo("within noise");
        assertThat(Ratio.verdict(time(100, 3), time(106, 4.24))).isEqualTo("slower by 6.0 %");
        assertThat(Ratio.verdict(time(100, 3), time(96, 3.84))).isEqualTo("within noise");
        assertThat(Ratio.verdict(time(100, 3), time(94, 3.76))).isEqualTo("faster by 6.0 %");
    }

    @Test
    void largerRatesAreFaster() {
        assertThat(Ratio.verdict(new Figure(100, 1, "faster", "slower"), new Figure(150, 1, "faster", "slower")))
                .isEqualTo("faster by 50.0 %");
    }

    @Test
    void withoutASpreadNothingIsSaid() {
        assertThat(Ratio.verdict(time(100, Double.NaN), time(300, 1))).isEqualTo("not known: too few iterations");
        assertThat(Ratio.of(time(100, Double.NaN), time(300, 1)).text()).isEqualTo("3.000");
    }

    @Test
    void zeroHasNoRatio() {
        assertThat(Ratio.verdict(time(0, 0), time(0, 0))).isEqualTo("the same");
        assertThat(Ratio.verdict(time(0, 0), time(1, 0))).isEqualTo("not known: it was 0");
        assertThat(Ratio.of(time(0, 0), time(1, 0)).text()).isEmpty();
        assertThat(Ratio.verdict(time(1, 0), time(0, 0))).isEqualTo("faster by 100.0 %");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RttTraceTest {

    private static final RttTrace WIDE = new RttTrace(50, 150, 75);

    private static double mean(List<Double> times) {
        return times.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    @Test
    void timesAreInTheirBoundsAndHaveTheirMean() {
        List<Double> narrow = new RttTrace(74, 76, 75).times();

        assertThat(narrow).allMatch(time -> time > 74 && time < 76);
        assertThat(mean(narrow)).isCloseTo(75, within(1e-9));
        assertThat(WIDE.times()).allMatch(time -> time > 49.99 && time < 150).anyMatch(time -> time > 130);
        assertThat(mean(WIDE.times())).isCloseTo(75, within(1e-9));
    }

    @Test
    void everyTwoSecondsHaveTheSameTimesInAnotherOrder() {
        List<String> lines = WIDE.csv(7).lines().skip(1).toList();

        assertThat(lines).hasSize(28);
        assertThat(lines.get(1)).matches("0\\.25,left,right,\\d+\\.\\d{3}ms,,");
        List<String> rtts = lines.stream().map(line -> line.split(",")[3]).toList();
        assertThat(rtts.subList(8, 16))
                .containsExactlyInAnyOrderElementsOf(rtts.subList(0, 8))
                .isNotEqualTo(rtts.subList(0, 8));
    }
}

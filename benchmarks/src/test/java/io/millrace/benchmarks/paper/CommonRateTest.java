// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommonRateTest {

    private final List<Long> tried = new ArrayList<>();

    @Test
    void isFoundToAnEighthOfWhereTheFirstOneFails() throws Exception {
        assertThat(CommonRate.of(List.of(carrying(5_700)))).isEqualTo(5_500);
        assertThat(tried).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 6_000L, 5_000L, 5_500L);
    }

    @Test
    void oneTrialIsEnoughForWhoCarriesMore() throws Exception {
        assertThat(CommonRate.of(List.of(carrying(4_000), carrying(100_000)))).isEqualTo(4_000);
        assertThat(tried).endsWith(4_000L).hasSize(8);
    }

    @Test
    void fallsToThatOfAWeakerOne() throws Exception {
        assertThat(CommonRate.of(List.of(carrying(4_000), carrying(1_100)))).isEqualTo(1_000);
    }

    @Test
    void fallsAsFarAsAMuchWeakerOneNeeds() throws Exception {
        assertThat(CommonRate.of(List.of(carrying(1_024_000), carrying(9_100)))).isEqualTo(9_000);
    }

    @Test
    void isNoneIfOneCarriesNothing() throws Exception {
        assertThat(CommonRate.of(List.of(carrying(4_000), carrying(0)))).isZero();
    }

    private CommonRate.Trial carrying(long most) {
        return rate -> {
            tried.add(rate);
            return rate <= most;
        };
    }
}

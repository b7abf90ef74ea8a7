// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PricesTest {

    @Test
    void aRegionThatIsNotListedHasThePriceOfAllOthers() {
        Prices prices = Prices.read("eu=0.02, us = 0.05,*=0.09");
        assertThat(prices.perGigabyte("eu")).isEqualTo(0.02);
        assertThat(prices.perGigabyte("us")).isEqualTo(0.05);
        assertThat(prices.perGigabyte("asia")).isEqualTo(0.09);
        assertThat(Prices.read("eu=1").perGigabyte("us")).isZero();
        assertThat(Prices.read("").perGigabyte("eu")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eu", "eu=", "=1", "eu=-1", "eu=1,eu=2", "eu=1,", "eu=NaN", "e u=1"})
    void whatIsNoListOfPricesIsRefused(String text) {
        assertThatThrownBy(() -> Prices.read(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

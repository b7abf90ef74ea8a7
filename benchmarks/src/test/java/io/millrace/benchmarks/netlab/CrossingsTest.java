// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrossingsTest {

    @Test
    void eachChangeOfTheHostIsACrossing() {
        long way = Crossings.arrive(Crossings.begin(), 1);
        int before = Crossings.crossings(way);
        for (long host : new long[] {1, 1, 4, 4, 254, 3, 1}) {
            way = Crossings.arrive(way, host);
        }

        assertThat(Crossings.crossings(way) - before).isEqualTo(4);
    }

    @Test
    void whatStaysHasNotCrossed() {
        assertThat(Crossings.crossings(Crossings.arrive(Crossings.begin()))).isZero();
    }
}

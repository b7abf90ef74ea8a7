// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;

class BarsTest {

    @Test
    void aBarIsMetAtItsBound() {
        Bars bars = new Bars();
        bars.atMost("latency", 2, 2, "ms");
        bars.atMost("latency", 2.01, 2, "ms");
        bars.atLeast("rate", 5, 5, "1/s");
        bars.atLeast("rate", 4.99, 5, "1/s");

        assertThat(bars.all()).extracting(Bar::met).containsExactly(true, false, true, false);
        assertThat(bars.all().get(1).text()).isEqualTo("MISSED  latency: 2.01, at most 2.00 ms");
        assertThat(bars.all().get(2).markdown()).isEqualTo("rate: met (5.00 1/s, ≥ 5.00)");
    }

    @Test
    void whatWasNotMeasuredHasNoBarUnlessItIsAddedAsOne() {
        Bars bars = new Bars();
        bars.atMost("no value", Double.NaN, 2, "ms");
        bars.atLeast("no bound", 1, Double.NaN, "ms");
        bars.atLeast("a share of nothing", 1.0 / 0, 2, "");
        bars.add(new Bar("nothing came", Double.POSITIVE_INFINITY, 2, "ms", true));

        assertThat(bars.all()).extracting(Bar::what, Bar::met).containsExactly(tuple("nothing came", false));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultsTest {

    private final Results results = new Results();

    @Test
    void anotherEngineIsOneWithoutAResultBefore() {
        results.add(5, "a");
        results.add(10, "a");
        results.add(12, "a");
        assertThat(results.firstOfAnother(10)).isEmpty();
        results.add(17, "b");
        results.add(18, "c");
        assertThat(results.firstOfAnother(10)).hasValue(17);
        assertThat(results.firstOfAnother(18)).hasValue(18);
    }

    @Test
    void theLongestGapIncludesBothEnds() {
        assertThat(results.longestGap(10, 30)).isEqualTo(20);
        results.add(5, "a");
        results.add(17, "a");
        results.add(21, "b");
        results.add(40, "a");
        assertThat(results.longestGap(10, 30)).isEqualTo(9);
        assertThat(results.longestGap(10, 23)).isEqualTo(7);
        assertThat(results.longestGap(18, 22)).isEqualTo(3);
    }
}

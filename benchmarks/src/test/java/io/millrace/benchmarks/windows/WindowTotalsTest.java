// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WindowTotalsTest {

    private static final long BASE = EventSequence.BASE_MILLIS;
    private static final int EVENTS = 250_000;

    /** The results of windows of single events have the same totals as those of all. */
    private static WindowTotals of(EventSequence sequence, WindowShape shape, int skipped) {
        WindowTotals all = new WindowTotals(shape);
        for (int i = 0; i < EVENTS; i++) {
            long millis = sequence.millis(i);
            long value = sequence.value(i);
            if (i == skipped) {
                continue;
            }
            if (shape == WindowShape.SESSION) {
                all.add(millis, millis + shape.sizeMillis(), 1, value);
                continue;
            }
            long slide = shape.slideMillis();
            long first = BASE + Math.floorDiv(millis - BASE, slide) * slide + slide;
            for (long to = first; to < first + shape.sizeMillis(); to += slide) {
                all.add(to - shape.sizeMillis(), to, 1, value);
            }
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void rightResultsDoNotDifferFromWhatIsExpected(WindowShape shape) {
        EventSequence sequence = new EventSequence(shape, 10);
        WindowTotals expected = WindowTotals.expected(sequence, shape, BASE + 24_000);

        assertThat(expected.size()).isEqualTo(shape == WindowShape.SLIDING ? 25 : 3);
        assertThat(of(sequence, shape, EVENTS).differences(expected)).isZero();
        assertThat(of(sequence, shape, 1_000).differences(expected)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void totalsAreReadAsTheyWereWritten(WindowShape shape) {
        WindowTotals written = of(new EventSequence(shape, 10), shape, EVENTS);

        WindowTotals read = WindowTotals.decode(shape, written.encode());

        assertThat(read.size()).isEqualTo(written.size());
        assertThat(read.differences(written)).isZero();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventSequenceTest {

    private static final int EVENTS = 200_000;

    @ParameterizedTest
    @EnumSource
    void eventsAreLateButLessThanTheLateness(WindowShape shape) {
        EventSequence sequence = new EventSequence(shape, 10);
        long latest = Long.MIN_VALUE;
        int late = 0;
        for (int i = 0; i < EVENTS; i++) {
            long millis = sequence.millis(i);
            latest = Math.max(latest, millis);
            late += millis < latest ? 1 : 0;
            assertThat(latest - millis).isLessThan(EventSequence.LATENESS_MILLIS);
            assertThat(sequence.key(i)).isBetween(0L, 9L);
        }
        assertThat(late).isBetween(EVENTS / 5, EVENTS / 3);
    }

    @ParameterizedTest
    @EnumSource
    void aWindowPassesWithTheLastOfBothSourcesFirstEventsBeyondItsEnd(WindowShape shape) {
        EventSequence sequence = new EventSequence(shape, 10);
        for (long end = EventSequence.BASE_MILLIS; end < EventSequence.BASE_MILLIS + 18_000; end += 777) {
            long last = 0;
            for (int source = 0; source < Job.TASKS; source++) {
                long index = source;
                while (sequence.millis(index) - EventSequence.LATENESS_MILLIS < end) {
                    index += Job.TASKS;
                }
                last = Math.max(last, index);
            }
            assertThat(sequence.passing(end)).isEqualTo(last);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules of a probe; {@code DelayedPipeTest} shows their effect on a path. */
@Timeout(60)
class DelayProbeTest {

    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final DelayProbe probe = new DelayProbe();

    @Test
    void aPathWithoutAQueueIsNotProbed() {
        for (long now = 0; now < 60 * SECOND; now += SECOND / 2) {
            probe.sample(now, 20 * MILLI + now % 3);
            assertThat(probe.withholds(now)).isFalse();
        }
        assertThat(probe.minNanos()).isEqualTo(20 * MILLI);
    }

    @Test
    void oneLongAnswerToAProbeIsNotBelieved() {
        probe.sample(0, 20 * MILLI);
        long now = loadUntilProbe(0, 40 * MILLI);
        // The other process made a pause.
        now = answer(now, 900 * MILLI);
        assertThat(probe.minNanos()).isEqualTo(20 * MILLI);
        now = loadUntilProbe(now, 40 * MILLI);
        answer(now, 21 * MILLI);
        assertThat(probe.minNanos()).isEqualTo(21 * MILLI);
    }

    @Test
    void creditIsWithheldForALimitedTimeOnly() {
        probe.sample(0, 20 * MILLI);
        for (long now = SECOND; now <= 10 * SECOND; now += SECOND) {
            probe.sample(now, 5 * SECOND);
        }
        long now = 10 * SECOND;
        assertThat(probe.withholds(now)).isTrue();
        assertThat(probe.takePing(now)).isFalse();
        assertThat(probe.withholds(now + 250 * MILLI)).isFalse();
        assertThat(probe.takePing(now + 250 * MILLI)).isTrue();
        assertThat(probe.takePing(now + 250 * MILLI)).isFalse();
        assertThat(probe.disturbed(now)).isTrue();
        assertThat(probe.disturbed(now + 30 * SECOND)).isFalse();
    }

    /** Samples round trips with a standing queue until credit is withheld; returns the time of that. */
    private long loadUntilProbe(long from, long rttNanos) {
        for (long now = from; now < from + 20 * SECOND; now += SECOND / 2) {
            probe.sample(now, rttNanos);
            if (probe.withholds(now)) {
                return now;
            }
        }
        throw new AssertionError("no probe within 20 s");
    }

    private long answer(long now, long rttNanos) {
        long drained = now + 500 * MILLI;
        assertThat(probe.takePing(drained)).isTrue();
        probe.sample(drained + rttNanos, rttNanos);
        return drained + rttNanos;
    }
}

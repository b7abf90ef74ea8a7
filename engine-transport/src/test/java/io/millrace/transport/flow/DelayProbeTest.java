package io.millrace.transport.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.peer.DelayedPipe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The path's delay under a load that never pauses, in virtual time on a wire of 20 MB/s; and the rules by themselves. */
@Timeout(60)
class DelayProbeTest {

    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final double WIRE = 20e6;
    private static final int MINUTES = Boolean.getBoolean("millrace.long") ? 3 : 1;

    private final DelayProbe probe = new DelayProbe();

    @ParameterizedTest
    @ValueSource(longs = {100, 25_000, 100_000, 242_000})
    void theDelayDoesNotDriftUpwardsUnderALoadThatNeverPauses(long rttMicros) {
        try (DelayedPipe pipe = new DelayedPipe(rttMicros * 1000, WIRE, c -> c)) {
            pipe.runFor(30 * SECOND);
            for (int minute = 0; minute < MINUTES; minute++) {
                pipe.longestQueueNanos = 0;
                assertThat(pipe.rateOver(60 * SECOND)).isGreaterThan(0.97 * WIRE);
                // After a probe, what it withheld is on its way at once: a quarter of a round trip more, for one of
                // them.
                assertThat(pipe.longestQueueNanos).isLessThan(rttMicros * 1000 * 11 / 20 + 35 * MILLI);
                assertThat(pipe.counters().rttNanos()).isLessThan(rttMicros * 1050 + 2 * MILLI);
            }
        }
    }

    @Test
    void theWindowFollowsAChangeOfRoute() {
        try (DelayedPipe pipe = new DelayedPipe(25 * MILLI, WIRE, c -> c)) {
            pipe.runFor(15 * SECOND);
            pipe.rtt(100 * MILLI);
            pipe.runFor(4 * SECOND);
            assertThat(pipe.rateOver(2 * SECOND)).isGreaterThan(0.95 * WIRE);
            assertThat(pipe.counters().windowBytes()).isGreaterThan((long) (0.1 * WIRE));
            pipe.rtt(25 * MILLI);
            pipe.runFor(15 * SECOND);
            pipe.longestQueueNanos = 0;
            assertThat(pipe.rateOver(20 * SECOND)).isGreaterThan(0.95 * WIRE);
            assertThat(pipe.longestQueueNanos).isLessThan(48 * MILLI);
            assertThat(pipe.counters().windowBytes()).isLessThan((long) (0.06 * WIRE));
            assertThat(pipe.counters().rttNanos()).isLessThan(28 * MILLI);
        }
    }

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
        assertThat(probe.probes()).isEqualTo(2);
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

    /** Round trips with a standing queue until credit is withheld; says when. */
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

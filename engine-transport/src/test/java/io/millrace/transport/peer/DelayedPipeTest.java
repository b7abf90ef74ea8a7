// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.PeerCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flow control where the delay is long, in virtual time: one busy channel on a wire of 20 MB/s. */
@Timeout(60)
public class DelayedPipeTest {

    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final double WIRE = 20e6;
    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final int SECONDS = LONG ? 180 : 20;

    @ParameterizedTest
    @ValueSource(longs = {100, 25_000, 242_000})
    void throughputHoldsAndTheStandingQueueStaysSmall(long rttMicros) {
        try (DelayedPipe pipe = new DelayedPipe(rttMicros * 1000, WIRE, c -> c)) {
            pipe.runFor(4 * SECOND);
            pipe.longestQueueNanos = 0;
            assertThat(pipe.rateOver(4 * SECOND)).isGreaterThan(0.95 * WIRE);
            // The bound is the rule's headroom, and the time of two frames and the least window on this wire.
            assertThat(pipe.longestQueueNanos).isLessThan(rttMicros * 1000 * 3 / 10 + 35 * MILLI);
            assertThat(pipe.counters().get(PeerCounter.RTT_NANOS)).isGreaterThanOrEqualTo(rttMicros * 1000);
        }
    }

    @Test
    void aChannelIsAsFastFarAwayAsNearby() {
        double gigabit = 125e6;
        double nearby = rate(100_000, gigabit, SECOND);
        assertThat(nearby).isGreaterThan(0.95 * gigabit);
        assertThat(rate(25 * MILLI, gigabit, SECOND)).isGreaterThan(0.8 * nearby);
        assertThat(rate(242 * MILLI, gigabit, 6 * SECOND)).isGreaterThan(0.8 * nearby);
    }

    /** @param warmUp until the window is as long as the round trip needs it */
    private static double rate(long rttNanos, double wire, long warmUp) {
        try (DelayedPipe pipe = new DelayedPipe(rttNanos, wire, c -> c)) {
            // What a socket with so fast a wire has at a time
            pipe.pieceBytes = 64 << 10;
            pipe.runFor(warmUp);
            return pipe.rateOver(2 * SECOND);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 242_000})
    void recoversFromAStallOfTheReceiver(long rttMicros) {
        try (DelayedPipe pipe = new DelayedPipe(rttMicros * 1000, WIRE, c -> c)) {
            pipe.runFor(4 * SECOND);
            long window = pipe.counters().get(PeerCounter.WINDOW_BYTES);
            pipe.receiver.consume(0, VirtualReceiver.NOT_AT_ALL);
            pipe.runFor(4 * SECOND);
            assertThat(pipe.heldBytes()).isLessThanOrEqualTo(2 * window);
            pipe.receiver.consume(0, VirtualReceiver.AT_ONCE);
            pipe.runFor(SECOND);
            assertThat(pipe.rateOver(SECOND)).isGreaterThan(0.95 * WIRE);
            pipe.runFor(2 * SECOND);
            assertThat(pipe.counters().get(PeerCounter.WINDOW_BYTES)).isLessThan(3 * window);
        }
    }

    @Test
    void aSlowReceiverHoldsLittle() {
        double slow = 1e6;
        try (DelayedPipe pipe = new DelayedPipe(100 * MILLI, WIRE, c -> c)) {
            pipe.receiver.consume(0, slow);
            pipe.runFor(4 * SECOND);
            assertThat(pipe.rateOver(4 * SECOND)).isGreaterThan(0.95 * slow);
            assertThat(pipe.counters().get(PeerCounter.WINDOW_BYTES)).isLessThan(1 << 20);
        }
    }

    @Test
    void theWindowNeverExceedsItsBound() {
        int max = 1 << 20;
        try (DelayedPipe pipe = new DelayedPipe(242 * MILLI, WIRE, c -> c.windowBytes(256 << 10, max))) {
            pipe.runFor(4 * SECOND);
            assertThat(pipe.counters().get(PeerCounter.WINDOW_BYTES)).isLessThanOrEqualTo(max);
            assertThat(pipe.rateOver(4 * SECOND)).isBetween(0.85 * max / 0.242, 1.0 * max / 0.242);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 100_000})
    void theDelayDoesNotDriftUpwardsUnderALoadThatNeverPauses(long rttMicros) {
        try (DelayedPipe pipe = new DelayedPipe(rttMicros * 1000, WIRE, c -> c)) {
            pipe.runFor((LONG ? 30 : 12) * SECOND);
            for (int second = 0; second < SECONDS; second += 20) {
                pipe.longestQueueNanos = 0;
                assertThat(pipe.rateOver(20 * SECOND)).isGreaterThan(0.97 * WIRE);
                // After a probe, the credit that it withheld is used at once: a quarter of a round trip more, for one
                // of the samples.
                assertThat(pipe.longestQueueNanos).isLessThan(rttMicros * 1000 * 11 / 20 + 35 * MILLI);
                assertThat(pipe.counters().get(PeerCounter.RTT_NANOS)).isLessThan(rttMicros * 1050 + 2 * MILLI);
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
            assertThat(pipe.counters().get(PeerCounter.WINDOW_BYTES)).isGreaterThan((long) (0.1 * WIRE));
            pipe.rtt(25 * MILLI);
            pipe.runFor(15 * SECOND);
            pipe.longestQueueNanos = 0;
            assertThat(pipe.rateOver(12 * SECOND)).isGreaterThan(0.95 * WIRE);
            assertThat(pipe.longestQueueNanos).isLessThan(48 * MILLI);
            assertThat(pipe.counters().get(PeerCounter.WINDOW_BYTES)).isLessThan((long) (0.06 * WIRE));
            assertThat(pipe.counters().get(PeerCounter.RTT_NANOS)).isLessThan(28 * MILLI);
        }
    }
}

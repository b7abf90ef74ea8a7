// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sender's clock as a receiver knows it, over connections in simulated time. */
@Timeout(60)
class PeerClockTest {

    private static final long MICRO = 1_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final int PARTS = 1_000_000;

    private long now = 1;
    private final SimulatedNetwork network = new SimulatedNetwork(() -> now, 1);
    private final List<Long> offsets = new ArrayList<>();
    private Transport sender;
    private Transport receiver;
    private Peer toReceiver;
    private Peer toSender;

    @AfterEach
    void close() {
        network.close();
    }

    private void start(LongSupplier sendersClock) {
        InboundHandler handler = new InboundHandler() {
            @Override
            public void onMessage(InboundMessage message) {
                offsets.add(message.senderClockOffsetNanos());
                message.release();
            }

            @Override
            public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {}
        };
        sender = network.start(
                TransportConfig.builder("cluster", "topology", "sender", 1)
                        .secret(new LinkSecret(new byte[32]))
                        .build(),
                handler,
                sendersClock);
        receiver = network.start(
                TransportConfig.builder("cluster", "topology", "receiver", 1)
                        .secret(new LinkSecret(new byte[32]))
                        .build(),
                handler);
        toReceiver = connect(sender, receiver, "receiver");
        toSender = connect(receiver, sender, "sender");
    }

    private static Peer connect(Transport from, Transport to, String worker) {
        return from.connect(
                new PeerAddress(to.address().getHostString(), to.address().getPort(), worker, 1), () -> {});
    }

    private void runFor(long nanos) {
        long end = now + nanos;
        while (now < end) {
            if (!network.step()) {
                now = Math.max(now, network.deadline());
            }
        }
    }

    private void send() {
        assertThat(toReceiver.offer(1, ByteBuffer.allocate(8), 0, 8)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "3600, 0, 0, 0",
        "3600, 0, 121000, 121000",
        "3600, 100, 0, 0",
        "3600, 100, 50, 50",
        "3600, 100, 121000, 121000",
        "3600, -100, 181500, 60500",
        "3600, 100, 60500, 181500",
        "-259200, 0, 50, 150",
        "-259200, 100, 0, 0",
        "-259200, 100, 12500, 12500",
        "-259200, 100, 37500, 12500",
        "-259200, -100, 12500, 37500",
        "-259200, -100, 121000, 121000",
        "-259200, -100, 181500, 60500",
    })
    void theTrueOffsetIsWithinTheError(long aheadSeconds, long driftPpm, long forthMicros, long backMicros) {
        network.delay(forthMicros * MICRO, backMicros * MICRO);
        start(() -> now + aheadSeconds * SECOND + now * driftPpm / PARTS);
        int[] looks = new int[1];
        receiver.repeat(Duration.ofMillis(20), () -> {
            PeerCounters counters = toSender.counters();
            if (counters.get(PeerCounter.CLOCK_ERROR_NANOS) > 0) {
                looks[0]++;
                long truth = aheadSeconds * SECOND + now * driftPpm / PARTS;
                assertThat(Math.abs(counters.get(PeerCounter.CLOCK_OFFSET_NANOS) - truth))
                        .as("offset %d of %d at %d", counters.get(PeerCounter.CLOCK_OFFSET_NANOS), truth, now)
                        .isLessThanOrEqualTo(counters.get(PeerCounter.CLOCK_ERROR_NANOS));
                long roundTrip = (forthMicros + backMicros) * MICRO;
                // The latest sample is no older than a ping's interval, its round trip and a tick
                assertThat(counters.get(PeerCounter.CLOCK_ERROR_NANOS))
                        .isLessThanOrEqualTo(roundTrip / 2 + (SECOND + 2 * roundTrip) / 10_000);
            }
        });
        runFor(40 * SECOND);
        assertThat(looks[0]).isGreaterThan(1_000);
    }

    @Test
    void theTrueOffsetIsWithinTheErrorWhileThePathChanges() {
        start(() -> now + 3_600 * SECOND + now * 100 / PARTS);
        int[] looks = new int[1];
        receiver.repeat(Duration.ofMillis(20), () -> {
            PeerCounters counters = toSender.counters();
            if (counters.get(PeerCounter.CLOCK_ERROR_NANOS) > 0) {
                looks[0]++;
                assertThat(Math.abs(counters.get(PeerCounter.CLOCK_OFFSET_NANOS) - 3_600 * SECOND - now * 100 / PARTS))
                        .isLessThanOrEqualTo(counters.get(PeerCounter.CLOCK_ERROR_NANOS));
            }
        });
        for (int i = 0; i < 40; i++) {
            network.delay(MICRO * 100 * (1 + i * 7 % 11 * 100), MICRO * 100 * (1 + i * 5 % 13 * 100));
            runFor(2 * SECOND);
        }
        assertThat(looks[0]).isGreaterThan(3_000);
    }

    @Test
    void messagesBeforeTheFirstAnswerAreCountedAndLaterOnesCarryTheOffset() {
        network.delay(10_000 * MICRO);
        start(() -> now + 3_600 * SECOND);
        send();
        runFor(5 * SECOND);
        assertThat(offsets).containsExactly(InboundMessage.UNKNOWN_CLOCK);
        assertThat(toSender.counters().get(PeerCounter.UNTIMED_MESSAGES)).isEqualTo(1);
        send();
        runFor(SECOND);
        assertThat(offsets).hasSize(2).endsWith(3_600 * SECOND);
        assertThat(toSender.counters().get(PeerCounter.UNTIMED_MESSAGES)).isEqualTo(1);
    }

    @Test
    void theOffsetIsUnknownWithoutAConnectionAndKnownAgainWithTheNext() {
        network.delay(10_000 * MICRO);
        start(() -> now + 3_600 * SECOND);
        runFor(5 * SECOND);
        assertThat(toSender.counters().get(PeerCounter.CLOCK_OFFSET_NANOS)).isEqualTo(3_600 * SECOND);
        network.cut();
        assertThat(toSender.counters().get(PeerCounter.CLOCK_ERROR_NANOS)).isZero();
        runFor(10 * SECOND);
        assertThat(toSender.counters().get(PeerCounter.CLOCK_OFFSET_NANOS)).isEqualTo(3_600 * SECOND);
        assertThat(toSender.counters().get(PeerCounter.CLOCK_ERROR_NANOS)).isPositive();
    }
}

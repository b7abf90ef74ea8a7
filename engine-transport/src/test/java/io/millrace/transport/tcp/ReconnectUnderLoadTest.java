// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.Await;
import io.millrace.transport.DropCause;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.TestWorker;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that break under load, over sockets: no message twice or out of order, and all are counted. */
@Timeout(60)
class ReconnectUnderLoadTest {

    private static final int CHANNELS = 4;
    private static final int MESSAGES = 60_000;
    private static final int CUTS = 8;
    private static final int LARGE = 2_000_000;

    @Test
    void allThatWasTakenArrivesOnceInOrderOrIsCountedAsDropped() throws Exception {
        try (TestWorker a = new TestWorker("a", 1);
                TestWorker b = new TestWorker("b", 1);
                Relay relay = new Relay(b.transport.address())) {
            long[] last = new long[CHANNELS];
            AtomicLong received = new AtomicLong();
            List<String> wrong = new CopyOnWriteArrayList<>();
            b.onMessage = message -> {
                long number = message.buffer().getLong(message.offset());
                if (number <= last[message.targetTask()]) {
                    wrong.add(
                            "channel " + message.targetTask() + ": " + number + " after " + last[message.targetTask()]);
                }
                last[message.targetTask()] = number;
                received.incrementAndGet();
                message.release();
            };
            Peer peer = a.connect(new PeerAddress("127.0.0.1", relay.port(), "b", 1));
            ByteBuffer message = ByteBuffer.allocate(LARGE).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 1; i <= MESSAGES; i++) {
                message.putLong(0, i);
                while (!peer.offer(i % CHANNELS, message, 0, i % 1000 == 0 ? LARGE : 8 + i % 2000)) {
                    a.room.acquire();
                }
                if (i % (MESSAGES / CUTS) == MESSAGES / CUTS / 2) {
                    Await.until(peer::connected, peer::counters);
                    relay.cut();
                }
            }
            Await.until(() -> peer.counters().get(PeerCounter.QUEUED_BYTES) == 0, peer::counters);
            // What follows on the same connection says that all before it has come.
            for (int channel = 0; channel < CHANNELS; channel++) {
                message.putLong(0, MESSAGES + 1 + channel);
                assertThat(peer.offer(channel, message, 0, 8)).isTrue();
            }
            Await.until(
                    () -> {
                        long sum = 0;
                        for (long number : last) {
                            sum += number > MESSAGES ? 1 : 0;
                        }
                        return sum == CHANNELS;
                    },
                    peer::counters);
            assertThat(wrong).isEmpty();
            PeerCounters counters = peer.counters();
            long offered = MESSAGES + CHANNELS;
            long dropped = counters.drops().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertThat(counters.get(PeerCounter.CONNECTIONS)).isEqualTo(CUTS + 1);
            assertThat(counters.closes().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    // There are more if a dial ended within its hand-shake
                    .isGreaterThanOrEqualTo(CUTS);
            assertThat(counters.drops()).containsKey(DropCause.UNCONFIRMED);
            assertThat(counters.drops().keySet()).isSubsetOf(DropCause.UNCONFIRMED, DropCause.CUT_OFF);
            // A message that was sent and not confirmed may have arrived: the drops are an upper bound of the loss.
            assertThat(offered - received.get()).isBetween(1L, dropped);
            assertThat(counters.get(PeerCounter.SENT_MESSAGES)
                            + counters.drops().getOrDefault(DropCause.CUT_OFF, 0L))
                    .isEqualTo(offered);
            assertThat(b.transport.counters().receivedMessages()).isEqualTo(received.get());
            assertThat(b.transport.counters().heldBytes()).isZero();
            // The counters of the sender's peer at the receiver tell the same of the other direction.
            Peer back = b.connect(a.address());
            assertThat(back.counters().get(PeerCounter.RECEIVED_MESSAGES)).isEqualTo(received.get());
            assertThat(back.counters().get(PeerCounter.RECEIVED_BYTES))
                    .isEqualTo(b.transport.counters().receivedBytes());
        }
    }

    @Test
    void whoWaitsBehindAMessageThatIsCutOffIsToldOfTheRoom() throws Exception {
        try (TestWorker a = new TestWorker("a", 1);
                TestWorker b = new TestWorker("b", 1);
                Relay relay = new Relay(b.transport.address())) {
            Peer peer = a.connect(new PeerAddress("127.0.0.1", relay.port(), "b", 1));
            Await.until(peer::connected, peer::counters);
            relay.hold();
            ByteBuffer message = ByteBuffer.allocate(LARGE);
            assertThat(peer.offer(1, message, 0, LARGE)).isTrue();
            Await.until(() -> peer.counters().get(PeerCounter.QUEUED_BYTES) < LARGE, peer::counters);
            assertThat(peer.offer(1, message, 0, LARGE)).isFalse();
            a.room.drainPermits();

            relay.cut();

            a.room.acquire();
            assertThat(peer.offer(1, message, 0, LARGE)).isTrue();
            assertThat(peer.counters().drops()).containsEntry(DropCause.CUT_OFF, 1L);
        }
    }
}

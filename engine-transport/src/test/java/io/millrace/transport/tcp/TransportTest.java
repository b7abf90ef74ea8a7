// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.transport.Await;
import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.TestWorker;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.TransportException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of {@link Transport} over loopback sockets. */
@Timeout(30)
public class TransportTest {

    /** Sets the settings that all transports of a test have in common. */
    protected TransportConfig.Builder settings(TransportConfig.Builder builder) {
        return builder;
    }

    /** Returns the bound of messages: that which transports have by default. */
    protected int largestBytes() {
        return 64 << 20;
    }

    private TestWorker worker(String id, long epoch) {
        return worker(id, epoch, builder -> builder);
    }

    private TestWorker worker(String id, long epoch, UnaryOperator<TransportConfig.Builder> more) {
        return new TestWorker(id, epoch, builder -> more.apply(settings(builder)));
    }

    @Test
    void deliversMessagesOfAllSizesWithTheirBytes() throws InterruptedException {
        try (TestWorker a = worker("a", 1);
                TestWorker b = worker("b", 1)) {
            Peer peer = a.connect(b);
            Random random = new Random(7);
            List<byte[]> sent = new ArrayList<>();
            for (int size :
                    new int[] {0, 1, 3, 4, 5, 1000, 32_763, 32_764, 32_765, 65_536, 300_000, 1 << 20, 3_000_001}) {
                byte[] message = new byte[size];
                random.nextBytes(message);
                sent.add(message);
                a.send(peer, 5, message);
            }
            b.awaitCount(5, sent.size());
            assertThat(List.copyOf(b.received.get(5)))
                    .usingElementComparator(Arrays::compare)
                    .containsExactlyElementsOf(sent);
        }
    }

    @Test
    void keepsTheOrderOfEachThreadPerChannel() throws InterruptedException {
        int threads = 3;
        int channels = 4;
        int perThread = 20_000;
        try (TestWorker a = worker("a", 1);
                TestWorker b = worker("b", 1)) {
            long[][] next = new long[threads][channels];
            CountDownLatch all = new CountDownLatch(threads * perThread);
            List<String> wrong = new ArrayList<>();
            b.onMessage = message -> {
                int thread = message.buffer().get(message.offset());
                long number = message.buffer().getLong(message.offset() + 1);
                if (number != next[thread][message.targetTask()]++ && wrong.size() < 5) {
                    wrong.add("thread " + thread + " channel " + message.targetTask() + " number " + number);
                }
                message.release();
                all.countDown();
            };
            Peer peer = a.connect(b);
            List<Thread> senders = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                byte thread = (byte) t;
                senders.add(new Thread(() -> {
                    ByteBuffer buffer = ByteBuffer.allocate(100_000).order(java.nio.ByteOrder.LITTLE_ENDIAN);
                    buffer.put(0, thread);
                    for (int i = 0; i < perThread; i++) {
                        buffer.putLong(1, i / channels);
                        int length = i % 500 == 0 ? 100_000 : 9 + i % 300;
                        while (!peer.offer(i % channels, buffer, 0, length)) {
                            a.room.acquireUninterruptibly();
                        }
                    }
                }));
            }
            senders.forEach(Thread::start);
            for (Thread sender : senders) {
                sender.join();
            }
            all.await();
            assertThat(wrong).isEmpty();
            assertThat(peer.counters().drops()).isEmpty();
        }
    }

    @Test
    void carriesTheLargestMessageAndRefusesALargerOne() throws InterruptedException {
        int largest = largestBytes();
        try (TestWorker a = worker("a", 1, builder -> builder.messageMaxBytes(largest));
                TestWorker b = worker("b", 1, builder -> builder.messageMaxBytes(largest))) {
            Peer peer = a.connect(b);
            byte[] large = new byte[largest];
            new Random(1).nextBytes(large);
            a.send(peer, 1, large);
            a.send(peer, 1, new byte[] {1});
            b.awaitCount(1, 2);
            assertThat(b.received.get(1).poll()).isEqualTo(large);
            byte[] larger = new byte[largest + 1];
            assertThatThrownBy(() -> peer.offer(1, ByteBuffer.wrap(larger), 0, larger.length))
                    .hasMessage("message is %d bytes, the bound is %d: send less or raise transport.message.max.bytes"
                            .formatted(largest + 1, largest));
        }
    }

    @Test
    void aStuckChannelLeavesOthersFlowingAndMemoryBounded() throws InterruptedException {
        // On a busy machine round trips are long, and windows would grow
        try (TestWorker a = worker("a", 1);
                TestWorker b = worker("b", 1, builder -> builder.windowBytes(256 << 10, 256 << 10))) {
            b.stick(0);
            Peer peer = a.connected(b);
            byte[] message = new byte[1000];
            ByteBuffer source = ByteBuffer.wrap(message);
            // Fill the stuck channel until its window and its outgoing buffer are full.
            long offered = 0;
            while (a.transport.counters().outgoingBytes() < (1 << 20) - 40_000
                    || peer.counters().get(PeerCounter.IN_FLIGHT_BYTES) < (256 << 10) - 40_000) {
                offered += peer.offer(0, source, 0, message.length) ? message.length : 0;
                assertThat(offered).isLessThan(2 << 20);
            }
            for (int i = 0; i < 20_000; i++) {
                a.send(peer, 1, message);
            }
            b.awaitCount(1, 20_000);
            assertThat(peer.offer(0, source, 0, message.length)
                            && peer.offer(0, source, 0, message.length)
                            && peer.counters().get(PeerCounter.QUEUED_BYTES) > (1 << 20))
                    .isFalse();
            assertThat(b.transport.counters().heldBytes()).isLessThanOrEqualTo(256 << 10);
            assertThat(peer.counters().get(PeerCounter.CREDIT_LIMITED_NANOS)).isPositive();
            // And when the receiver comes back, all that was accepted arrives.
            b.stuck.remove(0).forEach(InboundMessage::release);
            Await.until(() -> peer.counters().get(PeerCounter.QUEUED_BYTES) == 0, peer::counters);
            Await.until(() -> b.transport.counters().heldBytes() == 0, b.transport::counters);
        }
    }

    @Test
    void aMessageLongerThanTheWindowArrivesBehindAShortOneThatIsReleasedLater() throws InterruptedException {
        try (TestWorker a = worker("a", 1);
                TestWorker b = worker("b", 1)) {
            b.stick(0);
            Peer peer = a.connected(b);
            a.send(peer, 0, new byte[10]);
            a.send(peer, 0, new byte[1 << 20]);
            Await.until(
                    () -> b.stuck.get(0).size() == 1 && peer.counters().get(PeerCounter.CREDIT_LIMITED_NANOS) > 0,
                    peer::counters);
            InboundMessage first = b.stuck.remove(0).remove();
            first.release();
            b.awaitCount(0, 1);
        }
    }

    @Test
    void controlOvertakesAChannelThatIsStuck() {
        try (TestWorker a = worker("a", 1);
                TestWorker b = worker("b", 1)) {
            b.stick(0);
            Peer peer = a.connected(b);
            ByteBuffer source = ByteBuffer.allocate(1000);
            while (peer.offer(0, source, 0, 1000)) {
                Thread.onSpinWait();
            }
            source.put(0, (byte) 42);
            assertThat(peer.offerControl(9, source, 0, 1)).isTrue();
            Await.until(() -> !b.controls.isEmpty(), b.transport::counters);
            assertThat(b.controls.poll()).containsExactly(42);
        }
    }

    @Test
    void reconnectsToTheSameIncarnation() throws InterruptedException {
        try (TestWorker a = worker("a", 1)) {
            TestWorker b = worker("b", 1);
            PeerAddress address = b.address();
            Peer peer = a.connect(address);
            a.send(peer, 1, new byte[10]);
            b.awaitCount(1, 1);
            b.close();
            Await.until(() -> !peer.connected(), peer::counters);
            a.send(peer, 1, new byte[20]);
            try (TestWorker again = worker("b", 1, c -> c.listen("127.0.0.1", address.port()))) {
                again.awaitCount(1, 1);
                assertThat(again.received.get(1).poll()).hasSize(20);
                assertThat(peer.counters().get(PeerCounter.CONNECTIONS)).isEqualTo(2);
                assertThat(peer.counters().lastFailure()).contains("b#1@127.0.0.1");
            }
        }
    }

    @Test
    void aDiallerThatWantsThePreviousIncarnationTakesNoOther() throws InterruptedException {
        try (TestWorker a = worker("a", 1);
                TestWorker b = worker("b", 2)) {
            PeerAddress now = b.address();
            Peer stale = a.connect(new PeerAddress("127.0.0.1", now.port(), "b", 1));
            assertUnproven(stale);
            assertThat(stale.connected()).isFalse();
            a.send(stale, 1, new byte[1]);
            stale.close();
            Await.until(() -> stale.counters().drops().containsKey(DropCause.PEER_CLOSED), stale::counters);
            Peer peer = a.connect(now);
            a.send(peer, 1, new byte[1]);
            b.awaitCount(1, 1);
        }
    }

    @Test
    void refusesAnOlderIncarnationOfASender() {
        try (TestWorker b = worker("b", 1);
                TestWorker older = worker("a", 1);
                TestWorker newer = worker("a", 2)) {
            Peer first = older.connected(b);
            Peer second = newer.connected(b);
            assertRefused(first, RefusalCause.STALE_EPOCH, "epoch 1 of worker 'a' is over, epoch 2 has been here");
            assertThat(first.connected()).isFalse();
            assertThat(second.connected()).isTrue();
            assertThat(b.transport.counters().closes()).containsEntry(CloseCause.REPLACED, 1L);
        }
    }

    @Test
    void connectsWithNoOtherClustersTopologiesSubmissionsAndWorkers() {
        try (TestWorker a = worker("a", 1);
                TestWorker submission =
                        worker("f", 1, c -> c.secret(new LinkSecret("of another submission".getBytes(UTF_8))));
                Transport cluster = TcpTransport.start(
                        settings(TransportConfig.builder("elsewhere", "topology", "c", 1)
                                        .secret(TestWorker.SECRET))
                                .build(),
                        a,
                        System::nanoTime);
                Transport topology = TcpTransport.start(
                        settings(TransportConfig.builder("cluster", "other", "d", 1)
                                        .secret(TestWorker.SECRET))
                                .build(),
                        a,
                        System::nanoTime);
                Transport bounds = TcpTransport.start(
                        settings(TransportConfig.builder("cluster", "topology", "e", 1)
                                        .secret(TestWorker.SECRET))
                                .messageMaxBytes(128 << 20)
                                .build(),
                        a,
                        System::nanoTime)) {
            assertUnproven(cluster.connect(a.address(), () -> {}));
            assertUnproven(topology.connect(a.address(), () -> {}));
            assertUnproven(submission.connect(a));
            assertRefused(
                    bounds.connect(a.address(), () -> {}),
                    RefusalCause.BOUNDS,
                    "set transport.frame.bytes and transport.message.max.bytes alike");
            PeerAddress wrong = new PeerAddress("127.0.0.1", a.address().port(), "z", 1);
            assertUnproven(bounds.connect(wrong, () -> {}));
            assertThat(a.transport.counters().refusals()).containsOnlyKeys(RefusalCause.BOUNDS);
        }
    }

    /**
     * Asserts that the dialler finds that it has not reached the worker that it dialled; the acceptor does not say so.
     */
    private static void assertUnproven(Peer peer) {
        Await.until(() -> peer.counters().closes().containsKey(CloseCause.UNPROVEN), peer::counters);
        assertThat(peer.counters().lastFailure()).contains("has not proven that it is this start of this worker");
        assertThat(peer.counters().refusals()).isEmpty();
        assertThat(peer.connected()).isFalse();
    }

    private static void assertRefused(Peer peer, RefusalCause cause, String reason) {
        Await.until(() -> peer.counters().refusals().containsKey(cause), peer::counters);
        Await.until(() -> peer.counters().lastFailure().contains(reason), peer::counters);
    }

    @Test
    void keepsDiallingAPeerThatIsNotThere() throws Exception {
        int port;
        try (ServerSocket probe = new ServerSocket(0)) {
            port = probe.getLocalPort();
        }
        try (TestWorker a = worker("a", 1)) {
            Peer peer = a.connect(new PeerAddress("localhost", port, "b", 1));
            Await.until(() -> peer.counters().get(PeerCounter.DIALS) >= 3, peer::counters);
            assertThat(peer.counters().lastFailure()).startsWith("cannot connect to b#1@localhost:" + port);
            try (TestWorker b = worker("b", 1, c -> c.listen("127.0.0.1", port))) {
                a.send(peer, 3, new byte[3]);
                b.awaitCount(3, 1);
            }
        }
    }

    @Test
    void aPortInUseIsOneClearLine() {
        try (TestWorker a = worker("a", 1)) {
            int port = a.address().port();
            assertThatThrownBy(() -> worker("b", 1, c -> c.listen("127.0.0.1", port)))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + port)
                    .hasMessageContaining("in use")
                    .hasMessageContaining("choose another transport.host or transport.port");
        }
        assertNoThreads();
    }

    @Test
    void aHandlerThatThrowsLosesThatMessageOnly() throws InterruptedException {
        try (TestWorker a = worker("a", 1);
                TestWorker b = worker("b", 1)) {
            CountDownLatch good = new CountDownLatch(1);
            b.onMessage = message -> {
                if (message.length() == 1) {
                    throw new IllegalStateException("on purpose");
                }
                message.release();
                good.countDown();
            };
            Peer peer = a.connect(b);
            a.send(peer, 1, new byte[1]);
            a.send(peer, 1, new byte[2]);
            good.await();
            assertThat(b.transport.counters().drops()).containsEntry(DropCause.HANDLER_FAILED, 1L);
        }
    }

    @Test
    void closeLeavesNoThreadAndNoPort() throws Exception {
        int port;
        try (TestWorker a = worker("a", 1);
                TestWorker b = worker("b", 1)) {
            Peer peer = a.connected(b);
            a.connect(new PeerAddress("127.0.0.1", 1, "nobody", 1));
            a.send(peer, 1, new byte[1]);
            port = b.address().port();
        }
        assertNoThreads();
        try (ServerSocket socket = new ServerSocket(port)) {
            assertThat(socket.isBound()).isTrue();
        }
    }

    private static void assertNoThreads() {
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("millrace-transport"));
    }
}

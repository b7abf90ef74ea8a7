// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.transport.Await;
import io.millrace.transport.CloseCause;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.TestWorker;
import io.millrace.transport.TlsSettings;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tls.TestCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Many hostile connections at once, or slow ones, beside a healthy one. */
@Timeout(60)
class HostileFloodTest {

    private static final int FEW = 8;
    private static final int SPOILT = Boolean.getBoolean("millrace.long") ? 500 : 150;

    @TempDir
    private Path directory;

    private final AtomicLong now = new AtomicLong(1);

    private TestWorker worker(String id, boolean encrypted) {
        TlsSettings tls = encrypted ? TestCertificates.settings(directory, "node", "ca") : null;
        return new TestWorker(id, 1, builder -> builder.maxPeers(FEW).tls(tls), now::get);
    }

    private static Socket dial(TestWorker victim) throws IOException {
        Socket socket = new Socket("127.0.0.1", victim.address().port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static long closes(TestWorker worker, CloseCause cause) {
        return worker.transport.counters().closes().getOrDefault(cause, 0L);
    }

    private static void awaitCloses(TestWorker worker, CloseCause cause, long count) {
        Await.until(() -> closes(worker, cause) >= count, worker.transport::counters);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void silentConnectionsDoNotKeepAWorkerOut(boolean encrypted) throws IOException {
        List<Socket> silent = new ArrayList<>();
        try (TestWorker victim = worker("victim", encrypted);
                TestWorker friend = worker("friend", encrypted)) {
            for (int i = 0; i < 5 * FEW; i++) {
                silent.add(dial(victim));
            }
            awaitCloses(victim, CloseCause.TOO_MANY_CONNECTIONS, 4 * FEW);
            friend.connected(victim);
            // The other connections go when their time is over.
            now.addAndGet(6_000_000_000L);
            awaitCloses(victim, CloseCause.HANDSHAKE_TIMEOUT, FEW - 1);
            Await.until(() -> victim.transport.counters().established() == 1, victim.transport::counters);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSlowHandshakeEndsWhenItsTimeIsOver(boolean encrypted) throws IOException {
        try (TestWorker victim = worker("victim", encrypted);
                Socket slow = dial(victim)) {
            // This is a HELLO, or a record of the TLS handshake, that comes byte by byte.
            byte[] bytes =
                    encrypted ? new byte[] {22, 3, 1, 1, 0, 1, 0, 0, (byte) 252, 3, 3} : hello(victim, "slow", 1);
            for (int i = 0; i < 10; i++) {
                slow.getOutputStream().write(bytes[i]);
                now.addAndGet(490_000_000L);
            }
            assertThat(victim.transport.counters().closes()).isEmpty();
            slow.getOutputStream().write(bytes[10]);
            // Step until then, as the victim may have noticed the connection only now.
            Await.until(
                    () -> {
                        now.addAndGet(100_000_000L);
                        return closes(victim, CloseCause.HANDSHAKE_TIMEOUT) == 1;
                    },
                    victim.transport::counters);
            assertThat(slow.getInputStream().read()).isEqualTo(-1);
        }
    }

    private static byte[] hello(TestWorker victim, String sender, long attempt) {
        return new TestHandshake(TestWorker.config(sender, 1, c -> c), victim.address(), attempt).hello();
    }

    @Test
    void aFloodOfHellosLeavesTheHealthyConnection() throws IOException {
        try (TestWorker victim = worker("victim", false);
                TestWorker friend = worker("friend", false)) {
            Peer peer = friend.connected(victim);
            int flood = 20 * FEW;
            for (int i = 1; i <= flood; i++) {
                try (Socket socket = dial(victim)) {
                    socket.getOutputStream().write(hello(victim, "flood-" + i, i));
                    assertThat(socket.getInputStream().read()).isPositive();
                }
            }
            // The socket fails where the victim still wrote to it.
            Await.until(
                    () -> closes(victim, CloseCause.REMOTE_CLOSED) + closes(victim, CloseCause.IO_ERROR) == flood,
                    victim.transport::counters);
            assertThat(peer.counters().closes()).isEmpty();
            assertThat(peer.counters().get(PeerCounter.CONNECTIONS)).isEqualTo(1);
            Await.until(() -> victim.transport.counters().established() == 1, victim.transport::counters);
        }
    }

    @Test
    void aRecordedConnectionCannotBeSentAgain() throws IOException {
        RecordedConnection recorded = RecordedConnection.make();
        try (TestWorker victim = new TestWorker("b", 1, RecordedConnection::smallFrames, RecordedConnection::clock)) {
            send(victim, recorded.dialler);
            awaitCloses(victim, CloseCause.REFUSED, 1);
            long messages = victim.transport.counters().receivedMessages();
            assertThat(messages).isZero();
            assertThat(victim.transport.counters().refusals()).containsEntry(RefusalCause.UNPROVEN, 1L);
            // The bound also holds beside the worker itself.
            try (TestWorker friend = new TestWorker("a", 1, RecordedConnection::smallFrames)) {
                Peer peer = friend.connected(victim);
                send(victim, recorded.dialler);
                awaitCloses(victim, CloseCause.REFUSED, 2);
                assertThat(victim.transport.counters().refusals()).containsOnlyKeys(RefusalCause.UNPROVEN);
                assertThat(peer.counters().closes()).isEmpty();
            }
            assertThat(victim.transport.counters().receivedMessages()).isZero();
        }
    }

    private static void send(TestWorker victim, byte[] bytes) throws IOException {
        send(victim, bytes, null);
    }

    /** @param before the handshake that comes first, or null */
    private static void send(TestWorker victim, byte[] bytes, TestHandshake before) throws IOException {
        try (Socket socket = dial(victim)) {
            if (before != null) {
                before.accepted(socket);
            }
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            socket.shutdownOutput();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The victim may close while we still write: that is what is wanted.
            assertThat(e.getMessage()).containsAnyOf("reset", "Broken pipe");
        }
    }

    @Test
    void spoiltConnectionsDoNotDisturbAHealthyOne() throws Exception {
        RecordedConnection recorded = RecordedConnection.make();
        Mutations mutations = new Mutations(4);
        AtomicBoolean attacking = new AtomicBoolean(true);
        AtomicLong expected = new AtomicLong();
        AtomicLong wrong = new AtomicLong();
        try (TestWorker victim = new TestWorker("b", 1, RecordedConnection::smallFrames, RecordedConnection::clock);
                TestWorker friend = new TestWorker("friend", 1, RecordedConnection::smallFrames)) {
            victim.onMessage = message -> {
                if (message.targetTask() == 77) {
                    long number = message.buffer().getLong(message.offset());
                    wrong.addAndGet(number == expected.getAndIncrement() ? 0 : 1);
                }
                message.release();
            };
            Peer peer = friend.connected(victim);
            Thread healthy = new Thread(() -> {
                ByteBuffer message = ByteBuffer.allocate(500).order(java.nio.ByteOrder.LITTLE_ENDIAN);
                for (long number = 0; attacking.get(); number++) {
                    message.putLong(0, number);
                    while (!peer.offer(77, message, 0, 500) && attacking.get()) {
                        friend.room.acquireUninterruptibly();
                    }
                }
            });
            healthy.start();
            try {
                TransportConfig config = TestWorker.config("a", 1, RecordedConnection::smallFrames);
                for (int i = 0; i < SPOILT; i++) {
                    if (i % 5 < 2) {
                        send(victim, i % 5 == 0 ? mutations.noise(5_000) : mutations.mutate(recorded.dialler));
                    } else {
                        send(
                                victim,
                                mutations.mutate(recorded.afterHandshake()),
                                new TestHandshake(config, victim.address(), i));
                    }
                }
                // The worker's messages still arrive after the last attack.
                long seen = expected.get();
                Await.until(() -> expected.get() > seen + 100, victim.transport::counters);
            } finally {
                attacking.set(false);
                friend.room.release(1_000_000);
                healthy.join();
            }
            Await.until(() -> victim.transport.counters().established() == 1, victim.transport::counters);
            Await.until(() -> peer.counters().get(PeerCounter.QUEUED_BYTES) == 0, peer::counters);
            Await.until(() -> victim.transport.counters().heldBytes() == 0, victim.transport::counters);
            assertThat(wrong).hasValue(0);
            assertThat(peer.counters().closes()).isEmpty();
            assertThat(peer.counters().drops()).isEmpty();
            assertThat(victim.transport.counters().closes()).doesNotContainKey(CloseCause.INTERNAL);
        }
    }

    @Test
    @Tag("long")
    void garbageOnATlsPortIsRefusedAndTheLogIsNotFlooded() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(InboundHandshake.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        logger.addAppender(log);
        Mutations mutations = new Mutations(9);
        try (TestWorker victim = worker("victim", true);
                TestWorker friend = worker("friend", true)) {
            Peer peer = friend.connected(victim);
            for (int i = 0; i < 50; i++) {
                byte[] noise = mutations.noise(3_000);
                if (i % 2 == 0 && noise.length > 5) {
                    // Send the head of a TLS record, and then nothing that makes sense.
                    System.arraycopy(new byte[] {22, 3, 3, 2, 0}, 0, noise, 0, 5);
                }
                send(victim, noise);
            }
            awaitCloses(victim, CloseCause.ENCRYPTION, 10);
            awaitCloses(victim, CloseCause.TLS_FAILED, 10);
            assertThat(victim.transport.counters().closes())
                    .containsOnlyKeys(CloseCause.ENCRYPTION, CloseCause.TLS_FAILED, CloseCause.REMOTE_CLOSED);
            assertThat(log.list).hasSize(2);
            now.addAndGet(RefusalLog.SILENCE_NANOS);
            assertThat(peer.counters().closes()).isEmpty();
        } finally {
            logger.detachAppender(log);
            logger.setAdditive(true);
            logger.setLevel(Level.OFF);
        }
    }
}

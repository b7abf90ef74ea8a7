// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.CloseCause;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.TestWorker;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.frame.Challenge;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.Hello;
import io.millrace.transport.frame.Refusal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The handshake, without sockets: a peer without a proof gets nothing, changes nothing and learns nothing. */
class HandshakeTest {

    private static final PeerAddress TO = new PeerAddress("b", 1, "b", 3);
    private static final byte[] NONCE = new byte[FrameDescriptor.NONCE_BYTES];

    private final AtomicLong now = new AtomicLong(1);
    private final Endpoint endpoint = endpoint("b", 3, c -> c.maxPeers(4));
    private final Admission admission = new Admission(endpoint);
    private final Ticker ticker = new Ticker(now::get);
    private final List<EmbeddedChannel> channels = new ArrayList<>();

    private Endpoint endpoint(String id, long epoch, UnaryOperator<TransportConfig.Builder> settings) {
        return new Endpoint(TestWorker.config(id, epoch, settings), new RecordedConnection.TestSink(), now::get);
    }

    private static TransportConfig config(String id, long epoch) {
        return TestWorker.config(id, epoch, c -> c);
    }

    /** Makes a new connection to "b", from an address of its own. */
    private EmbeddedChannel dial(String host) {
        SocketAddress from = InetSocketAddress.createUnresolved(host, 1);
        EmbeddedChannel channel = new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return from;
            }
        };
        channel.pipeline().addLast(new InboundConnection(endpoint, ticker, admission));
        channels.add(channel);
        runTasks();
        return channel;
    }

    private EmbeddedChannel dial() {
        return dial("somewhere");
    }

    private static void say(EmbeddedChannel to, byte[] bytes) {
        to.writeInbound(Unpooled.wrappedBuffer(bytes));
        to.runPendingTasks();
    }

    /** Runs the tasks of all event loops: a connection that is replaced or pushed out is closed by its own one. */
    private void runTasks() {
        channels.forEach(EmbeddedChannel::runPendingTasks);
        channels.forEach(EmbeddedChannel::runPendingTasks);
    }

    /** Returns the next frame that the acceptor has answered, or null. */
    private ByteBuf heard(EmbeddedChannel from) {
        from.runPendingTasks();
        runTasks();
        ByteBuf frame = from.readOutbound();
        if (frame == null) {
            return null;
        }
        ByteBuf copy = Unpooled.copiedBuffer(frame);
        frame.release();
        return copy;
    }

    private static int type(ByteBuf frame) {
        return frame == null ? -1 : TestHandshake.type(frame);
    }

    private static Hello hello(String sender, long epoch, long process, long attempt) {
        return new Hello(65_536, 64 << 20, epoch, TO.epoch(), process, attempt, sender, TO.workerId());
    }

    private static TestHandshake truly(Hello hello) {
        return new TestHandshake(config(hello.sender(), hello.epoch()), TO, hello);
    }

    /** Returns the type of the answer to the right proof. */
    private int prove(EmbeddedChannel channel, TestHandshake handshake) {
        say(channel, handshake.hello());
        say(channel, handshake.answer(heard(channel)));
        return type(heard(channel));
    }

    private static Refusal refusal(ByteBuf frame) {
        assertThat(type(frame)).isEqualTo(FrameDescriptor.REFUSE);
        return Refusal.decode(frame, 0, frame.readableBytes());
    }

    @AfterEach
    void aTrueOneIsAcceptedAfterAll() {
        admission.expect(Map.of("a", 5L), Map.of());
        assertThat(prove(dial(), truly(hello("a", 5, 77, 1)))).isEqualTo(FrameDescriptor.ACCEPT);
        assertThat(endpoint.closes.snapshot()).doesNotContainKey(CloseCause.INTERNAL);
        channels.forEach(EmbeddedChannel::finishAndReleaseAll);
    }

    @Test
    void whoeverChangesAnythingOfAHelloOnItsWayBreaksTheProof() {
        TestHandshake handshake = truly(hello("a", 5, 1, 1));
        int length = handshake.hello().length;
        for (int at = 16; at < length; at++) {
            EmbeddedChannel channel = dial();
            byte[] changed = handshake.hello();
            changed[at] ^= 1;
            say(channel, changed);
            ByteBuf answer = heard(channel);
            if (type(answer) == FrameDescriptor.CHALLENGE) {
                say(channel, handshake.answer(answer));
                assertThat(refusal(heard(channel)).cause()).as("byte %s", at).isEqualTo(RefusalCause.UNPROVEN);
            }
            assertThat(channel.isOpen()).as("byte %s", at).isFalse();
        }
        assertThat(endpoint.accepted.get()).isZero();
    }

    @Test
    void aProofOfAnotherSubmissionClusterTopologyOrWorkerIsNone() {
        List<TransportConfig> others = List.of(
                TestWorker.config("a", 5, c -> c.secret(new LinkSecret("of another submission".getBytes(UTF_8)))),
                TransportConfig.builder("other", "topology", "a", 5)
                        .secret(TestWorker.SECRET)
                        .build(),
                TransportConfig.builder("cluster", "other", "a", 5)
                        .secret(TestWorker.SECRET)
                        .build());
        for (TransportConfig other : others) {
            assertUnproven(new TestHandshake(other, TO, hello("a", 5, 1, 1)));
        }
        assertUnproven(new TestHandshake(config("a", 5), new PeerAddress("b", 1, "c", 3), hello("a", 5, 1, 1)));
        assertUnproven(new TestHandshake(config("a", 5), new PeerAddress("b", 1, "b", 4), hello("a", 5, 1, 1)));
    }

    private void assertUnproven(TestHandshake handshake) {
        EmbeddedChannel channel = dial();
        say(channel, handshake.hello());
        say(channel, handshake.answer(heard(channel)));
        Refusal refusal = refusal(heard(channel));
        assertThat(refusal.cause()).isEqualTo(RefusalCause.UNPROVEN);
        assertThat(refusal.reason()).isEqualTo("no proof of belonging to this submission of the topology");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aRecordedHandshakeIsWorthNothingOnAnotherConnection() {
        TestHandshake handshake = truly(hello("a", 5, 1, 1));
        EmbeddedChannel first = dial();
        say(first, handshake.hello());
        byte[] answer = handshake.answer(heard(first));
        say(first, answer);
        assertThat(type(heard(first))).isEqualTo(FrameDescriptor.ACCEPT);

        EmbeddedChannel again = dial();
        say(again, handshake.hello());
        heard(again);
        say(again, answer);
        assertThat(refusal(heard(again)).cause()).isEqualTo(RefusalCause.UNPROVEN);
        assertThat(first.isOpen()).isTrue();
    }

    @Test
    void whatTheAcceptorProvesIsNoProofOfADialler() {
        TestHandshake handshake = truly(hello("a", 5, 1, 1));
        EmbeddedChannel channel = dial();
        say(channel, handshake.hello());
        ByteBuf challenge = heard(channel);
        ByteBuf reflected = Unpooled.buffer();
        Challenge.encodeAnswer(reflected, handshake.proof(challenge).ofAcceptor());
        say(channel, TestHandshake.bytes(reflected));
        assertThat(refusal(heard(channel)).cause()).isEqualTo(RefusalCause.UNPROVEN);
    }

    @Test
    void framesThatAreCutOffOrOutOfTurnAreAcceptedNever() {
        TestHandshake handshake = truly(hello("a", 5, 1, 1));
        byte[] hello = handshake.hello();
        for (int length = 0; length < hello.length; length++) {
            EmbeddedChannel channel = dial();
            say(channel, Arrays.copyOf(hello, length));
            assertThat(heard(channel)).isNull();
        }
        for (int length = 0; length < FrameDescriptor.PROOF_BYTES; length++) {
            EmbeddedChannel channel = dial();
            say(channel, hello);
            byte[] answer = Arrays.copyOf(handshake.answer(heard(channel)), length);
            say(channel, answer);
            if (length > 0) {
                // Try a length that fits the frame
                answer[0] = (byte) length;
                EmbeddedChannel other = dial();
                say(other, hello);
                heard(other);
                say(other, answer);
                assertThat(type(heard(other))).isNotEqualTo(FrameDescriptor.ACCEPT);
            }
            assertThat(heard(channel)).isNull();
        }
        EmbeddedChannel proofFirst = dial();
        say(proofFirst, handshake.answer(challenge(new byte[32])));
        assertThat(proofFirst.isOpen()).isFalse();
        EmbeddedChannel helloTwice = dial();
        say(helloTwice, hello);
        say(helloTwice, hello);
        assertThat(helloTwice.isOpen()).isFalse();
        assertThat(endpoint.accepted.get()).isZero();
    }

    private static ByteBuf challenge(byte[] proof) {
        ByteBuf challenge = Unpooled.buffer();
        Challenge.encode(challenge, NONCE, proof);
        return challenge;
    }

    /** A stranger's HELLO with the highest numbers must not make a worker refuse the true one for ever. */
    @Test
    void theHighestEpochAndAttemptOfAStrangerKeepNobodyOut() {
        for (long epoch : new long[] {5, 1L << 62, Long.MAX_VALUE}) {
            TestHandshake stranger = new TestHandshake(
                    TestWorker.config(
                            "a", epoch, c -> c.secret(new LinkSecret("guessed by a stranger".getBytes(UTF_8)))),
                    TO,
                    hello("a", epoch, 1, Long.MAX_VALUE));
            EmbeddedChannel channel = dial();
            say(channel, stranger.hello());
            say(channel, stranger.answer(heard(channel)));
            assertThat(refusal(heard(channel)).cause()).isEqualTo(RefusalCause.UNPROVEN);
        }
    }

    @Test
    void theHighestAttemptOfAProcessKeepsOutNoOtherProcess() {
        assertThat(prove(dial(), truly(hello("a", 5, 1, Long.MAX_VALUE)))).isEqualTo(FrameDescriptor.ACCEPT);
        EmbeddedChannel earlier = dial();
        TestHandshake late = truly(hello("a", 5, 1, 6));
        say(earlier, late.hello());
        say(earlier, late.answer(heard(earlier)));
        assertThat(refusal(heard(earlier)).cause()).isEqualTo(RefusalCause.REPLAYED);
        assertThat(prove(dial(), truly(hello("a", 5, 2, 1)))).isEqualTo(FrameDescriptor.ACCEPT);
    }

    @Test
    void anEpochThatWasNotGrantedWaitsUntilItIs() {
        admission.expect(Map.of("a", 4L), Map.of());
        EmbeddedChannel channel = dial();
        assertThat(prove(channel, truly(hello("a", 5, 1, 1)))).isEqualTo(-1);
        assertThat(channel.isOpen()).isTrue();
        admission.expect(Map.of("a", 5L), Map.of());
        assertThat(type(heard(channel))).isEqualTo(FrameDescriptor.ACCEPT);
    }

    /** The newer process is up, and has not connected yet. */
    @Test
    void anEpochThatIsOverIsRefusedBeforeTheNewerOneHasConnected() {
        admission.expect(Map.of("a", 5L), Map.of("a", 5L));
        EmbeddedChannel old = dial();
        TestHandshake late = truly(hello("a", 4, 1, 1));
        say(old, late.hello());
        say(old, late.answer(heard(old)));
        Refusal refusal = refusal(heard(old));
        assertThat(refusal.cause()).isEqualTo(RefusalCause.STALE_EPOCH);
        assertThat(refusal.reason()).isEqualTo("epoch 4 of worker 'a' is over, epoch 5 has been here");
        assertThat(prove(dial(), truly(hello("a", 5, 1, 1)))).isEqualTo(FrameDescriptor.ACCEPT);
    }

    @Test
    void anEpochIsNotOverBeforeANewerOneIsUp() {
        admission.expect(Map.of("a", 5L), Map.of("a", 4L));
        assertThat(prove(dial(), truly(hello("a", 4, 1, 1)))).isEqualTo(FrameDescriptor.ACCEPT);
    }

    @Test
    void oneThatNobodyExpectsIsRefusedBeforeItsTimeIsOver() {
        admission.expect(Map.of("a", Long.MAX_VALUE), Map.of());
        EmbeddedChannel channel = dial();
        assertThat(prove(channel, truly(hello("w9", 1, 1, 1)))).isEqualTo(-1);
        now.addAndGet(Duration.ofSeconds(3).toNanos());
        ticker.tick();
        Refusal refusal = refusal(heard(channel));
        assertThat(refusal.cause()).isEqualTo(RefusalCause.NOT_ADMITTED);
        assertThat(refusal.reason())
                .isEqualTo("'w9' with epoch 1 is no worker of the topology now, and no service that is registered");
        assertThat(channel.isOpen()).isFalse();
        assertThat(admission.open()).isEmpty();
    }

    @Test
    void connectionsThatHaveProvenNothingPushOutTheirOwnHostsFirst() {
        EmbeddedChannel friend = dial("friend");
        for (int i = 0; i < 50; i++) {
            dial("flood");
        }
        assertThat(friend.isOpen()).isTrue();
        assertThat(channels.stream().filter(EmbeddedChannel::isOpen)).hasSize(4);
        assertThat(prove(friend, truly(hello("a", 5, 1, 1)))).isEqualTo(FrameDescriptor.ACCEPT);
        for (int i = 0; i < 50; i++) {
            dial("flood" + i);
        }
        assertThat(friend.isOpen()).isTrue();
    }

    @Test
    void aStrangerIsToldNoName() {
        List<byte[]> sayings = List.of(
                truly(hello("a", 5, 1, 1)).hello(),
                versionOf(truly(hello("a", 5, 1, 1)).hello(), 4),
                new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        for (byte[] saying : sayings) {
            EmbeddedChannel channel = dial();
            say(channel, saying);
            if (channel.isOpen()) {
                ByteBuf wrong = Unpooled.buffer();
                Challenge.encodeAnswer(wrong, new byte[32]);
                say(channel, TestHandshake.bytes(wrong));
            }
            for (ByteBuf answer; (answer = heard(channel)) != null; ) {
                assertThat(answer.toString(UTF_8)).doesNotContain("cluster", "topology'", "worker", "epoch");
            }
        }
        assertThat(endpoint.refusals.snapshot()).containsOnlyKeys(RefusalCause.UNPROVEN, RefusalCause.VERSION);
    }

    private static byte[] versionOf(byte[] hello, int version) {
        hello[12] = (byte) version;
        return hello;
    }

    @Test
    void aDiallerGivesItsProofAndItsTuplesToNoStranger() {
        List<ByteBuf> answers = List.of(
                challenge(new byte[32]),
                TestHandshakeFrames.accept(),
                Unpooled.wrappedBuffer(truly(hello("a", 5, 1, 1)).hello()));
        for (ByteBuf answer : answers) {
            Endpoint near = endpoint("a", 5, c -> c);
            EmbeddedChannel channel = new EmbeddedChannel();
            PeerLink link = link(near, channel);
            RecordedConnection.offer(link, 1, 100);
            channel.runPendingTasks();
            assertThat(type(heard(channel))).isEqualTo(FrameDescriptor.HELLO);
            say(channel, TestHandshake.bytes(answer));
            assertThat(heard(channel)).isNull();
            assertThat(channel.isOpen()).isFalse();
            assertThat(link.connected()).isFalse();
            link.close();
            channel.runPendingTasks();
            channel.finishAndReleaseAll();
        }
    }

    @Test
    void whatAStrangerSaysInARefusalIsNotRepeated() {
        Endpoint near = endpoint("a", 5, c -> c);
        EmbeddedChannel channel = new EmbeddedChannel();
        PeerLink link = link(near, channel);
        channel.runPendingTasks();
        heard(channel);
        ByteBuf refused = Unpooled.buffer();
        new Refusal(RefusalCause.MEMORY, "x".repeat(800)).encode(refused);
        say(channel, TestHandshake.bytes(refused));
        assertThat(link.counters().lastFailure())
                .isEqualTo("cannot connect to b#3@b:1: refused: a refusal that this version does not know");
        link.close();
        channel.runPendingTasks();
        channel.finishAndReleaseAll();
    }

    private PeerLink link(Endpoint near, EmbeddedChannel channel) {
        PeerLink link = new PeerLink(
                near,
                channel.eventLoop(),
                ticker,
                TO,
                new PeerLink.Listener(() -> {}, () -> {}),
                dialled -> channel.pipeline().addLast(new OutboundConnection(near, ticker, dialled)),
                new Backoff(1, 2, new SplittableRandom(1)));
        link.start();
        return link;
    }

    /** The frames that only an acceptor sends. */
    private static final class TestHandshakeFrames {
        static ByteBuf accept() {
            ByteBuf accept = Unpooled.buffer();
            FrameDescriptor.writeHeader(accept, FrameDescriptor.ACCEPT_BYTES, FrameDescriptor.ACCEPT);
            return accept.writeIntLE(FrameDescriptor.MAGIC)
                    .writeIntLE(FrameDescriptor.VERSION)
                    .writeIntLE(1 << 20);
        }
    }
}

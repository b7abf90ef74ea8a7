// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.TestWorker;
import io.millrace.transport.flow.Endpoint;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Both ends of a connection, without sockets, against streams that are cut, changed or random: each ends for one
 * counted cause that is not a defect, or goes on; no memory stays held. (LeakGuard checks the buffers.)
 */
class ProtocolFuzzTest {

    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final int CASES = LONG ? 20_000 : 400;
    private static final int VALID = LONG ? 500 : 100;

    /** Bytes from one end of a stream to the next one. */
    private static final int STEP = LONG ? 1 : 17;

    private final RecordedConnection recorded = RecordedConnection.make();
    private final RecordedConnection.TestSink sink = new RecordedConnection.TestSink();
    private final Endpoint endpoint = new Endpoint(
            TestWorker.config("b", 1, RecordedConnection::smallFrames),
            sink,
            RecordedConnection::clock,
            RecordedConnection::number);
    private final Mutations mutations = new Mutations(20);

    /** Feeds an acceptor in random pieces; returns whether it would still take more. */
    private boolean accept(byte[] stream) {
        EmbeddedChannel channel = new EmbeddedChannel(
                new InboundConnection(endpoint, new Ticker(RecordedConnection::clock), new Admission(endpoint)));
        return feed(channel, stream);
    }

    private boolean feed(EmbeddedChannel channel, byte[] stream) {
        Random random = mutations.random();
        int longest = 1 << random.nextInt(14);
        for (int at = 0; at < stream.length && channel.isOpen(); ) {
            int piece = Math.min(stream.length - at, 1 + random.nextInt(longest));
            channel.writeInbound(Unpooled.wrappedBuffer(stream, at, piece));
            at += piece;
        }
        boolean open = channel.isOpen();
        channel.checkException();
        channel.finishAndReleaseAll();
        return open;
    }

    private long closes() {
        return endpoint.closes.snapshot().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Test
    void aValidStreamIsTakenHoweverItIsCut() {
        for (int i = 1; i <= VALID; i++) {
            assertThat(accept(recorded.dialler)).isTrue();
            assertThat(sink.messages).isEqualTo(16L * i);
            assertThat(sink.controls).isEqualTo((long) RecordedConnection.CONTROLS * i);
        }
        assertThat(endpoint.closes.snapshot()).containsOnlyKeys(CloseCause.REMOTE_CLOSED);
    }

    @Test
    void aStreamMayEndAtAnyByte() {
        long before = 0;
        for (int length = recorded.dialler.length % STEP; length <= recorded.dialler.length; length += STEP) {
            sink.messages = 0;
            assertThat(accept(java.util.Arrays.copyOf(recorded.dialler, length)))
                    .as("after %s bytes", length)
                    .isTrue();
            assertThat(sink.messages).isGreaterThanOrEqualTo(before);
            before = sink.messages;
            assertThat(endpoint.heldBytes.get()).isZero();
        }
        assertThat(before).isEqualTo(16);
        assertThat(endpoint.closes.snapshot()).containsOnlyKeys(CloseCause.REMOTE_CLOSED);
        assertThat(endpoint.drops.snapshot()).containsOnlyKeys(DropCause.INCOMPLETE);
    }

    @Test
    void spoiltStreamsEndOnlyTheirConnection() {
        for (int i = 1; i <= CASES; i++) {
            accept(mutations.mutate(recorded.dialler));
            assertThat(closes()).as("case %s", i).isEqualTo(i);
            assertThat(endpoint.heldBytes.get()).as("case %s", i).isZero();
            assertThat(endpoint.established.get()).isZero();
        }
        Map<CloseCause, Long> causes = endpoint.closes.snapshot();
        assertThat(causes).doesNotContainKeys(CloseCause.INTERNAL, CloseCause.IO_ERROR);
        // The mutations have the effects that they are made for.
        assertThat(causes)
                .containsKeys(
                        CloseCause.GARBAGE,
                        CloseCause.OVERSIZED,
                        CloseCause.OUT_OF_SEQUENCE,
                        CloseCause.TOO_MANY_CHANNELS,
                        CloseCause.NOT_A_WORKER,
                        CloseCause.REFUSED);
        assertThat(endpoint.drops.snapshot()).containsOnlyKeys(DropCause.INCOMPLETE);
    }

    @Test
    void randomBytesNeverGetIn() {
        for (int i = 0; i < CASES; i++) {
            accept(mutations.noise(300));
        }
        assertThat(endpoint.accepted.get()).isZero();
        assertThat(endpoint.closes.snapshot().keySet().stream()
                        .filter(cause -> cause != CloseCause.NOT_A_WORKER && cause != CloseCause.REMOTE_CLOSED)
                        .collect(Collectors.toSet()))
                .isEmpty();
    }

    @Test
    void aDiallerSurvivesSpoiltAnswers() {
        for (int i = 0; i < CASES / 4; i++) {
            // The endpoint is a new one each time, so that its HELLO is the recorded one
            Endpoint near = new Endpoint(
                    TestWorker.config("a", 1, RecordedConnection::smallFrames),
                    sink,
                    RecordedConnection::clock,
                    RecordedConnection::number);
            EmbeddedChannel channel = new EmbeddedChannel();
            PeerLink link = RecordedConnection.link(near, channel);
            for (int task = 0; task < RecordedConnection.CHANNELS; task++) {
                RecordedConnection.offer(link, task, 3_000);
            }
            channel.runPendingTasks();
            feed(channel, mutations.mutate(recorded.acceptor));
            assertThat(link.counters().closes()).as("case %s", i).hasSize(1).doesNotContainKey(CloseCause.INTERNAL);
            link.close();
            channel.runPendingTasks();
            assertThat(near.pool.usedBytes()).as("case %s", i).isZero();
        }
    }
}

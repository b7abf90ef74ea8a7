// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several connections between the same two workers, in simulated time. */
@Timeout(60)
class FurtherConnectionsTest {

    private static final long SECOND = 1_000_000_000L;

    private long now = 1;
    private final SimulatedNetwork network = new SimulatedNetwork(() -> now, 1);
    private final List<Integer> received = new ArrayList<>();
    private final List<Long> connections = new ArrayList<>();
    private final List<Long> closed = new ArrayList<>();
    private final Transport target = transport("target", 1);

    private Transport transport(String name, long epoch) {
        return network.start(
                TransportConfig.builder("cluster", "topology", name, epoch)
                        .secret(new LinkSecret(new byte[32]))
                        .build(),
                new InboundHandler() {
                    @Override
                    public void onMessage(InboundMessage message) {
                        received.add(message.targetTask());
                        connections.add(message.connection());
                        message.release();
                    }

                    @Override
                    public void onClosed(long connection) {
                        closed.add(connection);
                    }

                    @Override
                    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {}
                });
    }

    private Peer connect(Transport from, int connection) {
        Peer peer = from.connect(
                new PeerAddress(
                                target.address().getHostString(),
                                target.address().getPort(),
                                "target",
                                1)
                        .over(connection),
                () -> {});
        run(SECOND);
        return peer;
    }

    private void run(long nanos) {
        for (long end = now + nanos; now < end; now = Math.min(end, network.deadline())) {
            while (network.step()) {
                assertThat(now).isPositive();
            }
        }
    }

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void eachCarriesMessages() {
        Transport source = transport("source", 1);
        for (int connection = 0; connection < 3; connection++) {
            Peer peer = connect(source, connection);
            assertThat(peer.connected()).isTrue();
            assertThat(peer.offer(connection + 1, ByteBuffer.allocate(8), 0, 8)).isTrue();
        }
        run(SECOND);
        assertThat(received).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(target.counters().closes()).isEmpty();
    }

    @Test
    void anEarlierStartOfAWorkerIsRefusedOnAllOfThem() {
        assertThat(connect(transport("source", 2), 0).connected()).isTrue();
        Transport earlier = transport("source", 1);
        for (int connection = 0; connection < 2; connection++) {
            Peer peer = connect(earlier, connection);
            assertThat(peer.connected()).isFalse();
            assertThat(peer.counters().refusals()).containsKey(RefusalCause.STALE_EPOCH);
        }
    }

    @Test
    void theOneThatHasGoneIsToldByTheNumberThatItsMessagesHad() {
        Transport source = transport("source", 1);
        Peer first = connect(source, 0);
        Peer second = connect(source, 1);
        first.offer(1, ByteBuffer.allocate(8), 0, 8);
        run(SECOND);
        second.offer(2, ByteBuffer.allocate(8), 0, 8);
        run(SECOND);
        assertThat(connections).doesNotHaveDuplicates().hasSize(2).doesNotContain(InboundMessage.NO_CONNECTION);
        assertThat(closed).isEmpty();
        second.close();
        run(SECOND);
        assertThat(closed).containsExactly(connections.get(1));
        network.cut();
        run(SECOND);
        assertThat(closed).containsExactly(connections.get(1), connections.get(0));
        first.offer(1, ByteBuffer.allocate(8), 0, 8);
        run(SECOND);
        assertThat(connections).doesNotHaveDuplicates().hasSize(3);
    }

    @Test
    void whatIsHeldComesInOrderWhenItIsReleasedAndTheOtherWayGoesOn() {
        Peer peer = connect(transport("source", 1), 0);
        network.hold("source", "target");
        for (int task = 1; task <= 3; task++) {
            peer.offer(task, ByteBuffer.allocate(8), 0, 8);
            run(SECOND);
        }
        assertThat(received).isEmpty();
        assertThat(peer.connected()).isTrue();
        network.release("source", "target");
        run(SECOND);
        assertThat(received).containsExactly(1, 2, 3);
        assertThat(closed).isEmpty();
    }

    @Test
    void aConnectionThatIsHeldForItsIdleTimeoutBreaks() {
        Peer peer = connect(transport("source", 1), 0);
        network.hold("target", "source");
        run(20 * SECOND);
        assertThat(peer.connected()).isFalse();
        network.release("target", "source");
        run(10 * SECOND);
        assertThat(peer.connected()).isTrue();
    }

    @Test
    void workersThatAreSeparateReachEachOtherWhenTheyAreUnited() {
        Peer peer = connect(transport("source", 1), 0);
        network.separate("source", "target");
        run(10 * SECOND);
        assertThat(peer.connected()).isFalse();
        network.unite("target", "source");
        run(10 * SECOND);
        assertThat(peer.connected()).isTrue();
    }
}

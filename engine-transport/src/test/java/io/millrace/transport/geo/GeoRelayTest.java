// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The batches that a relay holds, drops and refuses. */
class GeoRelayTest {

    private static final int NUMBER = 7;
    private static final int TARGET = 8;

    private final GeoRelay relay = new GeoRelay();
    private final TestPeer next = new TestPeer(1);
    private final List<TestMessage> sent = new ArrayList<>();

    private static byte[] batch(long epoch, long sequence) {
        ByteBuffer head = ByteBuffer.allocate(GeoDescriptor.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        GeoDescriptor.putHead(head, 0, NUMBER, epoch, sequence, 0, 0, 0, 0);
        return head.array();
    }

    private TestMessage forward(TestPeer to, long epoch, long sequence) {
        TestMessage message = new TestMessage(NUMBER, batch(epoch, sequence));
        sent.add(message);
        relay.forward(message, to, TARGET);
        return message;
    }

    private static List<Long> sequences(TestPeer peer) {
        return peer.taken.stream()
                .map(taken ->
                        GeoDescriptor.sequence(ByteBuffer.wrap(taken.bytes()).order(ByteOrder.LITTLE_ENDIAN), 0))
                .toList();
    }

    /** Otherwise it would hold all that senders send, and they would not be held back. */
    @Test
    void creditGoesBackOnlyWhenTheNextHopHasTakenABatch() {
        next.room = 1;
        TestMessage taken = forward(next, 1, 0);
        TestMessage held = forward(next, 1, 1);
        assertThat(taken.releases).isEqualTo(1);
        assertThat(held.releases).isZero();
        assertThat(relay.held()).isEqualTo(1);
        next.room = 1;
        relay.onRoom();
        assertThat(held.releases).isEqualTo(1);
        assertThat(relay.held()).isZero();
    }

    @Test
    void theOrderStaysWhileSomeAreHeld() {
        next.room = 1;
        forward(next, 1, 0);
        forward(next, 1, 1);
        // There is room again, but the relay has not been told
        next.room = 1;
        forward(next, 1, 2);
        relay.onRoom();
        next.room = 5;
        relay.onRoom();
        assertThat(sequences(next)).containsExactly(0L, 1L, 2L);
        assertThat(next.taken).extracting(TestPeer.Taken::target).containsOnly(TARGET);
        assertThat(relay.forwarded()).isEqualTo(3);
    }

    @Test
    void whatIsHeldForAnotherConnectionIsDroppedAndItsCreditGivenBack() {
        next.room = 0;
        TestMessage held = forward(next, 1, 0);
        TestPeer other = new TestPeer(1);
        forward(other, 1, 1);
        assertThat(held.releases).isEqualTo(1);
        assertThat(sequences(other)).containsExactly(1L);
        relay.removeAll(other);
        relay.close();
        assertThat(sent).allMatch(message -> message.releases == 1);
    }

    @Test
    void nothingIsHeldAfterItIsClosed() {
        next.room = 0;
        forward(next, 1, 0);
        relay.close();
        forward(next, 1, 1);
        assertThat(sent).allMatch(message -> message.releases == 1);
        assertThat(relay.held()).isZero();
    }

    /**
     * A sender that has sent to the earlier incarnation may have got acknowledgements of it, and would begin in the
     * middle.
     */
    @Test
    void whatWasSentToAnEarlierIncarnationIsNotForTheNextOne() {
        forward(next, 5, 0);
        TestPeer restarted = new TestPeer(2);
        TestMessage stale = forward(restarted, 5, 1);
        assertThat(stale.releases).isEqualTo(1);
        assertThat(restarted.taken).isEmpty();
        forward(restarted, 6, 0);
        assertThat(sequences(restarted)).containsExactly(0L);
        forward(restarted, 5, 2);
        assertThat(sequences(restarted)).containsExactly(0L);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The messages that a receiver takes of a sender that keeps no bounds, and its acknowledgements. */
class GeoReceiverTest {

    private static final int CHANNEL = 7;
    private static final int HELD_BYTES = 16 << 10;

    private final List<Long> delivered = new ArrayList<>();
    private final List<ByteBuffer> acks = new ArrayList<>();
    private final GeoReceiver receiver = new GeoReceiver(
            new GeoReceiver.Settings(CHANNEL, HELD_BYTES, 1 << 10),
            LatePolicy.ORDERED,
            null,
            new GeoConsumer() {
                @Override
                public void onBatch(GeoBatch batch) {
                    delivered.add(batch.sequence());
                    batch.release();
                }

                @Override
                public void onLate(GeoBatch batch) {
                    throw new AssertionError("late");
                }
            },
            (ack, offset, length) -> acks.add(
                    ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).put(0, ack, offset, length)),
            () -> 1);

    private void take(long sequence, int route, int routeSequence) {
        take(sequence, route, routeSequence, false);
    }

    private void take(long sequence, int route, int routeSequence, boolean asks) {
        ByteBuffer batch = ByteBuffer.allocate(GeoDescriptor.HEAD_BYTES + 1000).order(ByteOrder.LITTLE_ENDIAN);
        batch.putInt(GeoDescriptor.HEAD_BYTES, 996);
        GeoDescriptor.putHead(batch, 0, CHANNEL, 1, sequence, 0, 1, 1000, 1000);
        GeoDescriptor.putRoute(batch, route, routeSequence, asks, new CRC32C());
        receiver.onBatch(new TestMessage(CHANNEL, batch.array()) {
            @Override
            public long connection() {
                return route + 1;
            }
        });
    }

    private ByteBuffer lastAck() {
        receiver.doWork();
        return acks.get(acks.size() - 1);
    }

    @Test
    void noMoreWaitsThanMayBeAndTheFirstThatMissesComesInAnyCase() {
        for (int i = 1; i <= 100; i++) {
            take(i, 0, i);
            assertThat(receiver.counters().heldBytes()).isLessThanOrEqualTo(HELD_BYTES);
        }
        assertThat(receiver.counters().refused()).isEqualTo(85);
        assertThat(GeoAckDescriptor.next(lastAck(), 0)).isZero();
        take(0, 0, 101);
        assertThat(delivered).isEqualTo(LongStream.rangeClosed(0, 15).boxed().toList());
    }

    @Test
    void whatComesAgainIsDeliveredOnceWhetherItWaitsOrWasDelivered() {
        take(0, 0, 1);
        take(0, 1, 1);
        take(2, 0, 2);
        take(2, 1, 2);
        assertThat(receiver.counters().duplicates()).isEqualTo(2);
        assertThat(receiver.counters().heldBytes()).isEqualTo(GeoDescriptor.HEAD_BYTES + 1000);
        take(1, 0, 3);
        assertThat(delivered).containsExactly(0L, 1L, 2L);
        receiver.policy(LatePolicy.UNORDERED);
        take(4, 0, 4);
        take(4, 1, 3);
        assertThat(receiver.counters().duplicates()).isEqualTo(3);
        assertThat(delivered).containsExactly(0L, 1L, 2L, 4L);
    }

    @Test
    void whatAsksForAnAcknowledgementGetsItAtOnce() {
        take(0, 0, 1);
        receiver.doWork();
        assertThat(acks).isEmpty();
        take(1, 0, 2, true);
        assertThat(receiver.nextDueNanos()).isEqualTo(1);
        assertThat(GeoAckDescriptor.next(lastAck(), 0)).isEqualTo(2);
        assertThat(acks).hasSize(1);
        take(2, 0, 3);
        receiver.doWork();
        assertThat(acks).hasSize(1);
    }

    @Test
    void aNumberFarAheadIsRefused() {
        take(0, 0, 1);
        take(Reordering.MAX_AHEAD + 1, 0, 2);
        take(Long.MAX_VALUE, 0, 3);
        assertThat(receiver.counters().refused()).isEqualTo(2);
        assertThat(receiver.counters().heldBytes()).isZero();
    }

    /** The other route explains the gap, until its connection has gone. */
    @Test
    void whatMissesIsAskedForAsSoonAsItsConnectionHasGone() {
        take(0, 1, 1);
        take(1, 0, 1);
        take(3, 0, 2);
        for (int i = 4; i <= 8; i++) {
            take(i, 1 - i % 2, i);
        }
        take(9, 0, 9);
        assertThat(GeoAckDescriptor.asks(lastAck(), 0)).isEqualTo(1);
        receiver.onConnectionClosed(99);
        int told = acks.size();
        receiver.doWork();
        assertThat(acks).hasSize(told);
        take(11, 0, 10);
        receiver.onConnectionClosed(2);
        ByteBuffer ack = lastAck();
        assertThat(acks).hasSize(told + 1);
        assertThat(GeoAckDescriptor.asks(ack, 0)).isEqualTo(2);
        assertThat(GeoAckDescriptor.askFirst(ack, 0, 1)).isEqualTo(10);
        assertThat(GeoAckDescriptor.isBroken(ack, 0, 0)).isTrue();
        assertThat(GeoAckDescriptor.isBroken(ack, 0, 1)).isFalse();
    }
}

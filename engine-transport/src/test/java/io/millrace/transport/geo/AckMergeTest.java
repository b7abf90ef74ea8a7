// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AckMergeTest {

    private static final int CHANNEL = 7;
    private static final long EPOCH = 3;

    private long now;
    private final AckMerge merge = new AckMerge(CHANNEL, EPOCH, List.of(10, 20, 30), () -> now);

    private static ByteBuffer ack(long epoch, long next, int wait, int room) {
        ByteBuffer ack = ByteBuffer.allocate(GeoAckDescriptor.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        GeoAckDescriptor.putHead(ack, CHANNEL, epoch, next, 100, 10, wait, room);
        return ack;
    }

    private boolean take(int receiver, ByteBuffer ack) {
        return merge.take(receiver, ack, 0, GeoAckDescriptor.length(ack, 0));
    }

    @Test
    void nothingIsAcknowledgedBeforeAllReceiversHaveTold() {
        assertThat(take(10, ack(EPOCH, 5, 0, 100))).isFalse();
        assertThat(take(20, ack(EPOCH, 5, 0, 100))).isFalse();
        assertThat(take(99, ack(EPOCH, 5, 0, 100))).isFalse();
        assertThat(take(30, ack(EPOCH - 1, 5, 0, 100))).isFalse();
        assertThat(take(30, ack(EPOCH, 3, 0, 100))).isTrue();
        assertThat(GeoAckDescriptor.next(merge.merged(), 0)).isEqualTo(3);
    }

    @Test
    void isThatOfTheLastAndTheFullestOfThem() {
        take(10, ack(EPOCH, 9, 500, 100));
        take(20, ack(EPOCH, 4, 0, 50));
        take(30, ack(EPOCH, 6, 0, 100));
        assertThat(GeoAckDescriptor.isValid(merge.merged(), 0, merge.length())).isTrue();
        assertThat(GeoAckDescriptor.channel(merge.merged(), 0)).isEqualTo(CHANNEL);
        assertThat(GeoAckDescriptor.epoch(merge.merged(), 0)).isEqualTo(EPOCH);
        assertThat(GeoAckDescriptor.next(merge.merged(), 0)).isEqualTo(4);
        assertThat(GeoAckDescriptor.waitMicros(merge.merged(), 0)).isEqualTo(500);
        assertThat(GeoAckDescriptor.roomBytes(merge.merged(), 0)).isEqualTo(50);
    }

    @Test
    void oneThatHasGoneIsWaitedForNoMore() {
        take(10, ack(EPOCH, 9, 0, 100));
        take(20, ack(EPOCH, 8, 0, 100));
        assertThat(merge.remove(99)).isFalse();
        assertThat(merge.remove(30)).isTrue();
        assertThat(GeoAckDescriptor.next(merge.merged(), 0)).isEqualTo(8);
    }

    @Test
    void aRouteHasBroughtToAllWhatItHasBroughtToTheLast() {
        for (int receiver : List.of(10, 20, 30)) {
            ByteBuffer ack = ack(EPOCH, 0, 0, 100);
            GeoAckDescriptor.addRoute(
                    ack, 0, receiver == 20, receiver == 10 ? Integer.MAX_VALUE : Integer.MIN_VALUE, 5);
            if (receiver != 30) {
                GeoAckDescriptor.addRoute(ack, 1, false, 3, 5);
            }
            take(receiver, ack);
            now += 100;
        }
        assertThat(GeoAckDescriptor.routes(merge.merged(), 0)).isEqualTo(1);
        assertThat(GeoAckDescriptor.isBroken(merge.merged(), 0, 0)).isTrue();
        // Counters wrap around
        assertThat(GeoAckDescriptor.routeSequence(merge.merged(), 0, 0)).isEqualTo(Integer.MAX_VALUE);
        assertThat(GeoAckDescriptor.agoNanos(merge.merged(), 0, 0)).isEqualTo(205);
    }

    @Test
    void nothingIsSaidBeyondWhatOneSaysNothingOf() {
        take(10, ack(EPOCH, 9, 0, 100));
        take(20, ack(EPOCH, 4, 0, 100));
        assertThat(take(30, ack(EPOCH, 6, 0, 100))).isTrue();
        assertThat(GeoAckDescriptor.toldEnd(merge.merged(), 0)).isGreaterThan(1_000_000);
        ByteBuffer some = ack(EPOCH, 6, 0, 100);
        GeoAckDescriptor.putToldEnd(some, 50);
        take(30, some);
        assertThat(GeoAckDescriptor.toldEnd(merge.merged(), 0)).isEqualTo(50);
    }

    @Test
    void whatAllHaveIsAcknowledgedAndWhatOneMissesIsAskedFor() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 300; trial++) {
            BitSet all = new BitSet();
            all.set(0, 60);
            for (int receiver : List.of(10, 20, 30)) {
                BitSet has = new BitSet();
                for (int i = 0; i < 60; i++) {
                    has.set(i, random.nextInt(4) > 0);
                }
                all.and(has);
                take(receiver, ackOf(has));
            }
            BitSet merged = new BitSet();
            merged.set(0, (int) GeoAckDescriptor.next(merge.merged(), 0));
            for (int i = 0; i < GeoAckDescriptor.ranges(merge.merged(), 0); i++) {
                merged.set((int) GeoAckDescriptor.rangeFirst(merge.merged(), 0, i), (int)
                        GeoAckDescriptor.rangeEnd(merge.merged(), 0, i));
            }
            assertThat(merged).describedAs("trial %s", trial).isEqualTo(all);
            BitSet asked = new BitSet();
            for (int i = 0; i < GeoAckDescriptor.asks(merge.merged(), 0); i++) {
                asked.set((int) GeoAckDescriptor.askFirst(merge.merged(), 0, i), (int)
                        GeoAckDescriptor.askEnd(merge.merged(), 0, i));
            }
            assertThat(asked.intersects(all)).isFalse();
            asked.or(all);
            assertThat(asked.nextClearBit(0)).isGreaterThanOrEqualTo(60);
        }
    }

    private static ByteBuffer ackOf(BitSet has) {
        int next = has.nextClearBit(0);
        ByteBuffer ack = ack(EPOCH, next, 0, 100);
        for (int at = has.nextSetBit(next); at >= 0; at = has.nextSetBit(has.nextClearBit(at))) {
            GeoAckDescriptor.addRange(ack, at, has.nextClearBit(at));
        }
        for (int at = next; at < 60; at = has.nextClearBit(Math.max(at, has.nextSetBit(at)))) {
            int end = has.nextSetBit(at);
            GeoAckDescriptor.addAsk(ack, at, end < 0 ? 60 : end);
            if (end < 0) {
                break;
            }
        }
        return ack;
    }
}

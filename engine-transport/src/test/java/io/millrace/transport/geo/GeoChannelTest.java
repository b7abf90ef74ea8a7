// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.NaturalModel;
import io.millrace.transport.geo.model.Setting;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Channels in simulated time. */
class GeoChannelTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 25 : 3;

    private static final double MEGABYTE = 1e6;

    @Test
    void allArrivesInOrderOverRoutesOfDifferentDelays() {
        SimulatedChannel channel = new SimulatedChannel(1);
        channel.route(MEGABYTE, 50 * MILLI, MILLI);
        channel.route(MEGABYTE, 80 * MILLI, 5 * MILLI);
        channel.route(2 * MEGABYTE, 120 * MILLI, 9 * MILLI);
        channel.open(LatePolicy.ORDERED, new Setting(10, 3, false), Spread.FIRST_ARRIVAL);
        channel.offer(12_000, 5 * SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertInOrder(channel);
        assertThat(channel.sender.counters().resends()).isZero();
        assertThat(channel.routes)
                .allSatisfy(route -> assertThat(route.carriedBytes()).isPositive());
    }

    /** An acknowledgement has room for 64 ranges; batches beyond them are not lost because it does not mention them. */
    @Test
    void nothingGoesTwiceWhereMoreRangesHaveComeThanAnAcknowledgementTells() {
        SimulatedChannel channel = new SimulatedChannel(1);
        channel.route(10 * MEGABYTE, 50 * MILLI, 0);
        channel.route(10 * MEGABYTE, 90 * MILLI, 0);
        channel.route(10 * MEGABYTE, 95 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(1, 3, false), Spread.ROUND_ROBIN);
        channel.offer(10_000, 2 * SECOND);
        assertThat(channel.drain(SECOND)).isTrue();
        assertInOrder(channel);
        assertThat(channel.delivered).hasSizeGreaterThan(15_000);
        assertThat(channel.sender.counters().resends()).isZero();
        assertThat(channel.receiver.counters().duplicates()).isZero();
    }

    @Test
    void whatIsLostBeyondWhatAnAcknowledgementTellsIsSentAgain() {
        SimulatedChannel channel = new SimulatedChannel(3);
        channel.route(10 * MEGABYTE, 50 * MILLI, 0).lossy(0.02, 0);
        channel.route(10 * MEGABYTE, 90 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(1, 2, false), Spread.ROUND_ROBIN);
        channel.offer(10_000, 2 * SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertInOrder(channel);
        assertThat(channel.sender.counters().resends()).isPositive();
        assertThat(channel.receiver.counters().duplicates()).isZero();
    }

    @Test
    void whatIsClaimedButNotCommittedWasNeverThere() {
        SimulatedChannel channel = new SimulatedChannel(1);
        channel.route(MEGABYTE, 10 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(10, 1, false), Spread.FIRST_ARRIVAL);
        for (int length : new int[] {3_000, 5, 0}) {
            int at = channel.sender.claim(length);
            assertThat(at).isNotEqualTo(GeoSender.NO_ROOM);
            for (int i = 0; i < length; i++) {
                channel.sender.claimed().put(at + i, (byte) -1);
            }
        }
        assertThat(channel.sender.isDone()).isTrue();
        channel.offer(1_000, SECOND);
        channel.sender.claim(7);
        channel.offer(1_000, SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertInOrder(channel);
        assertThat(channel.sender.counters().events()).isEqualTo(channel.delivered.size());
    }

    /** Otherwise the missing batch may stand on the same connection behind the batches that wait for it. */
    @Test
    void whatWaitsForAnEarlierBatchHoldsNoCreditOfItsRoute() {
        SimulatedChannel channel = new SimulatedChannel(1);
        channel.route(MEGABYTE, 10 * MILLI, 0);
        channel.route(MEGABYTE, 200 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(1, 2, false), Spread.ROUND_ROBIN);
        channel.offer(1_000, 100 * MILLI);
        assertThat(channel.delivered).hasSizeLessThan(5);
        assertThat(channel.routes.get(0).held()).isZero();
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertInOrder(channel);
    }

    @Test
    void severalRoutesCarryMoreThanOne() {
        for (int count : new int[] {1, 3}) {
            SimulatedChannel channel = new SimulatedChannel(2);
            for (int i = 0; i < count; i++) {
                channel.route(MEGABYTE, 50 * MILLI, MILLI);
            }
            channel.open(LatePolicy.ORDERED, new Setting(20, count, false), Spread.FIRST_ARRIVAL);
            channel.offer(100_000, 10 * SECOND);
            double rate = (double) channel.delivered.size() * SimulatedChannel.EVENT_BYTES / 10 / MEGABYTE;
            assertThat(rate).isBetween(0.9 * count, 1.0 * count);
        }
    }

    @Test
    void theDelayOfALongRouteIsKnownAlthoughAcknowledgementsComeByTheShortOne() {
        SimulatedChannel channel = new SimulatedChannel(2);
        channel.route(MEGABYTE, 50 * MILLI, 0);
        channel.route(MEGABYTE, 150 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(10, 2, false), Spread.FIRST_ARRIVAL);
        channel.offer(15_000, 3 * SECOND);
        assertThat(channel.sender.counters().routes())
                .extracting(route -> Math.round((double) route.delayNanos() / (10 * MILLI)))
                .containsExactly(5L, 15L);
        assertThat(channel.drain(SECOND)).isTrue();
        long batches = channel.receiver.counters().batches();
        long waited = channel.receiver.counters().waitedNanos();
        channel.offer(7_000, 3 * SECOND);
        assertThat((channel.receiver.counters().waitedNanos() - waited)
                        / (channel.receiver.counters().batches() - batches))
                .isLessThan(20 * MILLI);
    }

    /**
     * Otherwise the short route's queue would grow until it is as long, and batches by the long one would wait for it.
     */
    @Test
    void whatIsOnTheWayOfALongRouteIsNoQueueOfIt() {
        SimulatedChannel channel = new SimulatedChannel(2);
        channel.route(MEGABYTE, 50 * MILLI, 0);
        channel.route(MEGABYTE, 100 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(10, 2, false), Spread.FIRST_ARRIVAL);
        channel.offer(14_000, 5 * SECOND);
        long batches = channel.receiver.counters().batches();
        long waited = channel.receiver.counters().waitedNanos();
        channel.offer(14_000, 5 * SECOND);
        assertThat((channel.receiver.counters().waitedNanos() - waited)
                        / (channel.receiver.counters().batches() - batches))
                .isLessThan(2 * MILLI);
    }

    @Test
    void whatWritingALargeBatchTakesIsNoDelayOfTheRoute() {
        SimulatedChannel channel = new SimulatedChannel(2);
        channel.route(MEGABYTE, 50 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(300, 1, false), Spread.FIRST_ARRIVAL);
        channel.offer(8_000, 3 * SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        channel.offer(2_000, 12 * SECOND);
        assertThat(channel.sender.counters().routes().get(0).delayNanos()).isBetween(45 * MILLI, 60 * MILLI);
    }

    @Test
    void aRouteWithoutAQueueIsNotHeldBackToSeeItsDelay() {
        SimulatedChannel channel = new SimulatedChannel(2);
        channel.route(MEGABYTE, 50 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(20, 1, false), Spread.FIRST_ARRIVAL);
        channel.offer(4_200, 60 * SECOND);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(65 * MILLI);
        assertThat(channel.sender.counters().routes().get(0).delayNanos()).isBetween(45 * MILLI, 55 * MILLI);
    }

    @Test
    void aRouteThatBreaksLosesNothing() {
        SimulatedChannel channel = new SimulatedChannel(3);
        SimulatedRoute first = channel.route(MEGABYTE, 50 * MILLI, MILLI);
        channel.route(MEGABYTE, 60 * MILLI, MILLI);
        channel.open(LatePolicy.ORDERED, new Setting(10, 2, false), Spread.FIRST_ARRIVAL);
        channel.offer(8_000, SECOND);
        first.cut();
        channel.offer(4_000, SECOND);
        assertThat(channel.sender.counters().routes().get(0).usable()).isFalse();
        first.heal();
        channel.offer(8_000, SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertInOrder(channel);
        assertThat(channel.sender.counters().resends()).isPositive();
    }

    @Test
    void aRouteThatSwallowsAllIsLeftAfterTwoRoundTripsAndItsGraceAndTriedAgain() {
        SimulatedChannel channel = new SimulatedChannel(4);
        SimulatedRoute first = channel.route(MEGABYTE, 50 * MILLI, 0);
        channel.route(MEGABYTE, 50 * MILLI, 0);
        channel.open(LatePolicy.UNORDERED, new Setting(5, 2, false), Spread.FIRST_ARRIVAL);
        channel.offer(2_000, 2 * SECOND);
        first.swallow();
        channel.latencies.clear();
        channel.offer(2_000, 3 * SECOND);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(50 * MILLI + 2 * 100 * MILLI + 200 * MILLI + 50 * MILLI);
        assertThat(channel.sender.counters().routes().get(0).usable()).isFalse();

        first.heal();
        channel.offer(2_000, 3 * SECOND);
        assertThat(channel.sender.counters().routes().get(0).usable()).isTrue();
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertThat(channel.delivered).doesNotHaveDuplicates().hasSize((int) channel.offered());
    }

    @Test
    void withoutAcknowledgementsWhatIsKeptIsBounded() {
        SimulatedChannel channel = new SimulatedChannel(5);
        channel.route(MEGABYTE, 50 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(5, 1, false), Spread.FIRST_ARRIVAL);
        channel.offer(2_000, SECOND);
        channel.loseAcks(true);
        channel.offer(20_000, 5 * SECOND);
        assertThat(channel.sender.counters().keptBytes()).isLessThanOrEqualTo(1 << 20);
        channel.loseAcks(false);
        channel.routes.get(0).cut();
        channel.runFor(SECOND);
        channel.routes.get(0).heal();
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertInOrder(channel);
        assertThat(channel.receiver.counters().duplicates()).isPositive();
    }

    @Test
    void whatWaitsForOrderIsBoundedAndTheSenderWaitsBeyond() {
        SimulatedChannel channel = new SimulatedChannel(6);
        SimulatedRoute slow = channel.route(20 * MEGABYTE, 10 * MILLI, 0);
        channel.route(20 * MEGABYTE, 10 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(20, 2, false), Spread.ROUND_ROBIN);
        channel.offer(5_000, SECOND);
        slow.delay(400 * MILLI, 0);
        long most = 0;
        for (int i = 0; i < 300; i++) {
            channel.offer(60_000, 10 * MILLI);
            most = Math.max(most, channel.receiver.counters().heldBytes());
        }
        assertThat(most).isBetween(256L << 10, 512L << 10);
        assertThat(channel.receiver.counters().refused()).isZero();
        slow.delay(10 * MILLI, 0);
        assertThat(channel.drain(20 * SECOND)).isTrue();
        assertInOrder(channel);
    }

    @Test
    void unorderedBatchesComeAsTheyArriveAndEachOnce() {
        SimulatedChannel channel = new SimulatedChannel(7);
        channel.route(MEGABYTE, 50 * MILLI, 0);
        channel.route(MEGABYTE, 90 * MILLI, 0);
        channel.open(LatePolicy.UNORDERED, new Setting(10, 2, false), Spread.ROUND_ROBIN);
        channel.offer(5_000, 3 * SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertThat(channel.delivered).doesNotHaveDuplicates().hasSize((int) channel.offered());
        assertThat(channel.delivered)
                .isNotEqualTo(channel.delivered.stream().sorted().toList());
        assertThat(channel.receiver.counters().waits()).isZero();
    }

    @Test
    void aBatchForWhichOthersWaitTooLongIsSkippedAndLate() {
        SimulatedChannel channel = new SimulatedChannel(8);
        channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.route(MEGABYTE, 200 * MILLI, 0);
        channel.open(LatePolicy.dropAfter(Duration.ofMillis(50)), new Setting(10, 2, false), Spread.ROUND_ROBIN);
        channel.offer(5_000, 3 * SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertThat(channel.late).isNotEmpty().noneMatch(new HashSet<>(channel.delivered)::contains);
        assertThat(channel.delivered).isSorted().doesNotHaveDuplicates();
        assertThat(channel.delivered.size() + channel.late.size()).isEqualTo((int) channel.offered());
        assertThat(channel.receiver.counters().skipped()).isPositive();
    }

    @Test
    void aBatchThatIsTooFarBehindIsSkipped() {
        SimulatedChannel channel = new SimulatedChannel(9);
        channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.route(MEGABYTE, 200 * MILLI, 0);
        channel.open(LatePolicy.dropBehind(4), new Setting(10, 2, false), Spread.ROUND_ROBIN);
        channel.offer(5_000, 3 * SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertThat(channel.late).isNotEmpty();
        assertThat(channel.delivered).isSorted();
        assertThat(channel.delivered.size() + channel.late.size()).isEqualTo((int) channel.offered());
    }

    @Test
    void whatComesAfterALaterMarkerIsLate() {
        SimulatedChannel channel = new SimulatedChannel(10);
        channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.route(MEGABYTE, 200 * MILLI, 0);
        channel.open(LatePolicy.LATE_BY_MARKER, new Setting(10, 2, false), Spread.ROUND_ROBIN);
        for (int i = 0; i < 20; i++) {
            channel.offer(5_000, 97 * MILLI);
            channel.offerMarker();
        }
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertThat(channel.late).isNotEmpty();
        assertThat(channel.delivered.size() + channel.late.size()).isEqualTo((int) channel.offered());
    }

    @Test
    void anotherPolicyHandsOverWhatNeedNotWaitAnyMore() {
        SimulatedChannel channel = new SimulatedChannel(11);
        SimulatedRoute first = channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.route(MEGABYTE, 20 * MILLI, 0);
        channel.open(LatePolicy.ORDERED, new Setting(10, 2, false), Spread.ROUND_ROBIN);
        channel.offer(5_000, SECOND);
        first.delay(300 * MILLI, 0);
        channel.offer(5_000, 200 * MILLI);
        assertThat(channel.receiver.counters().heldBytes()).isPositive();
        channel.receiver.policy(LatePolicy.UNORDERED);
        assertThat(channel.receiver.counters().heldBytes()).isZero();
        channel.offer(5_000, SECOND);
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertThat(channel.delivered).doesNotHaveDuplicates().hasSize((int) channel.offered());
    }

    @Test
    void theOracleSendsEachEventAtOnceAtALowRateAndBatchesAtAHighOne() {
        SimulatedChannel channel = new SimulatedChannel(12);
        channel.route(MEGABYTE, 50 * MILLI, MILLI);
        BatchOracle oracle = new BatchOracle(new MillraceModel(), Limits.latency(0.5, 1, 64 << 10));
        channel.open(LatePolicy.ORDERED, null, oracle, GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20));
        channel.offer(20, 5 * SECOND);
        assertThat(channel.sender.choice().setting().batchEvents()).isEqualTo(1);
        channel.latencies.clear();
        channel.offer(20, 5 * SECOND);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(60 * MILLI);

        channel.offer(4_200, 10 * SECOND);
        assertThat(channel.sender.choice().setting().batchEvents()).isGreaterThan(1);
        assertThat(channel.sender.choice().admitted()).isTrue();
        assertThat(channel.drain(5 * SECOND)).isTrue();
        assertInOrder(channel);
    }

    /** Each 10 s a sender measures the shortest round trip anew, for which it must not stop while its route has room. */
    @ParameterizedTest
    @CsvSource({"0.05, 0.03, 100, 10000, 1", "8, 1, 6, 15000, 20"})
    void aChannelThatHasRoomMakesNoPause(
            double delayMillis, double jitterMillis, double megabytes, double perSecond, double mostMillis) {
        SimulatedChannel channel = new SimulatedChannel(5);
        channel.route(megabytes * MEGABYTE, (long) (delayMillis * MILLI), (long) (jitterMillis * MILLI));
        channel.ackDelay((long) (delayMillis * MILLI));
        BatchOracle oracle = new BatchOracle(new MillraceModel(), Limits.latency(0.5, 1, 64 << 10));
        channel.open(LatePolicy.ORDERED, null, oracle, GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20));
        channel.offer(perSecond, 8 * SECOND);
        channel.latencies.clear();
        channel.offer(perSecond, 30 * SECOND);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan((long) (mostMillis * MILLI));
    }

    @Test
    void whatOneTurnOffersIsANaturalBatchAndALoneEventGoesAtOnce() {
        SimulatedChannel channel = new SimulatedChannel(12);
        channel.route(MEGABYTE, 50 * MILLI, MILLI);
        BatchOracle oracle = new BatchOracle(new NaturalModel(), Limits.latency(0.5, 1, 64 << 10));
        channel.open(LatePolicy.ORDERED, null, oracle, GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20));
        channel.offer(20, 5 * SECOND);
        channel.latencies.clear();
        channel.offer(20, 5 * SECOND);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(60 * MILLI);
        assertThat(channel.sender.choice().admitted()).isTrue();

        long before = channel.sender.counters().batches();
        ByteBuffer event = ByteBuffer.allocate(200);
        for (int i = 0; i < 100; i++) {
            assertThat(channel.sender.offer(event, 0, 200)).isTrue();
        }
        channel.sender.doWork();
        assertThat(channel.sender.counters().batches()).isEqualTo(before + 1);
    }

    @Test
    void aRateThatRisesIsFollowedBeforeAQueueHasGrown() {
        SimulatedChannel channel = new SimulatedChannel(13);
        channel.route(MEGABYTE, 50 * MILLI, 0);
        BatchOracle oracle = new BatchOracle(new MillraceModel(), Limits.latency(0.5, 1, 64 << 10));
        channel.open(LatePolicy.ORDERED, null, oracle, GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20));
        channel.offer(500, 60 * SECOND);
        channel.latencies.clear();
        channel.offer(4_300, 5 * SECOND);
        assertThat(channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(150 * MILLI);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whateverHappensToRoutesNothingIsLostAndNothingComesTwice(long block) {
        for (long seed = block * 100; seed < block * 100 + SEEDS; seed++) {
            SimulatedChannel channel = new SimulatedChannel(seed);
            int count = 1 + channel.random.nextInt(4);
            for (int i = 0; i < count; i++) {
                channel.route(
                        MEGABYTE * (0.2 + channel.random.nextDouble()),
                        channel.random.nextInt(150) * MILLI,
                        channel.random.nextInt(20) * MILLI);
            }
            boolean ordered = channel.random.nextBoolean();
            channel.open(
                    ordered ? LatePolicy.ORDERED : LatePolicy.UNORDERED,
                    new Setting(1 + channel.random.nextInt(40), count, false),
                    channel.random.nextBoolean() ? Spread.FIRST_ARRIVAL : Spread.ROUND_ROBIN);
            for (int i = 0; i < 40; i++) {
                disturb(channel);
                channel.offer(200 + channel.random.nextInt(8_000), channel.random.nextInt(400) * MILLI + MILLI);
            }
            channel.routes.forEach(SimulatedRoute::heal);
            channel.loseAcks(false);
            channel.stall(false);
            assertThat(channel.drain(60 * SECOND))
                    .as("seed %s %s %s", seed, channel.sender.counters(), channel.receiver.counters())
                    .isTrue();
            if (ordered) {
                assertInOrder(channel);
            } else {
                assertThat(channel.delivered).doesNotHaveDuplicates().hasSize((int) channel.offered());
            }
            channel.runFor(10 * SECOND);
            assertThat(channel.routes)
                    .as("seed %s", seed)
                    .allSatisfy(route -> assertThat(route.held()).isZero());
        }
    }

    private static void disturb(SimulatedChannel channel) {
        SimulatedRoute route = channel.routes.get(channel.random.nextInt(channel.routes.size()));
        switch (channel.random.nextInt(9)) {
            case 0 -> route.cut();
            case 1, 2, 3 -> route.heal();
            case 4 -> route.swallow();
            case 5 -> route.delay(channel.random.nextInt(300) * MILLI, channel.random.nextInt(50) * MILLI);
            case 6 -> route.rate(MEGABYTE * (0.05 + channel.random.nextDouble()));
            case 7 -> channel.loseAcks(channel.random.nextBoolean());
            default -> channel.stall(channel.random.nextBoolean());
        }
    }

    private static void assertInOrder(SimulatedChannel channel) {
        List<Long> all = LongStream.range(0, channel.offered()).boxed().toList();
        assertThat(channel.delivered).hasSameSizeAs(all).isEqualTo(all);
    }
}

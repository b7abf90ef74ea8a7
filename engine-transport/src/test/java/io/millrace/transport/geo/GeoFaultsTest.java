// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.geo.model.Setting;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fault of a route or an end, with and without order, in simulated time by seeds. */
class GeoFaultsTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 200 : 2;
    private static final double MEGABYTE = 1e6;
    private static final long ONE_WAY = 50 * MILLI;
    private static final long ROUND_TRIP = 2 * ONE_WAY;
    private static final int WINDOW_BYTES = 128 << 10;
    private static final long KEPT_BYTES = 1 << 20;
    private static final long HELD_BYTES = 512 << 10;
    private static final int BATCH_EVENTS = 8;
    private static final int MOST_BATCH_BYTES =
            GeoDescriptor.HEAD_BYTES + BATCH_EVENTS * GeoDescriptor.eventBytes(SimulatedChannel.EVENT_BYTES);

    /** The rate of events, which two of the three routes carry. */
    private static final double PER_SECOND = 4_000;

    /** The time that a batch may take beside its way: it is filled, written after others, and handled in ticks. */
    private static final long SLACK = 40 * MILLI;

    /**
     * The time until a batch in flight arrives by another route: it is sent again as soon as the sender sees that the
     * route is down.
     */
    private static final long SEEN = ONE_WAY + ONE_WAY;

    /**
     * The time until such a batch arrives when the receiver reports the broken route, and the batch has had the time to
     * come.
     */
    private static final long SEEN_THERE = ROUND_TRIP + ONE_WAY;

    /**
     * The time until such a batch arrives when neither end sees the fault: two round trips and 200 ms, and the way of
     * the batch that is sent again.
     */
    private static final long UNSEEN = 2 * ROUND_TRIP + GeoSender.GRACE_NANOS + ONE_WAY;

    private enum Fault {
        RELAY_KILLED(SEEN, channel -> {
            first(channel).cut();
            channel.offer(PER_SECOND, 3 * SECOND);
        }),
        RELAY_STOPPED(UNSEEN, channel -> {
            first(channel).stand(true);
            channel.offer(PER_SECOND, 3 * SECOND);
            first(channel).stand(false);
            channel.offer(PER_SECOND, 2 * SECOND);
        }),
        RELAY_WITHOUT_ITS_NEXT_HOP(SEEN_THERE, channel -> {
            first(channel).cutBehindRelay();
            channel.offer(PER_SECOND, 3 * SECOND);
            first(channel).heal();
            channel.offer(PER_SECOND, 2 * SECOND);
        }),
        ROUTE_CUT_AND_HEALED(SEEN, channel -> {
            for (int i = 0; i < 4; i++) {
                first(channel).cut();
                channel.offer(PER_SECOND, SECOND);
                first(channel).heal();
                channel.offer(PER_SECOND, SECOND);
            }
        }),
        ROUTE_BLACK_HOLED_FORTH(UNSEEN, channel -> {
            first(channel).swallow();
            channel.offer(PER_SECOND, 3 * SECOND);
            first(channel).heal();
            channel.offer(PER_SECOND, 2 * SECOND);
        }),
        WAY_BACK_BLACK_HOLED(0, channel -> {
            channel.loseAcks(true);
            channel.offer(PER_SECOND, 3 * SECOND);
            channel.loseAcks(false);
            channel.offer(PER_SECOND, 2 * SECOND);
        }),
        RECEIVER_PAUSED(0, channel -> {
            channel.pauseReceiver(true);
            channel.offer(PER_SECOND, 4 * SECOND);
            channel.pauseReceiver(false);
            channel.offer(PER_SECOND, 2 * SECOND);
        }),
        LOSS_AND_REORDERING(0, channel -> {
            channel.routes.forEach(route -> route.lossy(0.05, 30 * MILLI));
            channel.offer(PER_SECOND, 4 * SECOND);
            channel.routes.forEach(route -> route.lossy(0, 0));
        }),
        OTHER_ROUTES_AT_EACH_BATCH(0, channel -> {
            long nanos = (long) (SECOND / PER_SECOND) * BATCH_EVENTS;
            for (int i = 0; i < 1_500; i++) {
                channel.routes.forEach(route -> route.appearUp(channel.random.nextBoolean()));
                if (i % 100 == 0) {
                    first(channel).cut();
                }
                channel.offer(PER_SECOND, nanos);
            }
            channel.routes.forEach(SimulatedRoute::heal);
        });

        /** The longest time that an event takes; 0 if that is not known, as the fault hits all routes. */
        private final long mostNanos;

        private final Consumer<SimulatedChannel> happens;

        Fault(long mostNanos, Consumer<SimulatedChannel> happens) {
            this.mostNanos = mostNanos;
            this.happens = happens;
        }

        private static SimulatedRoute first(SimulatedChannel channel) {
            return channel.routes.get(0);
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(Fault.values())
                .flatMap(fault -> Stream.of(LatePolicy.ORDERED, LatePolicy.UNORDERED)
                        .map(policy -> Arguments.of(fault, policy.order(), policy)));
    }

    private static SimulatedChannel channel(long seed, LatePolicy policy) {
        SimulatedChannel channel = new SimulatedChannel(seed);
        for (int i = 0; i < 3; i++) {
            channel.route(MEGABYTE, ONE_WAY, 0).window(WINDOW_BYTES);
        }
        channel.open(policy, new Setting(BATCH_EVENTS, 3, false), Spread.ROUND_ROBIN);
        // The seed decides at which of these events the fault happens
        channel.offer(PER_SECOND, 2 * SECOND + channel.random.nextInt((int) (10 * MILLI)));
        channel.latencies.clear();
        return channel;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("faults")
    void nothingIsLostRepeatedOrOutOfOrderAndTheOtherRoutesCarryOn(
            Fault fault, LatePolicy.Order order, LatePolicy policy) {
        long longest = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimulatedChannel channel = channel(seed, policy);
            fault.happens.accept(channel);
            longest = Math.max(
                    longest,
                    channel.latencies.stream().mapToLong(Long::longValue).max().orElseThrow());
            assertThat(channel.drain(30 * SECOND))
                    .as("seed %s %s %s", seed, channel.sender.counters(), channel.receiver.counters())
                    .isTrue();
            List<Long> all = LongStream.range(0, channel.offered()).boxed().toList();
            assertThat(order == LatePolicy.Order.ORDERED ? channel.delivered : sorted(channel.delivered))
                    .as("seed %s", seed)
                    .isEqualTo(all);
            assertMemoryWithinItsBounds(channel);
            assertEveryDropCounted(channel);
        }
        if (fault.mostNanos > 0) {
            assertThat(longest).isLessThan(fault.mostNanos + SLACK);
        }
        System.out.printf("%s, %s: %d ms at most%n", fault, order, longest / MILLI);
    }

    private static List<Long> sorted(List<Long> delivered) {
        return delivered.stream().sorted().toList();
    }

    private static void assertMemoryWithinItsBounds(SimulatedChannel channel) {
        assertThat(channel.mostKeptBytes).isLessThanOrEqualTo(KEPT_BYTES + MOST_BATCH_BYTES);
        assertThat(channel.mostHeldBytes).isLessThanOrEqualTo(HELD_BYTES);
    }

    private static void assertEveryDropCounted(SimulatedChannel channel) {
        GeoReceiver.Counters counters = channel.receiver.counters();
        assertThat(counters.batches() + counters.duplicates() + counters.refused() + counters.stale())
                .isEqualTo(channel.arrivals);
        assertThat(counters.batches()).isEqualTo(channel.sender.counters().batches());
        assertThat(List.of(counters.late(), counters.skipped(), counters.stale(), counters.invalid()))
                .containsOnly(0L);
        long lost = channel.sender.counters().routes().stream()
                .mapToLong(RouteCounters::lost)
                .sum();
        // A batch that is sent again was lost, or came after all that were sent before its turn
        assertThat(channel.sender.counters().resends()).isLessThanOrEqualTo(lost);
    }

    /** An old sender comes back, or an old assignment has left one: it goes on beside its successor. */
    @ParameterizedTest
    @MethodSource("policies")
    void nothingOfAnEarlierSenderComesAfterWhatALaterOneHasSent(LatePolicy policy) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimulatedChannel channel = channel(seed, policy);
            GeoSender earlier = channel.sender;
            long first = channel.offered();
            channel.delivered.clear();
            channel.restartSender(new Setting(BATCH_EVENTS, 3, false), first);
            channel.goOn(earlier, -1);
            channel.offer(PER_SECOND, 4 * SECOND);
            assertThat(channel.drain(10 * SECOND)).isTrue();
            List<Long> later = channel.delivered.stream()
                    .dropWhile(number -> number < first)
                    .toList();
            assertThat(policy.order() == LatePolicy.Order.ORDERED ? later : sorted(later))
                    .as("seed %s", seed)
                    .isEqualTo(
                            LongStream.range(first, channel.offered()).boxed().toList());
            GeoReceiver.Counters counters = channel.receiver.counters();
            assertThat(counters.stale()).isPositive();
            assertThat(counters.batches() + counters.duplicates() + counters.refused() + counters.stale())
                    .isEqualTo(channel.arrivals);
            assertThat(earlier.isDone()).isFalse();
            assertThat(earlier.counters().keptBytes()).isLessThanOrEqualTo(KEPT_BYTES + MOST_BATCH_BYTES);
        }
    }

    static Stream<LatePolicy> policies() {
        return Stream.of(LatePolicy.ORDERED, LatePolicy.UNORDERED);
    }
}

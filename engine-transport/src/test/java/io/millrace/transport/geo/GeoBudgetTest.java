// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static io.millrace.transport.geo.SimulatedChannel.MILLI;
import static io.millrace.transport.geo.SimulatedChannel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.Setting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The money that channels spend, in simulated time. */
class GeoBudgetTest {

    private static final double MEGABYTE = 1e6;
    private static final int MAX_BATCH_BYTES = 64 << 10;

    /** The price: 0.09 for a gigabyte. */
    private static final double MONEY_PER_BYTE = 0.09 / 1e9;

    private static final GeoSenderSettings SETTINGS = GeoSenderSettings.of(7, 1, MAX_BATCH_BYTES, 1 << 20);

    /** The money that was spent by the end of each second. */
    private final List<Double> spent = new ArrayList<>();

    private static Limits limits(double moneyPerSecond) {
        return Limits.latency(0.5, 1, MAX_BATCH_BYTES).withMaxMoneyPerSecond(moneyPerSecond);
    }

    private SimulatedChannel channel(double moneyPerSecond, double moneyPerByte, GeoBudget budget) {
        SimulatedChannel channel = new SimulatedChannel(1);
        channel.route(10 * MEGABYTE, 40 * MILLI, MILLI);
        channel.route(10 * MEGABYTE, 60 * MILLI, MILLI);
        BatchOracle oracle = new BatchOracle(new MillraceModel(), limits(moneyPerSecond));
        channel.open(LatePolicy.ORDERED, null, oracle, SETTINGS);
        channel.sender.costs(new GeoCosts(moneyPerByte, 0), budget);
        return channel;
    }

    private void offer(SimulatedChannel channel, double perSecond, int seconds) {
        for (int i = 0; i < seconds; i++) {
            channel.offer(perSecond, SECOND);
            spent.add(channel.sender.counters().money());
        }
    }

    private double mostInAMinute() {
        double most = 0;
        for (int i = 60; i < spent.size(); i++) {
            most = Math.max(most, spent.get(i) - spent.get(i - 60));
        }
        return most;
    }

    @Test
    void noMinuteExceedsTheBudgetWhateverIsOffered() {
        double perSecond = 0.2 * MEGABYTE * MONEY_PER_BYTE;
        SimulatedChannel channel = channel(perSecond, MONEY_PER_BYTE, new GeoBudget(perSecond));
        offer(channel, 400, 70);
        double calm = spent.get(69) - spent.get(9);
        assertThat(calm).isLessThan(60 * perSecond);
        // Offer five times as much as may be paid for, then less again
        offer(channel, 5_000, 120);
        offer(channel, 200, 30);
        offer(channel, 5_000, 80);
        double batch = (MAX_BATCH_BYTES + 1_000) * MONEY_PER_BYTE;
        assertThat(mostInAMinute()).isBetween(0.95 * 60 * perSecond, 60 * perSecond + batch);
        assertThat(channel.delivered).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(150_000);
    }

    @Test
    void withoutABudgetTheSameLoadSpendsMore() {
        double perSecond = 0.2 * MEGABYTE * MONEY_PER_BYTE;
        offer(channel(Double.POSITIVE_INFINITY, MONEY_PER_BYTE, null), 5_000, 70);
        assertThat(mostInAMinute()).isGreaterThan(4 * 60 * perSecond);
    }

    @Test
    void allBytesThatLeaveAreCountedAlsoCopiesAndThoseThatGoAgain() {
        SimulatedChannel channel = channel(Double.POSITIVE_INFINITY, MONEY_PER_BYTE, null);
        channel.offer(5_000, 3 * SECOND);
        channel.routes.get(0).cut();
        channel.offer(5_000, 3 * SECOND);
        channel.routes.get(0).heal();
        assertThat(channel.drain(10 * SECOND)).isTrue();
        GeoSender.Counters counters = channel.sender.counters();
        long bytes = counters.routes().stream().mapToLong(RouteCounters::bytes).sum();
        assertThat(counters.resends()).isPositive();
        assertThat(counters.money()).isCloseTo(bytes * MONEY_PER_BYTE, within(1e-12));
        assertThat(counters.routes().get(0).lost()).isPositive();
    }

    @Test
    void aBudgetForFewBytesLetsTheOracleChooseLargeBatches() {
        double free = 500 * (200 + 4) * MONEY_PER_BYTE;
        SimulatedChannel channel = channel(1.15 * free, MONEY_PER_BYTE, null);
        offer(channel, 500, 10);
        // A batch of one would send 160 bytes of heads with each 200
        assertThat(channel.sender.choice().setting().batchEvents()).isGreaterThan(3);
        assertThat(channel.sender.choice().admitted()).isTrue();
    }

    @Test
    void channelsShareABudget() {
        double perSecond = 0.4 * MEGABYTE * MONEY_PER_BYTE;
        GeoBudget budget = new GeoBudget(perSecond);
        SimulatedChannel idle = channel(perSecond / 2, MONEY_PER_BYTE, budget);
        SimulatedChannel busy = channel(perSecond / 2, MONEY_PER_BYTE, budget);
        offer(busy, 5_000, 70);
        assertThat(idle.sender.counters().money()).isZero();
        assertThat(spent.get(69) - spent.get(9)).isGreaterThan(0.9 * 60 * perSecond);
    }

    @Test
    void aRelayCostsWhileItsRouteIsUsed() {
        SimulatedChannel channel = new SimulatedChannel(1);
        channel.route(MEGABYTE, 40 * MILLI, 0);
        SimulatedRoute relayed = channel.route(MEGABYTE, 40 * MILLI, 0);
        relayed.byRelay();
        channel.open(LatePolicy.ORDERED, new Setting(10, 2, false), Spread.FIRST_ARRIVAL);
        channel.sender.costs(new GeoCosts(0, 0.5), null);
        channel.offer(1_000, 10 * SECOND);
        assertThat(channel.sender.counters().money()).isCloseTo(10 * 0.5, within(0.01));
    }
}

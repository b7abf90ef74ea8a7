// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.transport.geo.model.MulticastModel.Choice;
import io.millrace.transport.geo.model.MulticastModel.Strategy;
import java.util.List;
import org.junit.jupiter.api.Test;

class MulticastModelTest {

    private static final Limits LIMITS = Limits.latency(1, 0.5, 1 << 16);
    private static final Codec PLAIN = new Codec(CodecCost.NONE, CodecCost.NONE, 1);

    private static ChannelInputs inputs(double perSecond, double bytesPerSecond, double delaySeconds) {
        return new ChannelInputs(
                perSecond,
                200,
                154,
                1,
                PLAIN,
                null,
                List.of(new RouteInputs("one", bytesPerSecond, delaySeconds, 0, 1e-9, 0)),
                List.of());
    }

    private static Choice choose(ChannelInputs inputs, Limits limits, int receivers, Strategy present) {
        return MulticastModel.choose(new MillraceModel(), inputs, limits, receivers, present);
    }

    @Test
    void writingIsMultipliedByTheReceiversOrByThoseBehindTheEntryWithinTheSite() {
        Choice one = choose(inputs(10, 1e6, 0.05), LIMITS, 1, null);
        Choice five = choose(inputs(10, 1e6, 0.05), LIMITS, 5, null);
        assertThat(five.direct() - one.direct()).isCloseTo(4 * 354 / 1e6, within(3e-5));
        assertThat(five.intermediate() - one.intermediate())
                .isCloseTo(MulticastModel.INSIDE_SECONDS + 4 * 354 / 125e6, within(1e-5));
        assertThat(one.intermediate()).isEqualTo(one.direct());
    }

    @Test
    void ofEqualOnesThatIsTakenWhichSendsFewerBytes() {
        Choice choice = choose(inputs(100, 2.5e6, 0.05), LIMITS, 4, Strategy.DIRECT);
        assertThat(choice.strategy()).isEqualTo(Strategy.INTERMEDIATE);
        assertThat(choice.reason()).matches("intermediate of 4: [0-9.]+ ms, 35 kB/s; direct [0-9.]+ ms, 142 kB/s");
    }

    @Test
    void overAShortWayTheEntryIsADetour() {
        Choice choice = choose(inputs(100, 100e6, 0.0005), LIMITS, 4, Strategy.DIRECT);
        assertThat(choice.strategy()).isEqualTo(Strategy.DIRECT);
        assertThat(choice.direct()).isLessThan(choice.intermediate());
    }

    @Test
    void withoutTheCapacityForAllCopiesTheyGoOnce() {
        ChannelInputs inputs = inputs(4_000, 1e6, 0.0001);
        assertThat(choose(inputs, LIMITS, 1, null).strategy()).isEqualTo(Strategy.DIRECT);
        Choice choice = choose(inputs, LIMITS, 8, Strategy.DIRECT);
        assertThat(choice.strategy()).isEqualTo(Strategy.INTERMEDIATE);
        assertThat(choice.reason()).endsWith("direct more than 90 % of the capacity");
    }

    @Test
    void moneyCountsForEachCopy() {
        Limits cost = new Limits(Limits.Objective.COST, 1, 0.9, 0.5, Double.POSITIVE_INFINITY, 1 << 16);
        assertThat(choose(inputs(100, 100e6, 0.0005), cost, 4, Strategy.DIRECT).strategy())
                .isEqualTo(Strategy.INTERMEDIATE);
    }

    @Test
    void whatIsThereIsLeftOnlyForWhatIsClearlyBetter() {
        // The detour is between 5 and 10 % of the way
        ChannelInputs inputs = inputs(10, 100e6, 0.0035);
        assertThat(choose(inputs, LIMITS, 2, Strategy.DIRECT).strategy()).isEqualTo(Strategy.DIRECT);
        assertThat(choose(inputs, LIMITS, 2, Strategy.INTERMEDIATE).strategy()).isEqualTo(Strategy.INTERMEDIATE);
    }

    @Test
    void theModelOfThePrintChoosesToo() {
        Choice choice =
                MulticastModel.choose(new JetStreamModel(0), inputs(100, 1e6, 0.05), LIMITS, 8, Strategy.DIRECT);
        assertThat(choice.strategy()).isEqualTo(Strategy.INTERMEDIATE);
    }
}

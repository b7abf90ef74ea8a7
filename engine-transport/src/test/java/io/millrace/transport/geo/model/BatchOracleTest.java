// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.transport.geo.model.Limits.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchOracleTest {

    private static final int MAX_BATCH_BYTES = 1 << 20;
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aLoneEventNeverWaitsForCompany() {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            ChannelInputs inputs = random(random).withEventsPerSecond(0.1 + random.nextDouble());
            assertThat(decide(inputs, Limits.latency(2, 1, MAX_BATCH_BYTES))
                            .setting()
                            .batchEvents())
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Objective.class)
    void theChoiceIsAsGoodAsTheBestOfAllSettings(Objective objective) {
        Random random = new Random(7);
        Limits limits = new Limits(objective, 0.5, 0.9, 0.5, 0.02, 200_000);
        MillraceModel model = new MillraceModel();
        for (int i = 0; i < 40; i++) {
            ChannelInputs inputs = random(random);
            Choice choice = decide(inputs, limits);
            Candidate best = null;
            for (int routes = 1; routes <= inputs.routes().size(); routes++) {
                for (int b = 1; b <= inputs.eventsPerSecond() * 0.5 && b * inputs.eventBytes() <= 200_000; b++) {
                    for (boolean compressed : new boolean[] {false, true}) {
                        Setting setting = new Setting(b, routes, compressed);
                        Prediction prediction = model.predict(inputs, setting);
                        Candidate next =
                                new Candidate(setting, prediction, model.refusal(inputs, setting, prediction, limits));
                        best = next.isBetterThan(best, limits) ? next : best;
                    }
                }
            }
            assertThat(choice.admitted())
                    .as("%s", inputs)
                    .isEqualTo(best.refusal().isEmpty());
            if (choice.admitted()) {
                Candidate chosen = new Candidate(choice.setting(), choice.prediction(), "");
                assertThat(chosen.value(limits))
                        .as("%s, best %s", choice.reason(), best.brief())
                        .isLessThanOrEqualTo(best.value(limits) * 1.02);
            }
        }
    }

    @Test
    void aBatchClosesInTimeForTheRestOfItsWay() {
        Limits limits = Limits.latency(0.2, 1, MAX_BATCH_BYTES);
        Choice choice = decide(MillraceModelTest.inputs(1_000, RouteInputs.free("direct", 1e6, 0.05, 0)), limits);
        assertThat(choice.closeSeconds())
                .isCloseTo(0.2 - choice.prediction().afterFill(), within(1e-12))
                .isPositive();
    }

    @Test
    void compressionIsForBytesThatLimitAndNotForAFullProcessor() {
        Codec fast = new Codec(new CodecCost(40e-6, 5e-9), new CodecCost(10e-6, 2e-9), 0.3);
        RouteInputs slow = RouteInputs.free("slow", 250_000, 0.05, 0);
        RouteInputs quick = RouteInputs.free("quick", 1e9, 0.05, 0);
        Limits limits = Limits.latency(0.5, 0.5, MAX_BATCH_BYTES);
        assertThat(decide(inputs(2_000, fast, slow), limits).setting().compressed())
                .isTrue();
        assertThat(decide(inputs(2_000, fast, quick), limits).setting().compressed())
                .isFalse();

        Codec costly = new Codec(new CodecCost(40e-6, 3e-6), new CodecCost(10e-6, 2e-9), 0.3);
        Choice kept = decide(inputs(2_000, costly, slow), limits);
        assertThat(kept.setting().compressed()).isFalse();
        assertThat(kept.prediction().cpuShare()).isLessThanOrEqualTo(0.5);
    }

    @Test
    void theBudgetIsKeptAlsoWhereNothingElseIs() {
        ChannelInputs inputs = MillraceModelTest.inputs(
                20_000, RouteInputs.free("direct", 1e6, 0.05, 0), new RouteInputs("relay", 1e7, 0.05, 0, 0, 1));
        Choice choice = decide(inputs, new Limits(Objective.LATENCY, 0.5, 0.9, 1, 0.5, MAX_BATCH_BYTES));
        assertThat(choice.admitted()).isFalse();
        assertThat(choice.setting().routes()).isEqualTo(1);
        assertThat(choice.reason())
                .contains("the latency has no bound, as more is offered than the routes carry")
                .contains("although more than 90 % of the capacity: nothing keeps the limits")
                .doesNotContain("Infinity")
                .endsWith("c=2: above the budget");
        assertThat(decide(inputs, Limits.latency(0.5, 1, MAX_BATCH_BYTES))
                        .setting()
                        .routes())
                .isEqualTo(2);
    }

    @Test
    void theReasonSaysWhatTheNextBestIs() {
        ChannelInputs inputs = MillraceModelTest.inputs(
                2_000, RouteInputs.free("direct", 2e6, 0.05, 0), RouteInputs.free("relay", 1e6, 0.09, 0));
        assertThat(decide(inputs, Limits.latency(0.5, 1, MAX_BATCH_BYTES)).reason())
                .matches("b=\\d+ c=1: \\d+\\.\\d\\d ms \\(fill .*, queue .*, encoding .*, transfer .*, reorder .*,"
                        + " decoding .*\\); next b=\\d+ c=2: \\d+\\.\\d\\d ms");
    }

    @Test
    void aSettingIsKeptUntilAnotherIsWorthTheChange() {
        Limits limits = Limits.latency(0.5, 1, MAX_BATCH_BYTES);
        BatchOracle oracle = new BatchOracle(new MillraceModel(), limits);
        ChannelInputs inputs = MillraceModelTest.inputs(4_000, RouteInputs.free("direct", 1e6, 0.05, 0));
        Setting first = oracle.decide(0, inputs).setting();
        assertThat(oracle.decide(SECOND, inputs.withEventsPerSecond(4_050)).setting())
                .isEqualTo(first);
        assertThat(oracle.decide(2 * SECOND, inputs.withEventsPerSecond(4_600))
                        .setting()
                        .batchEvents())
                .isGreaterThan(first.batchEvents());
    }

    @Test
    void itDecidesSeldomWhileNothingVariesAndOftenWhileItDoes() {
        BatchOracle oracle = new BatchOracle(new MillraceModel(), Limits.latency(0.5, 1, MAX_BATCH_BYTES));
        ChannelInputs inputs = MillraceModelTest.inputs(1_000, RouteInputs.free("direct", 1e6, 0.05, 0));
        assertThat(oracle.isDue(0)).isTrue();
        long now = 0;
        for (int i = 0; i < 10; i++) {
            oracle.decide(now, inputs);
            now += 10 * SECOND;
        }
        long last = now - 10 * SECOND;
        assertThat(oracle.isDue(last + BatchOracle.MAX_INTERVAL_NANOS - 1)).isFalse();
        assertThat(oracle.isDue(last + BatchOracle.MAX_INTERVAL_NANOS)).isTrue();
        for (int i = 0; i < 10; i++) {
            oracle.decide(now + i, inputs.withEventsPerSecond(i % 2 == 0 ? 2_000 : 1_000));
        }
        assertThat(oracle.isDue(now + 9 + BatchOracle.MIN_INTERVAL_NANOS - 1)).isFalse();
        assertThat(oracle.isDue(now + 9 + BatchOracle.MIN_INTERVAL_NANOS)).isTrue();
    }

    @Test
    void itDecidesSoonAfterTheRateHasVariedHoweverSeldomItDidBefore() {
        BatchOracle oracle = new BatchOracle(new MillraceModel(), Limits.latency(0.5, 1, MAX_BATCH_BYTES));
        ChannelInputs inputs = MillraceModelTest.inputs(1_000, RouteInputs.free("direct", 1e6, 0.05, 0));
        for (int i = 0; i < 10; i++) {
            oracle.decide(i, inputs);
        }
        long soon = 9 + BatchOracle.MIN_INTERVAL_NANOS;
        assertThat(oracle.isDue(soon, 1_050, false)).isFalse();
        assertThat(oracle.isDue(soon - 1, 4_000, false)).isFalse();
        assertThat(oracle.isDue(soon, 4_000, false)).isTrue();
        assertThat(oracle.isDue(soon, 1_000, true)).isTrue();
    }

    @Test
    void whileTheSourceIsHeldBackTheChoiceIsForTheRate() {
        BatchOracle oracle = new BatchOracle(new MillraceModel(), Limits.latency(0.5, 1, 64 << 10));
        ChannelInputs inputs = MillraceModelTest.inputs(3_000, RouteInputs.free("direct", 1e6, 0.05, 0));
        assertThat(oracle.decide(0, inputs).setting().batchEvents()).isLessThan(10);
        Choice heldBack = oracle.decide(SECOND, inputs, true);
        assertThat(heldBack.setting().batchEvents()).isGreaterThan(30);
        assertThat(heldBack.reason()).contains("while more is offered than is taken");
        assertThat(oracle.decide(2 * SECOND, inputs).setting().batchEvents()).isLessThan(10);
    }

    @Test
    void naturalBatchesHaveTheSizeThatWasMeasuredAndWaitForNothing() {
        BatchOracle oracle = new BatchOracle(new NaturalModel(), Limits.latency(0.5, 1, 64 << 10));
        ChannelInputs inputs = MillraceModelTest.inputs(3_000, RouteInputs.free("direct", 1e6, 0.05, 0));
        assertThat(oracle.decide(0, inputs).setting().batchEvents()).isEqualTo(1);
        for (int i = 0; i < 1_000; i++) {
            oracle.closed(40);
        }
        for (boolean heldBack : new boolean[] {false, true}) {
            Choice choice = oracle.decide(SECOND, inputs, heldBack);
            assertThat(choice.setting().batchEvents()).isEqualTo(40);
            assertThat(choice.closeSeconds()).isZero();
            assertThat(choice.prediction().parts().fill()).isZero();
        }
    }

    /** A burst of a second's events each second is one batch, none of whose events waits for the others. */
    @Test
    void aNaturalBatchIsNotRefusedForTheTimeThatItWouldTakeToFill() {
        BatchOracle oracle = new BatchOracle(new NaturalModel(), Limits.latency(0.5, 1, 64 << 10));
        for (int i = 0; i < 1_000; i++) {
            oracle.closed(100);
        }
        ChannelInputs inputs = MillraceModelTest.inputs(100, RouteInputs.free("direct", 1e6, 0.05, 0));
        assertThat(oracle.decide(0, inputs).admitted()).isTrue();
    }

    @Test
    void withNaturalBatchesRoutesAndCompressionAreChosen() {
        Codec fast = new Codec(new CodecCost(40e-6, 5e-9), new CodecCost(10e-6, 2e-9), 0.3);
        BatchOracle oracle = new BatchOracle(new NaturalModel(), Limits.latency(0.5, 1, 64 << 10));
        for (int i = 0; i < 1_000; i++) {
            oracle.closed(10);
        }
        RouteInputs slow = RouteInputs.free("slow", 250_000, 0.05, 0);
        assertThat(oracle.decide(0, inputs(2_000, fast, slow, slow)).setting())
                .satisfies(setting -> assertThat(setting.compressed()).isTrue());
        assertThat(oracle.decide(SECOND, inputs(1_800, null, slow, slow))
                        .setting()
                        .routes())
                .isEqualTo(2);
    }

    private static Choice decide(ChannelInputs inputs, Limits limits) {
        return new BatchOracle(new MillraceModel(), limits).decide(0, inputs);
    }

    private static ChannelInputs inputs(double rate, Codec compressed, RouteInputs... routes) {
        return new ChannelInputs(rate, 200, 64, 2, MillraceModelTest.plain(), compressed, List.of(routes), List.of());
    }

    private static ChannelInputs random(Random random) {
        List<RouteInputs> routes = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            routes.add(new RouteInputs(
                    "r" + i,
                    1e5 * Math.pow(10, 2 * random.nextDouble()),
                    0.2 * random.nextDouble(),
                    0.005 * random.nextDouble(),
                    1e-7 * random.nextDouble(),
                    0.01 * random.nextDouble()));
        }
        double rate = 10 * Math.pow(10, 2.5 * random.nextDouble());
        Codec fast = new Codec(new CodecCost(40e-6, 5e-9), new CodecCost(10e-6, 2e-9), 0.4);
        return new ChannelInputs(
                rate, 50 + random.nextInt(3_000), 64, 2, MillraceModelTest.plain(), fast, routes, List.of());
    }

    @Test
    void whereNothingIsCheapEnoughTheCheapestIsChosen() {
        RouteInputs dear = new RouteInputs("dear", 1e6, 0.05, 0, 1e-9, 0);
        ChannelInputs inputs = inputs(2_000, new Codec(new CodecCost(40e-6, 5e-9), CodecCost.NONE, 0.3), dear);
        Choice choice = decide(inputs, Limits.latency(0.5, 1, MAX_BATCH_BYTES).withMaxMoneyPerSecond(1e-9));
        assertThat(choice.admitted()).isFalse();
        assertThat(choice.reason()).contains("although above the budget");
        assertThat(choice.setting().compressed()).isTrue();
        assertThat(choice.setting().batchEvents()).isEqualTo((int) (2_000 * 0.5));
    }

    /** Events wait while the budget is used up, so no more leaves than it pays for. */
    @Test
    void noMoreIsExpectedToBeSentThanTheBudgetPaysFor() {
        RouteInputs dear = new RouteInputs("dear", 1e6, 0.05, 0, 1e-9, 0);
        ChannelInputs inputs = inputs(2_000, MillraceModelTest.plain(), dear);
        Limits limits = Limits.latency(0.5, 1, MAX_BATCH_BYTES);
        Prediction free = decide(inputs, limits).prediction();
        double budget = free.moneyPerSecond() / 3;
        Choice choice = decide(inputs, limits.withMaxMoneyPerSecond(budget));
        assertThat(choice.admitted()).isFalse();
        assertThat(choice.prediction().moneyPerSecond()).isEqualTo(budget);
        assertThat(choice.prediction().bytesPerSecond()).isCloseTo(budget / 1e-9, within(1e-3));
    }

    @Test
    void noMoreIsExpectedToBeSentThanRoutesCarry() {
        RouteInputs slow = new RouteInputs("slow", 1e5, 0.05, 0, 1e-9, 0);
        ChannelInputs inputs = inputs(2_000, MillraceModelTest.plain(), slow);
        Prediction prediction =
                decide(inputs, Limits.latency(0.5, 1, MAX_BATCH_BYTES)).prediction();
        assertThat(prediction.utilisation()).isGreaterThan(2);
        assertThat(prediction.bytesPerSecond()).isBetween(0.99e5, 1e5 + 1e-6);
        assertThat(prediction.moneyPerSecond()).isCloseTo(prediction.bytesPerSecond() * 1e-9, within(1e-12));
    }
}

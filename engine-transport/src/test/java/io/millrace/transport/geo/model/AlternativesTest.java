// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AlternativesTest {

    private static final Limits LIMITS = Limits.latency(0.5, 1, 64 << 10);

    private static ChannelInputs inputs(double relayMoney) {
        return new ChannelInputs(
                4_000,
                200,
                150,
                1,
                new Codec(new CodecCost(20e-6, 0), CodecCost.NONE, 1),
                new Codec(new CodecCost(60e-6, 5e-9), CodecCost.NONE, 0.4),
                List.of(
                        new RouteInputs("direct", 1e6, 0.05, 0, 1e-9, 0),
                        new RouteInputs("relay", 1e6, 0.04, 0, 1e-9, relayMoney)),
                List.of());
    }

    private static List<Alternative> alternatives(Limits limits) {
        return Alternatives.of(new MillraceModel(), inputs(1e-3), limits, new Setting(7, 1, false));
    }

    @Test
    void noneOfTheFrontIsSlowerAndDearerThanAnother() {
        List<Alternative> all = alternatives(LIMITS);
        List<Alternative> front = all.stream().filter(Alternative::pareto).toList();
        assertThat(front).hasSizeGreaterThan(3).allMatch(one -> one.refusal().isEmpty());
        for (Alternative one : front) {
            assertThat(all.stream().filter(other -> other.refusal().isEmpty()))
                    .noneMatch(other ->
                            other.prediction().mean() < one.prediction().mean()
                                    && other.prediction().moneyPerSecond()
                                            < one.prediction().moneyPerSecond());
        }
        // A relay costs more than all that it saves; compression is always cheaper
        assertThat(front).anyMatch(one -> one.setting().compressed());
    }

    @Test
    void thePresentSettingAndTheChoiceAreAmongThem() {
        Setting chosen = new BatchOracle(new MillraceModel(), LIMITS)
                .decide(1, inputs(1e-3))
                .setting();
        assertThat(alternatives(LIMITS))
                .extracting(Alternative::setting)
                .contains(new Setting(7, 1, false), chosen, new Setting(1, 2, true));
    }

    @Test
    void theFrontIsTheSameForEachBudget() {
        List<Alternative> bounded = alternatives(LIMITS.withMaxMoneyPerSecond(5e-4));
        assertThat(bounded.stream().filter(Alternative::pareto).map(Alternative::setting))
                .containsExactlyElementsOf(alternatives(LIMITS).stream()
                        .filter(Alternative::pareto)
                        .map(Alternative::setting)
                        .toList());
        assertThat(bounded).anyMatch(one -> one.refusal().equals("above the budget"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MillraceModelTest {

    private static final double EXACT = 1e-12;

    private final MillraceModel model = new MillraceModel();

    @Test
    void eachPartIsWhatTheFormulaSays() {
        ChannelInputs inputs = inputs(1_000, RouteInputs.free("direct", 1e6, 0.05, 0));
        Prediction prediction = model.predict(inputs, new Setting(10, 1, false));

        double sent = 10 * 200 + 64;
        double service = sent / 1e6;
        double utilisation = 1_000 * service / 10;
        assertThat(prediction.parts().fill()).isCloseTo(9 / 2_000.0, within(EXACT));
        assertThat(prediction.utilisation()).isCloseTo(utilisation, within(EXACT));
        assertThat(prediction.parts().queue())
                .isCloseTo(service * utilisation / (2 * 10 * (1 - utilisation)), within(EXACT));
        assertThat(prediction.parts().encoding()).isCloseTo(20e-6 + 2_000 * 1e-9, within(EXACT));
        assertThat(prediction.parts().transfer()).isCloseTo(sent / 1e6 + 0.05, within(EXACT));
        assertThat(prediction.parts().reorder()).isZero();
        assertThat(prediction.parts().decoding()).isCloseTo(10e-6 + 2_000 * 1e-9, within(EXACT));
        assertThat(prediction.bytesPerSecond()).isCloseTo(100 * sent, within(1e-6));
        assertThat(prediction.cpuShare()).isCloseTo(100 * prediction.parts().encoding() / 2, within(EXACT));
    }

    @Test
    void batchesOfManyRandomEventsWaitAsLongForEachOtherAsInASimulation() {
        ChannelInputs inputs = inputs(3_000, RouteInputs.free("direct", 1e6, 0.05, 0));
        for (int b : new int[] {1, 4, 20, 100}) {
            double service = (b * 200 + 64) / 1e6;
            Random random = new Random(b);
            double arrived = 0;
            double free = 0;
            double waited = 0;
            int batches = 200_000;
            for (int batch = 0; batch < batches; batch++) {
                for (int event = 0; event < b; event++) {
                    arrived -= Math.log(1 - random.nextDouble()) / 3_000;
                }
                waited += Math.max(0, free - arrived);
                free = Math.max(free, arrived) + service;
            }
            assertThat(model.predict(inputs, new Setting(b, 1, false)).parts().queue())
                    .as("b=%s", b)
                    .isCloseTo(waited / batches, within(0.2 * service));
        }
    }

    @Test
    void aBatchOfOneWaitsForNoCompany() {
        ChannelInputs inputs = inputs(0.001, RouteInputs.free("direct", 1e6, 0.05, 0));
        assertThat(model.predict(inputs, new Setting(1, 1, false)).parts().fill())
                .isZero();
    }

    @Test
    void routesShareByTheirRates() {
        ChannelInputs inputs = inputs(
                1_000,
                new RouteInputs("direct", 3e6, 0.05, 0, 4e-9, 0),
                new RouteInputs("relay", 1e6, 0.09, 0, 8e-9, 0.5));
        Prediction prediction = model.predict(inputs, new Setting(10, 2, false));
        double sent = 10 * 200 + 64;
        assertThat(prediction.parts().transfer())
                .isCloseTo(0.75 * (sent / 3e6 + 0.05) + 0.25 * (sent / 1e6 + 0.09), within(EXACT));
        assertThat(prediction.moneyPerSecond()).isCloseTo(100 * sent * 5e-9 + 0.5, within(1e-9));
        assertThat(prediction.utilisation()).isCloseTo(100 * sent / 4e6, within(EXACT));
    }

    @Test
    void aMeasuredWaitForOrderCountsMoreThanAPredictedOne() {
        RouteInputs near = RouteInputs.free("near", 1e6, 0.05, 0);
        RouteInputs far = RouteInputs.free("far", 1e6, 0.051, 0.02);
        ChannelInputs measured =
                new ChannelInputs(1_000, 200, 64, 2, plain(), null, List.of(near, far), List.of(0.0, 0.007));
        assertThat(model.predict(measured, new Setting(10, 2, false)).parts().reorder())
                .isEqualTo(0.007);
        assertThat(model.predict(inputs(5_000, near, far), new Setting(10, 2, false))
                        .parts()
                        .reorder())
                .isPositive();
    }

    @Test
    void compressionSendsLessAndEncodesLonger() {
        Codec fast = new Codec(new CodecCost(30e-6, 3e-9), new CodecCost(10e-6, 2e-9), 0.4);
        ChannelInputs inputs = new ChannelInputs(
                1_000, 200, 64, 2, plain(), fast, List.of(RouteInputs.free("direct", 1e6, 0.05, 0)), List.of());
        Prediction plain = model.predict(inputs, new Setting(100, 1, false));
        Prediction compressed = model.predict(inputs, new Setting(100, 1, true));
        assertThat(compressed.bytesPerSecond()).isCloseTo(10 * (20_000 * 0.4 + 64), within(1e-6));
        assertThat(compressed.parts().transfer()).isLessThan(plain.parts().transfer());
        assertThat(compressed.parts().encoding()).isGreaterThan(plain.parts().encoding());
    }

    @Test
    void moreThanFitsIsRefused() {
        ChannelInputs inputs = inputs(10_000, RouteInputs.free("direct", 1e6, 0.05, 0));
        Setting setting = new Setting(100, 1, false);
        Prediction prediction = model.predict(inputs, setting);
        assertThat(prediction.parts().queue()).isInfinite();
        assertThat(model.refusal(inputs, setting, prediction, Limits.latency(1, 1, 1 << 20)))
                .isEqualTo("more than 90 % of the capacity");
    }

    @Test
    void aSettingOfOtherInputsIsRefused() {
        ChannelInputs inputs = inputs(10, RouteInputs.free("direct", 1e6, 0.05, 0));
        assertThatThrownBy(() -> model.predict(inputs, new Setting(1, 2, false)))
                .hasMessage("the setting has 2 routes, the channel 1");
        assertThatThrownBy(() -> model.predict(inputs, new Setting(1, 1, true)))
                .hasMessage("the setting compresses, the channel has no codec for that");
        assertThatThrownBy(() -> RouteInputs.free("direct", 0, 0.05, 0))
                .hasMessage("bytesPerSecond of route direct is 0.0: it must be a number above 0");
    }

    static Codec plain() {
        return new Codec(new CodecCost(20e-6, 1e-9), new CodecCost(10e-6, 1e-9), 1);
    }

    static ChannelInputs inputs(double eventsPerSecond, RouteInputs... routes) {
        return new ChannelInputs(eventsPerSecond, 200, 64, 2, plain(), null, List.of(routes), List.of());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class JetStreamModelTest {

    private static final double EXACT = 1e-12;

    private final JetStreamModel model = new JetStreamModel(1_000);
    private final ChannelInputs inputs = MillraceModelTest.inputs(
            1_000, RouteInputs.free("one", 1e6, 0.05, 0), RouteInputs.free("two", 2e6, 0.05, 0));

    @Test
    void eachTermIsAsPrinted() {
        Prediction prediction = model.predict(inputs, new Setting(10, 2, false));
        double transfer = (64.0 / 10 + 200) / (3e6 * 2_000 / 3_000);
        assertThat(prediction.parts().fill()).isCloseTo(10 / 2_000.0, within(EXACT));
        assertThat(prediction.parts().encoding()).isCloseTo((20e-6 + 2_000e-9) / 10, within(EXACT));
        assertThat(prediction.parts().decoding()).isCloseTo((10e-6 + 2_000e-9) / 10, within(EXACT));
        assertThat(prediction.parts().transfer()).isCloseTo(transfer, within(EXACT));
        // The inner sum is 1 except for the terms beyond L
        assertThat(prediction.parts().reorder()).isCloseTo(transfer / 10, within(1e-6 * transfer));
    }

    @Test
    void aBatchThatTakesTooLongToFillIsRefused() {
        Setting setting = new Setting(101, 1, false);
        assertThat(model.refusal(inputs, setting, model.predict(inputs, setting), Limits.latency(0.1, 1, 1 << 20)))
                .isEqualTo("filling takes longer than the longest delay");
        Setting shorter = new Setting(100, 1, false);
        assertThat(model.refusal(inputs, shorter, model.predict(inputs, shorter), Limits.latency(0.1, 1, 1 << 20)))
                .isEmpty();
    }

    @Test
    void aFitFindsTheSizeOfHalfTheThroughput() {
        ThroughputFit fit = new ThroughputFit();
        assertThat(fit.halfBytes()).isZero();
        for (double bytes : new double[] {300, 1_000, 5_000, 80_000}) {
            fit.add(bytes, bytes / (bytes + 2_500));
        }
        assertThat(fit.halfBytes()).isCloseTo(2_500, within(1e-6));
    }
}

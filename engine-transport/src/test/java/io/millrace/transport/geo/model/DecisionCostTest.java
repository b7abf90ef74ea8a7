// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The number of settings that a decision considers: 256 channels of one thread may decide each 100 ms. */
class DecisionCostTest {

    /** The bound for six routes: for each, a few sizes around the one that was best before. */
    private static final int MOST_SETTINGS = 6 * 8;

    /** A model that counts its calls. */
    private static final class Counting implements BatchModel {
        private final MillraceModel model = new MillraceModel();
        private int settings;

        @Override
        public String name() {
            return model.name();
        }

        @Override
        public Prediction predict(ChannelInputs inputs, Setting setting) {
            settings++;
            return model.predict(inputs, setting);
        }

        @Override
        public String refusal(ChannelInputs inputs, Setting setting, Prediction prediction, Limits limits) {
            return model.refusal(inputs, setting, prediction, limits);
        }
    }

    @Test
    void aDecisionLooksAtFewSettingsWhileTheRateAndTheRoutesVary() {
        Random random = new Random(3);
        Counting model = new Counting();
        int decisions = 0;
        for (int channel = 0; channel < 256; channel++) {
            BatchOracle oracle = new BatchOracle(model, Limits.latency(1, 0.5, 64 << 10));
            double rate = 500 * Math.pow(60, random.nextDouble());
            for (int i = 0; i < 50; i++) {
                rate *= Math.exp(0.15 * random.nextGaussian());
                oracle.decide(i * BatchOracle.MIN_INTERVAL_NANOS, inputs(rate, random));
                decisions++;
            }
        }
        assertThat(model.settings / decisions).isLessThan(MOST_SETTINGS);
    }

    private static ChannelInputs inputs(double rate, Random random) {
        List<RouteInputs> routes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            routes.add(RouteInputs.free(
                    "r" + i, 2.5e6 * (0.9 + 0.2 * random.nextDouble()), 0.05 + 0.005 * i, 0.001 * random.nextDouble()));
        }
        return new ChannelInputs(rate, 224, 150, 1, MillraceModelTest.plain(), null, routes, List.of());
    }
}

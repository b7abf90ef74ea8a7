// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.Prices;
import io.millrace.api.config.TopologyKeys;
import io.millrace.transport.geo.GeoSenderSettings;
import io.millrace.transport.geo.Spread;
import io.millrace.transport.geo.model.ThroughputFit;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeoSettingsTest {

    private static GeoSenderSettings sender(Config config) {
        return settings(config).sender(1, 1);
    }

    private static GeoSettings settings(Config config) {
        return GeoSettings.of(config, "eu", Prices.read(""), 0);
    }

    @Test
    void aChannelLearnsWhichOfFourRoutesHelpUnlessTold() {
        GeoSenderSettings sender = sender(Config.empty());
        assertThat(sender.mostRoutes()).isEqualTo(4);
        assertThat(sender.lateNanos()).isEqualTo(1_000_000_000L);
        assertThat(sender.spread()).isEqualTo(Spread.FIRST_ARRIVAL);
    }

    @Test
    void withOneRouteThereIsNothingToLearn() {
        assertThat(sender(Config.empty().with(TopologyKeys.GEO_ROUTES, 1)).lateNanos())
                .isZero();
    }

    @Test
    void routesMayTakeTurns() {
        assertThat(sender(Config.empty().with(TopologyKeys.GEO_SPREAD, "round-robin"))
                        .spread())
                .isEqualTo(Spread.ROUND_ROBIN);
    }

    @Test
    void aModelIsFoundByItsName() {
        for (String model : List.of("millrace", "jetstream", "natural")) {
            GeoSettings settings = settings(Config.empty().with(TopologyKeys.GEO_MODEL, model));
            assertThat(settings.newModel(new ThroughputFit()).name()).isEqualTo(model);
        }
    }

    @Test
    void batchesAreNaturalUnlessTheyAreChosenForMoreThanLatency() {
        assertThat(settings(Config.empty()).model()).isEqualTo("natural");
        assertThat(settings(Config.empty().with(TopologyKeys.GEO_OBJECTIVE, "rate"))
                        .model())
                .isEqualTo("millrace");
        assertThat(settings(Config.empty().with(TopologyKeys.GEO_BUDGET, "0.5")).model())
                .isEqualTo("millrace");
    }

    @Test
    void relaysComeBehindConnections() {
        GeoSettings settings = settings(Config.empty());
        assertThat(settings.isByRelay(0b1111)).isFalse();
        assertThat(settings.isByRelay(0b1_0001)).isTrue();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.ChannelAlternative;
import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.RouteFigure;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reports of channels between regions, and their budget, in simulated time. */
@Timeout(60)
class SiteStatusTest {

    private static final Duration ONE_WAY = Duration.ofMillis(40);
    private static final double MILLIS = 1e6;

    private final TopologyBuilder builder = new TopologyBuilder();

    private SteppedTopology start(String test, int perSecond, Config config, boolean regions) {
        Journal.fresh(test);
        // Tasks 1 and 3 are in worker w2 of node n2, task 2 is in w1 of n1
        builder.setSpout("numbers", new PacedSpout(test, perSecond));
        builder.setBolt("pass", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("pass");
        SteppedTopologyBuilder settings = SteppedTopology.of(builder.build())
                .config(config)
                .workers(2)
                .nodes(2, ONE_WAY)
                .egress("n1=0.02, *=0.09");
        SteppedTopology topology = (regions ? settings.regions() : settings).start();
        topology.activate(false);
        topology.advance(Duration.ofSeconds(2));
        topology.activate(true);
        return topology;
    }

    @Test
    void channelsTellTheirRegionsSettingsRoutesLatencyAndMoney() {
        try (SteppedTopology topology = start("status", 200, Config.empty(), true)) {
            topology.advance(Duration.ofSeconds(5));
            topology.metrics();
            topology.advance(Duration.ofSeconds(5));
            List<ChannelMetrics> channels = topology.metrics().channels();
            assertThat(channels).hasSize(2);
            ChannelMetrics first = channels.get(0);
            assertThat(first.streams()).containsExactly("numbers");
            assertThat(List.of(first.sourceTask(), first.targetTask())).containsExactly(1, 2);
            assertThat(List.of(first.sourceWorker(), first.sourceRegion())).containsExactly("w2", "n2");
            assertThat(List.of(first.targetWorker(), first.targetRegion())).containsExactly("w1", "n1");
            assertThat(first.order()).isEqualTo("ordered");
            assertThat(first.reason()).startsWith("b=1 c=1");
            assertThat(first.figures().get(ChannelFigure.BATCH_EVENTS)).isEqualTo(1);
            assertThat(first.figures().real(ChannelFigure.EVENTS_PER_SECOND)).isCloseTo(200, within(10.0));
            assertThat(first.figures().get(ChannelFigure.PREDICTED_NANOS) / MILLIS)
                    .isBetween(40.0, 41.0);
            assertThat(first.figures().get(ChannelFigure.MEASURED_NANOS) / MILLIS)
                    .isBetween(40.0, 41.0);
            assertThat(first.figures().get(ChannelFigure.MEASURED_P99_NANOS) / MILLIS)
                    .isBetween(40.0, 42.0);
            assertThat(first.figures().get(ChannelFigure.EVENTS)).isBetween(1_990L, 2_010L);
            assertThat(first.dropped()).isEmpty();

            ChannelRoute route = first.routes().get(0);
            assertThat(route.name()).isEqualTo("direct");
            assertThat(route.used()).isTrue();
            assertThat(route.figures().real(RouteFigure.SHARE)).isEqualTo(1);
            assertThat(route.figures().real(RouteFigure.LOSS)).isZero();
            assertThat(route.figures().get(RouteFigure.DELAY_NANOS) / MILLIS).isBetween(39.5, 42.0);
            assertThat(first.figures().real(ChannelFigure.BYTES_PER_SECOND) * 10)
                    .isCloseTo(route.bytes(), within(0.1 * route.bytes()));
            assertThat(first.figures().real(ChannelFigure.MONEY)).isCloseTo(route.bytes() * 0.02 / 1e9, within(1e-12));
            assertThat(channels.get(1).figures().real(ChannelFigure.MONEY))
                    .isCloseTo(channels.get(1).routes().get(0).bytes() * 0.09 / 1e9, within(1e-12));
            assertThat(first.figures().real(ChannelFigure.MONEY_PER_HOUR))
                    .isCloseTo(first.figures().real(ChannelFigure.BYTES_PER_SECOND) * 0.02 / 1e9 * 3_600, within(1e-9));
        }
    }

    @Test
    void naturalBatchesWaitForNothingAndHaveAlternativesToo() {
        Config config = Config.empty().with(TopologyKeys.GEO_MODEL, "natural");
        try (SteppedTopology topology = start("natural", 200, config, true)) {
            topology.advance(Duration.ofSeconds(10));
            ChannelMetrics first = topology.metrics().channels().get(0);
            assertThat(first.model()).isEqualTo("natural");
            assertThat(first.reason()).contains("fill 0.00");
            assertThat(first.figures().get(ChannelFigure.MEASURED_P99_NANOS) / MILLIS)
                    .isBetween(40.0, 42.0);
            assertThat(topology.channelAlternatives().get(0).alternatives())
                    .filteredOn(ChannelAlternative::chosen)
                    .hasSize(1);
        }
    }

    @Test
    void theAlternativesContainThePresentSettingAndAFront() {
        try (SteppedTopology topology = start("alternatives", 200, Config.empty(), true)) {
            topology.advance(Duration.ofSeconds(5));
            assertThat(topology.channelAlternatives()).hasSize(2);
            List<ChannelAlternative> first =
                    topology.channelAlternatives().get(0).alternatives();
            assertThat(first).filteredOn(ChannelAlternative::chosen).hasSize(1).allMatch(ChannelAlternative::pareto);
            assertThat(first).filteredOn(ChannelAlternative::pareto).hasSizeGreaterThan(3);
        }
    }

    @Test
    void inOneRegionThereAreNoChannels() {
        try (SteppedTopology topology = start("none", 200, Config.empty(), false)) {
            topology.advance(Duration.ofSeconds(2));
            assertThat(topology.metrics().channels()).isEmpty();
            assertThat(topology.channelAlternatives()).isEmpty();
        }
    }

    @Test
    void theChannelsOfATopologyKeepItsBudgetTogether() {
        // The budget is less than 300 tuples/s of some 40 bytes cost over both channels, even in large batches
        double perHour = 0.004;
        Config config = Config.empty().with(TopologyKeys.GEO_BUDGET, String.valueOf(perHour));
        try (SteppedTopology topology = start("budget", 300, config, true)) {
            double before = 0;
            for (int second = 0; second < 120; second += 60) {
                topology.advance(Duration.ofSeconds(60));
                double spent = topology.metrics().channels().stream()
                        .mapToDouble(channel -> channel.figures().real(ChannelFigure.MONEY))
                        .sum();
                assertThat(spent - before).isLessThanOrEqualTo(perHour / 60 + 2 * 65_536 * 0.09 / 1e9);
                before = spent;
            }
            assertThat(before).isGreaterThan(0.5 * 2 * perHour / 60);
        }
    }

    @Test
    void theOrderChangesWhileTheTopologyRuns() {
        Config config = Config.empty().with(TopologyKeys.GEO_ORDER, "pass=unordered");
        try (SteppedTopology topology = start("orders", 200, config, true)) {
            topology.advance(Duration.ofSeconds(1));
            assertThat(topology.metrics().channels())
                    .extracting(ChannelMetrics::order)
                    .containsExactly("ordered", "unordered");
            topology.setting(TopologyKeys.GEO_ORDER, "late-drop:5s, pass=late-drop:marker");
            topology.advance(Duration.ofSeconds(1));
            assertThat(topology.metrics().channels())
                    .extracting(ChannelMetrics::order)
                    .containsExactly("late-drop:5s", "late-drop:marker");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.api.Spout;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.GeoMode;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams between regions without channels, and which regions have channels, in simulated time. */
@Timeout(120)
class PlainRegionsTest {

    private static final Duration ONE_WAY = Duration.ofMillis(2);
    private static final int NUMBERS = 2_000;
    private static final NearRegions NEAR = new NearRegions(List.of(new NearRegions.Pair("n1", "n2", 4)));

    /** The two reasons for which two regions have no channels. */
    private enum Reason {
        OFF(GeoMode.OFF, NearRegions.NONE),
        NEAR(GeoMode.AUTO, PlainRegionsTest.NEAR);

        private final GeoMode mode;
        private final NearRegions near;

        Reason(GeoMode mode, NearRegions near) {
            this.mode = mode;
            this.near = near;
        }
    }

    private static Config config(GeoMode mode, Guarantee guarantee) {
        return Config.empty().with(TopologyKeys.GEO, mode).with(TopologyKeys.GUARANTEE, guarantee);
    }

    /** Starts a topology with connections between all workers, as nothing is under way before. */
    private static SteppedTopology regions(Topology parts, int count, Config config, NearRegions near) {
        SteppedTopology topology = SteppedTopology.of(parts)
                .config(config)
                .workers(count)
                .nodes(count, ONE_WAY)
                .regions()
                .near(near)
                .start();
        topology.activate(false);
        topology.advance(Duration.ofSeconds(2));
        topology.activate(true);
        return topology;
    }

    /** Returns a topology in which each component is in another region than that before. */
    private static Topology passing(String test, Spout numbers) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", numbers);
        builder.setBolt("pass", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("pass");
        return builder.build();
    }

    private static void breakConnections(SteppedTopology topology) {
        for (int i = 0; i < 10; i++) {
            topology.advance(ONE_WAY.dividedBy(2));
            topology.breakConnections();
            topology.advance(ONE_WAY.multipliedBy(i));
        }
    }

    private static void assertNoChannels(SteppedTopology topology) {
        assertThat(topology.metrics().channels()).isEmpty();
        assertThat(topology.channelAlternatives()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whatABrokenConnectionLosesIsRepeatedUntilItIsAcked(Reason reason) {
        String test = "plain-tracked-" + reason;
        Journal journal = Journal.fresh(test);
        Config config = config(reason.mode, Guarantee.AT_LEAST_ONCE);
        Topology passing = passing(test, new NumberSpout(test, NUMBERS, true));
        try (SteppedTopology topology = regions(passing, 2, config, reason.near)) {
            breakConnections(topology);
            topology.advance(Duration.ofMinutes(3));
            assertThat(new HashSet<>(journal.seen)).hasSize(NUMBERS);
            assertThat(journal.acked).hasSize(NUMBERS);
            assertThat(journal.failed).isNotEmpty();
            assertNoChannels(topology);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutTrackingABrokenConnectionLosesWhatIsUnderWay(Reason reason) {
        String test = "plain-untracked-" + reason;
        Journal journal = Journal.fresh(test);
        Config config = config(reason.mode, Guarantee.AT_MOST_ONCE);
        try (SteppedTopology topology = regions(passing(test, new PacedSpout(test, 5_000)), 2, config, reason.near)) {
            breakConnections(topology);
            topology.advance(Duration.ofSeconds(1));
            assertThat(journal.seen).isNotEmpty().doesNotHaveDuplicates();
            int last = (Integer) journal.seen.get(journal.seen.size() - 1);
            assertThat(journal.seen).as("numbers up to the last one").hasSizeLessThan(last + 1);
            assertNoChannels(topology);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everythingIsVisibleOnceAlthoughConnectionsBreak(Reason reason) {
        Config config =
                config(reason.mode, Guarantee.EXACTLY_ONCE).with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(20));
        try (OutsideWorld world = new OutsideWorld("plain-exact-" + reason)) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("numbers", new OutsideWorld.Numbers(NUMBERS), 2);
            builder.setBolt("pass", new OutsideWorld.Pass(), 3).shuffle("numbers");
            builder.setBolt("sums", new OutsideWorld.Sums(), 2).fields("pass", "key");
            builder.setBolt("sink", new OutsideWorld.Sink(world.key), 2).shuffle("sums");
            try (SteppedTopology topology = regions(builder.build(), 2, config, reason.near)) {
                breakConnections(topology);
                assertThat(topology.runUntil(ExactlyOnceTest.completed(topology), Duration.ofMinutes(5)))
                        .isTrue();
                List<Object> numbers = new ArrayList<>();
                world.visible.forEach(row -> numbers.add(row.get(1)));
                assertThat(numbers)
                        .containsExactlyInAnyOrderElementsOf(
                                LongStream.range(0, NUMBERS).boxed().toList());
                assertNoChannels(topology);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void copiesForSeveralTasksOfARegionGoOneByOne(Reason reason) {
        String test = "plain-copies-" + reason;
        Journal journal = Journal.fresh(test);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout(test, NUMBERS, true));
        builder.setBolt("sink", TestBolts.sink(test), 4).all("numbers");
        Config config = config(reason.mode, Guarantee.AT_LEAST_ONCE).with(TopologyKeys.GEO_MULTICAST, "intermediate");
        try (SteppedTopology topology = regions(builder.build(), 2, config, reason.near)) {
            topology.advance(Duration.ofMinutes(1));
            assertThat(journal.seen).hasSize(4 * NUMBERS);
            assertThat(topology.metrics().multicasts()).isEmpty();
            assertNoChannels(topology);
        }
    }

    @Test
    void withOnNearRegionsHaveChannels() {
        Journal.fresh("plain-on");
        try (SteppedTopology topology = regions(
                passing("plain-on", new PacedSpout("plain-on", 500)),
                2,
                config(GeoMode.ON, Guarantee.AT_LEAST_ONCE),
                NEAR)) {
            topology.advance(Duration.ofSeconds(2));
            assertThat(topology.metrics().channels()).hasSize(2);
        }
    }

    @Test
    void byDefaultOnlyRegionsThatAreNotNearHaveChannels() {
        Journal journal = Journal.fresh("plain-auto");
        // The spout is in n2, its bolts are in n3 and in n1
        Config config = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_LEAST_ONCE);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout("plain-auto", NUMBERS, true));
        builder.setBolt("far", TestBolts.sink("plain-auto")).shuffle("numbers");
        builder.setBolt("near", TestBolts.sink("plain-auto")).shuffle("numbers");
        try (SteppedTopology topology = regions(builder.build(), 3, config, NEAR)) {
            topology.advance(Duration.ofMinutes(1));
            assertThat(topology.metrics().channels())
                    .extracting(ChannelMetrics::target, ChannelMetrics::sourceRegion, ChannelMetrics::targetRegion)
                    .containsExactly(tuple("far", "n2", "n3"));
            assertThat(journal.seen).hasSize(2 * NUMBERS);
            assertThat(journal.acked).hasSize(NUMBERS);
        }
    }
}

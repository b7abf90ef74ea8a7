// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topologies whose nodes have clocks of different origins, in simulated time. */
@Timeout(60)
class ClocksApartTest {

    private static final Duration ONE_WAY = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final TopologyBuilder builder = new TopologyBuilder();

    private SteppedTopologyBuilder onTwoNodes(Duration apart) {
        return SteppedTopology.of(builder.build()).workers(2).nodes(2, ONE_WAY).clocksApart(apart);
    }

    private static SteppedTopology whenClocksAreKnown(SteppedTopologyBuilder settings) {
        SteppedTopology topology = settings.start();
        topology.activate(false);
        topology.advance(Duration.ofSeconds(2));
        topology.activate(true);
        return topology;
    }

    private static void assertAbout(long nanos, LatencySummary latency) {
        assertThat((double) latency.p50Nanos()).isBetween(0.97 * nanos, 1.03 * nanos);
        assertThat((double) latency.maxNanos()).isBetween(0.97 * nanos, 1.03 * nanos);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -3 * 24})
    void latenciesAreThoseOfOneClock(int hoursApart) {
        // Tasks 1 and 3 are in worker w2 of node n2, task 2 is in w1 of n1
        Journal.fresh("apart");
        builder.setSpout("numbers", new NumberSpout("apart", 20, true));
        builder.setBolt("twice", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("apart")).shuffle("twice");
        try (SteppedTopology topology = whenClocksAreKnown(onTwoNodes(Duration.ofHours(hoursApart)))) {
            assertThat(topology.runUntil(() -> topology.metrics().endToEnd().count() == 20, LONG))
                    .isTrue();

            TopologyMetrics metrics = topology.metrics();
            assertAbout(2 * ONE_WAY.toNanos(), metrics.endToEnd());
            for (StageMetrics stage : metrics.stages()) {
                if (stage.stage() == Stage.WIRE) {
                    assertAbout(ONE_WAY.toNanos(), stage.latency());
                } else {
                    assertThat(stage.latency().maxNanos()).isLessThan(1_000_000);
                }
            }
            assertThat(metrics.stages())
                    .filteredOn(stage -> stage.stage() == Stage.WIRE)
                    .hasSize(2);
            for (PeerMetrics peer : metrics.peers()) {
                long ahead = Duration.ofHours(peer.peer().equals("w2") ? hoursApart : -hoursApart)
                        .toNanos();
                assertThat(Math.abs(peer.get(PeerFigure.CLOCK_OFFSET_NANOS) - ahead))
                        .isLessThanOrEqualTo(peer.get(PeerFigure.CLOCK_ERROR_NANOS));
                assertThat(peer.get(PeerFigure.CLOCK_ERROR_NANOS)).isBetween(ONE_WAY.toNanos(), 2 * ONE_WAY.toNanos());
            }
            assertThat(metrics.peers()).hasSize(2);
        }
    }

    @Test
    void tuplesThatComeBeforeTheClockIsKnownAreCountedAndNotMeasured() {
        Journal journal = Journal.fresh("early");
        builder.setSpout("numbers", new NumberSpout("early", 20, false));
        builder.setBolt("sink", TestBolts.sink("early")).shuffle("numbers");
        try (SteppedTopology topology = onTwoNodes(Duration.ofHours(1)).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 20, LONG))
                    .isTrue();
            topology.advance(Duration.ofSeconds(1));

            TopologyMetrics metrics = topology.metrics();
            long untimed = metrics.peers().stream()
                    .mapToLong(each -> each.get(PeerFigure.UNTIMED_MESSAGES))
                    .sum();
            assertThat(untimed).isPositive();
            assertThat(metrics.endToEnd().count()).isEqualTo(20 - untimed);
            assertThat(metrics.stages())
                    .filteredOn(stage -> stage.stage() == Stage.WIRE)
                    .allSatisfy(stage -> assertThat(stage.latency().maxNanos()).isLessThan(1_000_000_000));
        }
    }

    @Test
    void noTimeOutDependsOnTheClockOfAnotherNode() {
        Journal journal = Journal.fresh("held");
        builder.setSpout("numbers", new NumberSpout("held", 20, false));
        builder.setBolt("sink", TestBolts.full((input, out, context) -> {})).shuffle("numbers");
        try (SteppedTopology topology = onTwoNodes(Duration.ofHours(1))
                .config(Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(30)))
                .start()) {
            topology.advance(Duration.ofSeconds(29));
            assertThat(journal.failed).isEmpty();
            topology.advance(Duration.ofSeconds(4));
            assertThat(journal.failed).hasSize(20);
        }
    }
}

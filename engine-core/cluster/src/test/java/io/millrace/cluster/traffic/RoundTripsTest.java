// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RegionMatrix.Pair;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoundTripsTest {

    private static final long SECOND = 1_000_000_000L;

    private long now = 77 * SECOND;
    private final RoundTrips roundTrips = new RoundTrips(Duration.ofSeconds(10), Duration.ofMillis(40), () -> now);
    private final TreeMap<String, SupervisorRecord> nodes = new TreeMap<>(
            Map.of("n1", node("n1", "eu"), "n2", node("n2", "us"), "n3", node("n3", "us"), "n4", node("n4", "asia")));

    private static SupervisorRecord node(String name, String region) {
        return Records.supervisor(name, "host", 1, 1, 4, 4, name, region);
    }

    /** Returns a view with one worker on each node, w1 on n1 and so on. */
    private ClusterView view() {
        List<WorkerPlan> plans = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            plans.add(new WorkerPlan("w" + i, "n" + i, 1, List.of(i)));
        }
        TopologyView topology = Records.topology(
                Records.submitted("t", "t-1", 4),
                1,
                new Versioned<>(new AssignmentRecord("t-1", 1, plans), 1),
                Map.of(),
                Map.of());
        return Records.view(Optional.empty(), nodes, new TreeMap<>(Map.of("t", topology)));
    }

    /** Returns the measurement of a worker to another one. */
    private static TrafficSample sample(int from, int to, long millis, boolean connected) {
        WorkerSnapshot empty = WorkerCounters.inMemory(
                        "w" + from, 1, new TaskPlan(Specs.topology(Specs.spec("read", 4))), List.of(List.of(from)))
                .snapshot(0);
        PeerMetrics peer = new PeerMetrics(
                "w" + from,
                "w" + to,
                Figures.none(PeerFigure.class)
                        .with(PeerFigure.CONNECTED, connected)
                        .with(PeerFigure.RTT_NANOS, millis * 1_000_000),
                "",
                Map.of(),
                Map.of(),
                Map.of());
        return new TrafficSample(
                "t-1",
                "n" + from,
                new WorkerSnapshot(
                        empty.worker(),
                        empty.epoch(),
                        empty.takenNanos(),
                        empty.work(),
                        new WorkerSnapshot.Exchange(
                                List.of(peer),
                                empty.traffic(),
                                empty.stages(),
                                empty.links(),
                                empty.exchange().received(),
                                empty.dropped(),
                                empty.exchange().endToEnd()),
                        WorkerSnapshot.Capabilities.NONE));
    }

    private static TrafficSample sample(int from, int to, long millis) {
        return sample(from, to, millis, true);
    }

    private void offer(TrafficSample... samples) {
        roundTrips.offer(List.of(samples), view());
    }

    private Pair between(String one, String other) {
        return roundTrips.of(view()).between(one, other).orElseThrow();
    }

    @Test
    void whatNobodyMeasuredIsTheDefault() {
        assertThat(roundTrips.isMeasured()).isFalse();
        assertThat(roundTrips.of(view()).regions()).containsExactly("asia", "eu", "us");
        assertThat(roundTrips.of(view()).pairs())
                .containsExactly(
                        new Pair("asia", "eu", 40, false, 0, 0),
                        new Pair("asia", "us", 40, false, 0, 0),
                        new Pair("eu", "us", 40, false, 0, 0));
    }

    @Test
    void aPairOfRegionsIsTheMeanOfItsPairsOfNodesWhicheverEndMeasured() {
        offer(sample(1, 2, 80), sample(2, 1, 84), sample(3, 1, 100), sample(2, 3, 1));
        now += 3 * SECOND;

        assertThat(between("us", "eu")).isEqualTo(new Pair("eu", "us", 91, true, 3, 2));
        assertThat(between("asia", "eu").isMeasured()).isFalse();
    }

    @Test
    void aMeasurementHasHalfOfTheWeightAfterTheInterval() {
        offer(sample(1, 2, 80));
        now += 10 * SECOND;
        offer(sample(1, 2, 160));

        assertThat(between("eu", "us").rttMillis()).isEqualTo(120);
    }

    @Test
    void theLastValueStaysWithItsAgeAlsoWhenTheNodeIsGone() {
        offer(sample(1, 2, 80));
        now += 60 * SECOND;
        offer();
        assertThat(between("eu", "us")).isEqualTo(new Pair("eu", "us", 80, true, 60, 1));
        nodes.remove("n2");
        offer();

        assertThat(between("eu", "us")).isEqualTo(new Pair("eu", "us", 80, true, 60, 1));
        nodes.remove("n3");
        assertThat(roundTrips.of(view()).regions()).containsExactly("asia", "eu");
    }

    @Test
    void whatIsNotARoundTripBetweenNodesIsLeftOut() {
        offer(sample(1, 2, 80, false), sample(1, 2, 0), sample(1, 9, 70), sample(1, 1, 60));

        assertThat(roundTrips.isMeasured()).isFalse();
    }
}

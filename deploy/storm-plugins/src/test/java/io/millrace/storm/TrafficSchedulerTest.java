// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storm.scheduler.SchedulerSettings;
import io.millrace.storm.scheduler.Traffic;
import io.millrace.storm.scheduler.TrafficSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.DaemonConfig;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.DefaultScheduler;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scheduler on Storm's own classes: its rules on random clusters, and what it does for traffic. */
class TrafficSchedulerTest {
    private static final int CLUSTERS = Boolean.getBoolean("millrace.long") ? 10_000 : 300;
    private static final double SMALL = 1e-6;

    @Test
    @Timeout(3600)
    void everyRuleOfStormHoldsOnRandomClusters() {
        int changed = 0;
        for (long seed = 0; seed < CLUSTERS; seed++) {
            RandomCluster made = RandomCluster.of(seed);
            Cluster stock = made.cluster();
            new DefaultScheduler().schedule(stock.getTopologies(), stock);
            Cluster cluster = made.cluster();
            TrafficScheduler scheduler =
                    new TrafficScheduler(new SchedulerSettings(seed % 3 * 0.02, 60, false), made.source());
            scheduler.schedule(cluster.getTopologies(), cluster);
            for (TopologyDetails topology : made.topologies.values()) {
                changed += check(seed, made, topology, stock, cluster) ? 1 : 0;
            }
            assertThat(slotsOfTwo(cluster)).as("seed %d", seed).isEmpty();
            Map<String, ?> first = placements(cluster);
            scheduler.schedule(cluster.getTopologies(), cluster);
            assertThat(placements(cluster)).as("seed %d, scheduled again", seed).isEqualTo(first);
        }
        assertThat(changed).isGreaterThan(CLUSTERS / 4);
    }

    private static boolean check(
            long seed, RandomCluster made, TopologyDetails topology, Cluster stock, Cluster cluster) {
        SchedulerAssignment expected = stock.getAssignmentById(topology.getId());
        SchedulerAssignment actual = cluster.getAssignmentById(topology.getId());
        if (expected == null || !made.traffic.containsKey(topology.getId())) {
            assertThat(slotsOf(actual)).as("seed %d, no traffic", seed).isEqualTo(slotsOf(expected));
            return false;
        }
        assertThat(actual.getExecutors()).as("seed %d", seed).isEqualTo(expected.getExecutors());
        assertThat(cluster.getAssignedNumWorkers(topology))
                .as("seed %d", seed)
                .isEqualTo(stock.getAssignedNumWorkers(topology));
        assertThat(cluster.needsScheduling(topology)).as("seed %d", seed).isEqualTo(stock.needsScheduling(topology));
        for (WorkerSlot slot : actual.getSlots()) {
            SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
            assertThat(supervisor.getAllPorts()).as("seed %d", seed).contains(slot.getPort());
            assertThat(cluster.isBlackListed(slot.getNodeId())
                            && !expected.getSlots().contains(slot))
                    .as("seed %d: a blacklisted node gets no new worker", seed)
                    .isFalse();
        }
        for (SupervisorDetails supervisor : made.supervisors.values()) {
            String id = supervisor.getId();
            assertThat(cluster.getScheduledCpuForNode(id))
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(SMALL + Math.max(supervisor.getTotalCpu(), stock.getScheduledCpuForNode(id)));
            assertThat(cluster.getScheduledMemoryForNode(id))
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(
                            SMALL + Math.max(supervisor.getTotalMemory(), stock.getScheduledMemoryForNode(id)));
        }
        return !slotsOf(actual).equals(slotsOf(expected));
    }

    private static Map<ExecutorDetails, WorkerSlot> slotsOf(SchedulerAssignment assignment) {
        return assignment == null ? Map.of() : assignment.getExecutorToSlot();
    }

    private static Map<String, Map<ExecutorDetails, WorkerSlot>> placements(Cluster cluster) {
        Map<String, Map<ExecutorDetails, WorkerSlot>> placements = new HashMap<>();
        cluster.getAssignments().forEach((id, assignment) -> placements.put(id, Map.copyOf(slotsOf(assignment))));
        return placements;
    }

    private static Set<WorkerSlot> slotsOfTwo(Cluster cluster) {
        Set<WorkerSlot> seen = new HashSet<>();
        Set<WorkerSlot> twice = new HashSet<>();
        cluster.getAssignments()
                .values()
                .forEach(assignment -> assignment.getSlots().forEach(slot -> {
                    if (!seen.add(slot)) {
                        twice.add(slot);
                    }
                }));
        return twice;
    }

    /** Two supervisors with two slots each; spout executors 1 to 4 send to bolt executors 8 down to 5. */
    private static RandomCluster crossed() {
        RandomCluster made = new RandomCluster();
        made.supervisor("a", "a", 2, 400);
        made.supervisor("b", "b", 2, 400);
        TopologyDetails topology = made.topology("t", 4, 2, 4);
        Map<Traffic.Pair, Double> rates = new HashMap<>();
        for (int i = 1; i <= 4; i++) {
            rates.put(new Traffic.Pair(new ExecutorDetails(i, i), new ExecutorDetails(9 - i, 9 - i)), 1000.0);
        }
        made.traffic.put(topology.getId(), new Traffic(1, rates));
        return made;
    }

    private static Cluster scheduled(RandomCluster made, SchedulerSettings settings, TrafficSource source) {
        Cluster cluster = made.cluster();
        new TrafficScheduler(settings, source).schedule(cluster.getTopologies(), cluster);
        return cluster;
    }

    private static long pairsInOneWorker(Cluster cluster) {
        Map<ExecutorDetails, WorkerSlot> slots = slotsOf(cluster.getAssignmentById("t-1"));
        return java.util.stream.IntStream.rangeClosed(1, 4)
                .filter(i -> slots.get(new ExecutorDetails(i, i)).equals(slots.get(new ExecutorDetails(9 - i, 9 - i))))
                .count();
    }

    @Test
    void executorsThatExchangeMuchShareAWorkerAndAllWorkersAreUsed() {
        RandomCluster made = crossed();
        Cluster stock = scheduled(made, SchedulerSettings.DEFAULTS, TrafficSource.NONE);
        assertThat(pairsInOneWorker(stock)).isLessThan(4);
        Cluster cluster = scheduled(made, SchedulerSettings.DEFAULTS, made.source());
        assertThat(pairsInOneWorker(cluster)).isEqualTo(4);
        assertThat(cluster.getAssignedNumWorkers(made.topologies.get("t-1"))).isEqualTo(4);
    }

    @Test
    void aRunningTopologyMovesOnlyForMoreThanThePriceOfItsWorkers() {
        RandomCluster made = crossed();
        Cluster cluster = scheduled(made, SchedulerSettings.DEFAULTS, TrafficSource.NONE);
        Map<String, ?> before = placements(cluster);
        new TrafficScheduler(new SchedulerSettings(0.5, 60, false), made.source())
                .schedule(cluster.getTopologies(), cluster);
        assertThat(placements(cluster)).isEqualTo(before);
        new TrafficScheduler(new SchedulerSettings(0.05, 60, true), made.source())
                .schedule(cluster.getTopologies(), cluster);
        assertThat(placements(cluster)).as("dry run").isEqualTo(before);
        new TrafficScheduler(new SchedulerSettings(0.05, 60, false), made.source())
                .schedule(cluster.getTopologies(), cluster);
        assertThat(pairsInOneWorker(cluster)).isEqualTo(4);
    }

    @Test
    void aTopologyMaySayThatItStays() {
        RandomCluster made = crossed();
        Cluster stock = scheduled(made, SchedulerSettings.DEFAULTS, TrafficSource.NONE);
        made.topologies.get("t-1").getConf().put(SchedulerSettings.TOPOLOGY, false);
        assertThat(placements(scheduled(made, SchedulerSettings.DEFAULTS, made.source())))
                .isEqualTo(placements(stock));
    }

    @Test
    void anErrorLeavesWhatStormsSchedulerAnswered() {
        RandomCluster made = crossed();
        Cluster stock = scheduled(made, SchedulerSettings.DEFAULTS, TrafficSource.NONE);
        Cluster cluster = scheduled(made, SchedulerSettings.DEFAULTS, topology -> {
            throw new IllegalStateException("no figures");
        });
        assertThat(placements(cluster)).isEqualTo(placements(stock));
    }

    @Test
    void isolatedTopologiesKeepTheirMachines() {
        RandomCluster made = crossed();
        made.supervisor("c", "c", 2, 400);
        TopologyDetails isolated = made.topology("alone", 2, 2, 2);
        made.traffic.put(isolated.getId(), new Traffic(1, Map.of()));
        made.conf.put(DaemonConfig.ISOLATION_SCHEDULER_MACHINES, Map.of("alone", 1));
        TrafficScheduler scheduler = new TrafficScheduler();
        made.conf.put(Config.STORM_THRIFT_TRANSPORT_PLUGIN, "org.apache.storm.security.auth.SimpleTransportPlugin");
        scheduler.prepare(made.conf, new StormMetricsRegistry());
        Cluster cluster = made.cluster();
        scheduler.schedule(cluster.getTopologies(), cluster);
        Set<String> hosts = new HashSet<>();
        cluster.getAssignmentById(isolated.getId()).getSlots().forEach(slot -> hosts.add(slot.getNodeId()));
        assertThat(hosts).hasSize(1);
        cluster.getAssignmentById("t-1")
                .getSlots()
                .forEach(slot -> assertThat(hosts).doesNotContain(slot.getNodeId()));
        assertThat(Optional.of(scheduler.config())).isPresent();
        scheduler.cleanup();
    }
}

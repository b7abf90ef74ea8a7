// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.storm.scheduler.Traffic;
import io.millrace.storm.scheduler.TrafficSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.NullStruct;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.DefaultScheduler;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.Topologies;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.apache.storm.scheduler.resource.normalization.ResourceMetrics;
import org.apache.storm.utils.Utils;

/** A cluster of Storm as Nimbus shows it to its scheduler, made from a seed. */
final class RandomCluster {
    private static final Map<String, Object> DEFAULTS = Utils.readDefaultConfig();

    final Map<String, SupervisorDetails> supervisors = new HashMap<>();
    final Map<String, TopologyDetails> topologies = new HashMap<>();
    final Map<String, Traffic> traffic = new HashMap<>();
    final Map<String, Object> conf = new HashMap<>(DEFAULTS);
    private final List<String> blacklisted = new ArrayList<>();
    private final Map<String, org.apache.storm.scheduler.SchedulerAssignmentImpl> assignments = new HashMap<>();

    static RandomCluster of(long seed) {
        Random random = new Random(seed);
        RandomCluster made = new RandomCluster();
        int hosts = 1 + random.nextInt(5);
        for (int i = 0; i < 1 + random.nextInt(7); i++) {
            made.supervisor("s" + i, "h" + random.nextInt(hosts), 1 + random.nextInt(5), 100 + random.nextInt(500));
        }
        for (int i = 0; i < hosts; i++) {
            if (random.nextInt(8) == 0) {
                made.blacklisted.add("h" + i);
            }
        }
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            made.topology("t" + i, 1 + random.nextInt(6), 2 + random.nextInt(3), 1 + random.nextInt(5));
        }
        made.start(random);
        made.topologies.values().forEach(topology -> {
            if (random.nextInt(4) > 0) {
                made.traffic.put(topology.getId(), randomTraffic(topology, random));
            }
        });
        return made;
    }

    void supervisor(String id, String host, int ports, double cpu) {
        Collection<Number> slots = new ArrayList<>();
        for (int i = 0; i < ports; i++) {
            slots.add(6700 + i);
        }
        supervisors.put(
                id,
                new SupervisorDetails(
                        id,
                        host,
                        null,
                        slots,
                        Map.of(
                                Constants.COMMON_CPU_RESOURCE_NAME,
                                cpu,
                                Constants.COMMON_TOTAL_MEMORY_RESOURCE_NAME,
                                2048.0)));
    }

    /** A chain of components with so many executors each. */
    TopologyDetails topology(String name, int workers, int components, int executors) {
        Map<String, SpoutSpec> spouts = new HashMap<>();
        Map<String, Bolt> bolts = new HashMap<>();
        Map<ExecutorDetails, String> executorToComponent = new HashMap<>();
        for (int component = 0; component < components; component++) {
            String id = "c" + component;
            ComponentCommon common = new ComponentCommon(new HashMap<>(), new HashMap<>());
            if (component == 0) {
                spouts.put(id, new SpoutSpec(ComponentObject.serialized_java(new byte[0]), common));
            } else {
                common.put_to_inputs(
                        new GlobalStreamId("c" + (component - 1), "default"), Grouping.shuffle(new NullStruct()));
                bolts.put(id, new Bolt(ComponentObject.serialized_java(new byte[0]), common));
            }
            for (int i = 0; i < executors; i++) {
                int task = 1 + component * executors + i;
                executorToComponent.put(new ExecutorDetails(task, task), id);
            }
        }
        Map<String, Object> own = new HashMap<>(DEFAULTS);
        own.put(Config.TOPOLOGY_NAME, name);
        TopologyDetails details = new TopologyDetails(
                name + "-1",
                own,
                new StormTopology(spouts, bolts, new HashMap<>()),
                workers,
                executorToComponent,
                "me");
        topologies.put(details.getId(), details);
        return details;
    }

    /** Some topologies run as Storm's own scheduler placed them, of some of these a part, and others not at all. */
    private void start(Random random) {
        Cluster running = cluster();
        new DefaultScheduler().schedule(running.getTopologies(), running);
        for (String id : topologies.keySet()) {
            var assignment = running.getAssignmentById(id);
            if (assignment == null || random.nextInt(4) == 0) {
                continue;
            }
            Map<ExecutorDetails, WorkerSlot> placed = new HashMap<>(assignment.getExecutorToSlot());
            if (random.nextInt(3) == 0) {
                WorkerSlot dead = placed.values().iterator().next();
                placed.values().removeIf(dead::equals);
            }
            assignments.put(id, new org.apache.storm.scheduler.SchedulerAssignmentImpl(id, placed, null, null));
        }
    }

    private static Traffic randomTraffic(TopologyDetails topology, Random random) {
        Map<Traffic.Pair, Double> rates = new HashMap<>();
        List<ExecutorDetails> executors = new ArrayList<>(topology.getExecutors());
        for (ExecutorDetails from : executors) {
            for (ExecutorDetails to : executors) {
                if (from.getStartTask() < to.getStartTask() && random.nextInt(3) == 0) {
                    rates.put(new Traffic.Pair(from, to), (double) random.nextInt(10_000));
                }
            }
        }
        return new Traffic(1, rates);
    }

    /** Returns the cluster before anybody schedules. */
    Cluster cluster() {
        Cluster cluster = new Cluster(
                new Nimbus.StandaloneINimbus(),
                new ResourceMetrics(new StormMetricsRegistry()),
                supervisors,
                assignments,
                new Topologies(topologies),
                conf);
        blacklisted.forEach(cluster::blacklistHost);
        return cluster;
    }

    TrafficSource source() {
        return topology -> Optional.ofNullable(traffic.get(topology));
    }
}

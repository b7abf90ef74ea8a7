// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Records;
import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.controller.placement.Placer.NoRoomException;
import io.millrace.cluster.controller.rebalance.RebalancePlanner.Bounds;
import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.DrainRecord;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPair;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No algorithm ever places a task outside the regions of its component: random clusters and topologies. */
class RegionsPropertyTest {

    private static final int ROUNDS = Boolean.getBoolean("millrace.long") ? 2_000 : 30;
    private static final List<String> REGIONS = List.of("asia", "eu", "us");

    private final Map<String, Integer> placed = new TreeMap<>();
    private Random random;
    private Topology topology;
    private TreeMap<String, SupervisorRecord> nodes;
    private final TreeMap<String, DrainRecord> drains = new TreeMap<>();
    private TopologyRecord record;
    private RegionMatrix roundTrips;

    private List<String> someRegions() {
        return random.nextBoolean()
                ? List.of()
                : REGIONS.stream().filter(region -> random.nextInt(2) == 0).toList();
    }

    private void next(int round) {
        random = new Random(round);
        nodes = new TreeMap<>();
        for (int i = 1; i <= 2 + random.nextInt(5); i++) {
            String node = "n" + i;
            nodes.put(
                    node,
                    Records.supervisor(
                            node, "host", 1, 1, 4, 1 + random.nextInt(4), node, REGIONS.get(random.nextInt(3))));
        }
        List<ComponentSpec> components = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(4); i++) {
            int tasks = 1 + random.nextInt(4);
            ComponentSpec spec = i == 0 ? Specs.spec("c0", tasks) : Specs.spec("c" + i, tasks, "c" + random.nextInt(i));
            components.add(Specs.in(someRegions(), spec));
        }
        topology = Specs.topology(components.toArray(ComponentSpec[]::new));
        List<RegionMatrix.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            for (int j = i + 1; j < 3; j++) {
                pairs.add(new RegionMatrix.Pair(REGIONS.get(i), REGIONS.get(j), random.nextInt(300), true, 0, 1));
            }
        }
        roundTrips = new RegionMatrix(REGIONS, pairs);
    }

    private void record(String algorithm) {
        Config config = Config.empty()
                .with(TopologyKeys.WORKERS, 1 + random.nextInt(5))
                .with(TopologyKeys.SCHEDULER_ALGORITHM, algorithm);
        record = Records.submitted("t", "t-1", new TaskPlan(topology).taskCount(), config.asMap());
    }

    private ClusterView view(AssignmentRecord running) {
        TreeMap<String, TopologyView> topologies = new TreeMap<>();
        if (running != null) {
            topologies.put("t", topology(running));
        }
        return new ClusterView(Optional.empty(), new TreeMap<>(), nodes, topologies, drains);
    }

    private TopologyView topology(AssignmentRecord running) {
        return Records.topology(record, 1, new Versioned<>(running, 1), Map.of(), Map.of());
    }

    private Traffic traffic() {
        Map<TaskPair, Long> messages = new HashMap<>();
        int tasks = new TaskPlan(topology).taskCount();
        for (int i = 0; i < 2 * tasks; i++) {
            int from = 1 + random.nextInt(tasks);
            int to = 1 + random.nextInt(tasks);
            if (from != to) {
                messages.put(new TaskPair(from, to), 1L + random.nextInt(1_000));
            }
        }
        return new Traffic(messages, Map.of(), true);
    }

    /** @param stays the names of workers that wait in their places */
    private void check(String by, List<WorkerPlan> workers, Map<String, Integer> tasks, Set<String> stays) {
        placed.merge(by, 1, Integer::sum);
        TaskPlan plan = new TaskPlan(Parallelism.of(topology, Map.of(), tasks));
        List<Integer> all = new ArrayList<>();
        for (WorkerPlan worker : workers) {
            all.addAll(worker.tasks());
            for (int task : worker.tasks()) {
                String regions = plan.specOf(task).settings().get(TopologyKeys.REGIONS.name());
                if (regions != null && !stays.contains(worker.worker())) {
                    assertThat(List.of(regions.split(",")))
                            .as("regions of task %d, placed by %s in %s of %s", task, by, worker, nodes)
                            .contains(nodes.get(worker.node()).region());
                }
            }
        }
        assertThat(all).containsExactlyInAnyOrderElementsOf(plan.tasks());
    }

    @Test
    void noTaskIsPlacedOutsideItsRegions() {
        for (int round = 0; round < ROUNDS; round++) {
            next(round);
            for (String algorithm : Algorithms.names()) {
                record(algorithm);
                place(algorithm).ifPresent(this::change);
            }
        }
        List<String> by = new ArrayList<>(Algorithms.names().stream()
                .flatMap(name -> List.of("submit " + name, "rebalance " + name).stream())
                .toList());
        by.addAll(List.of("auto", "tasks", "workers", "changed region", "loss", "drain"));
        assertThat(placed.keySet()).containsAll(by);
        assertThat(placed.values()).allMatch(times -> times >= ROUNDS / 6);
    }

    private Optional<AssignmentRecord> place(String algorithm) {
        try {
            AssignmentRecord answer = new Placer(now -> roundTrips).place(record, topology, view(null));
            check("submit " + algorithm, answer.workers(), Map.of(), Set.of());
            return Optional.of(answer);
        } catch (NoRoomException e) {
            return Optional.empty();
        }
    }

    private void change(AssignmentRecord running) {
        for (String algorithm : Algorithms.names()) {
            rebalance("rebalance " + algorithm, running, new RebalanceRequest(true, algorithm, 0, Map.of()), 1_000);
        }
        rebalance("auto", running, new RebalanceRequest(true, null, 0, Map.of()), 1 + random.nextInt(3));
        rebalance("workers", running, new RebalanceRequest(true, null, 1 + random.nextInt(5), Map.of()), 1_000);
        ComponentSpec last = topology.components().get(topology.components().size() - 1);
        rebalance(
                "tasks",
                running,
                new RebalanceRequest(true, null, 0, Map.of(), Map.of(last.id(), last.tasks() + 1 + random.nextInt(3))),
                1_000);
        String node =
                running.workers().get(random.nextInt(running.workers().size())).node();
        SupervisorRecord before = nodes.put(node, Records.in(nodes.get(node), REGIONS.get(random.nextInt(3))));
        rebalance("changed region", running, new RebalanceRequest(true, null, 0, Map.of()), 1_000);
        nodes.put(node, before);
        drain(running, node);
        lose(running, node);
    }

    private void rebalance(String by, AssignmentRecord running, RebalanceRequest request, int mostMoves) {
        ClusterView now = view(running);
        Traffic traffic = traffic();
        Distances distances = Distances.of(now, roundTrips);
        try {
            RebalancePlan plan = RebalancePlanner.plan(
                    topology(running),
                    topology,
                    request,
                    traffic,
                    now,
                    distances,
                    new Bounds(Quality.FAST, mostMoves, true));
            check(by, plan.moves().next(), plan.after().tasks(), Set.of());
            if (request.tasks().isEmpty()) {
                assertThat(new PlacementCosts(traffic.messagesPerSecond(), 0, 1, distances)
                                .of(plan.moves().next())
                                .microsPerSecond())
                        .as("the scheduler and the judgement of a move count the same costs")
                        .isCloseTo(plan.report().placement().after().hopMicrosPerSecond(), withinPercentage(1e-9));
            }
        } catch (ClusterException e) {
            // The topology is refused with a reason
        }
    }

    private void drain(AssignmentRecord running, String node) {
        drains.put(node, new DrainRecord(node, 0));
        try {
            List<WorkerPlan> next = DrainPlan.begin(topology(running), topology, view(running))
                    .rebalance()
                    .next();
            check("drain", next, Map.of(), Set.of());
            assertThat(next).extracting(WorkerPlan::node).doesNotContain(node);
        } catch (NoRoomException e) {
            // The topology waits with a reason
        } finally {
            drains.clear();
        }
    }

    private void lose(AssignmentRecord running, String node) {
        SupervisorRecord lost = nodes.remove(node);
        Set<String> workers = running.workers().stream()
                .filter(plan -> plan.node().equals(node))
                .map(WorkerPlan::worker)
                .collect(Collectors.toSet());
        try {
            AssignmentRecord moved =
                    new Placer(now -> roundTrips).move(record, topology, running, workers, view(running));
            check(
                    "loss",
                    moved.workers(),
                    Map.of(),
                    moved.workers().stream()
                            .filter(plan -> plan.node().equals(node))
                            .map(WorkerPlan::worker)
                            .collect(Collectors.toSet()));
        } catch (NoRoomException e) {
            // The topology waits with a reason
        } finally {
            nodes.put(node, lost);
        }
    }
}

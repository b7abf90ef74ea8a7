// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.RegionRtt;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A problem in the making. Nodes get capacity in proportion to their shares; {@link #build} makes sure that a balanced
 * answer exists. All randomness comes from {@link #random}, which depends on the seed and the problem's name alone.
 */
final class Draft {
    static final String REGION = "r0";

    final Random random;
    private final String name;
    private final String family;
    private final long seed;
    private final String note;
    private final List<TopologySpec> topologies = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Double> shares = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    /** The load by task; what its weight is rounded from. */
    private final List<Double> loads = new ArrayList<>();

    private final Map<Long, Double> traffic = new LinkedHashMap<>();
    private Optional<RegionRtt> rtt = Optional.empty();
    private Objective objective = Objective.CUT;
    private double eps = 0.1;
    private double slack = 1.5;

    Draft(String name, String family, long seed, String note) {
        this.name = name;
        this.family = family;
        this.seed = seed;
        this.note = note;
        random = new Random(31 * seed + name.hashCode());
    }

    /** Minimise hop cost over these regions' round trips. */
    Draft latency(RegionRtt measured) {
        objective = Objective.LATENCY;
        rtt = Optional.of(measured);
        return this;
    }

    Draft latency() {
        objective = Objective.LATENCY;
        return this;
    }

    Draft eps(double wanted) {
        eps = wanted;
        return this;
    }

    /** Capacity over fair load; 1.5 unless told otherwise. */
    Draft slack(double factor) {
        slack = factor;
        return this;
    }

    Draft nodes(int count, int slots) {
        for (int i = 0; i < count; i++) {
            node(1, slots, REGION);
        }
        return this;
    }

    /** @param share of the load, relative to the other nodes' */
    Draft node(double share, int slots, String region) {
        nodes.add(new Node("n" + nodes.size(), 0, slots, region, 0, 0));
        shares.add(share);
        return this;
    }

    Draft topology(String id, int workers) {
        topologies.add(new TopologySpec(id, workers));
        return this;
    }

    int task(String topology, String component, double load) {
        return task(topology, component, load, Constraints.NONE);
    }

    int task(String topology, String component, double load, Constraints constraints) {
        tasks.add(new Task(tasks.size(), topology, component, 0, constraints));
        loads.add(load);
        return tasks.size() - 1;
    }

    void addLoad(int task, double more) {
        loads.set(task, loads.get(task) + more);
    }

    void constrain(int task, Constraints constraints) {
        Task old = tasks.get(task);
        tasks.set(task, new Task(task, old.topology(), old.component(), 0, constraints));
    }

    /** Adds traffic of one more stream; a task's traffic to itself is left out. */
    void edge(int from, int to, double perSecond) {
        if (from != to) {
            traffic.merge(((long) from << 32) | to, perSecond, Double::sum);
        }
    }

    Problem build() {
        List<Task> weighted = new ArrayList<>();
        for (Task task : tasks) {
            long weight = Math.round(loads.get(task.id()));
            weighted.add(new Task(task.id(), task.topology(), task.component(), weight, task.constraints()));
        }
        List<Edge> edges = new ArrayList<>();
        traffic.forEach(
                (pair, perSecond) -> edges.add(new Edge((int) (pair >> 32), pair.intValue(), Math.round(perSecond))));
        long heaviest = weighted.stream().mapToLong(Task::weight).max().orElse(0);
        double[] targets = FairShares.targets(
                weighted, topologies, shares.stream().mapToDouble(d -> d).toArray());
        List<Node> sized = new ArrayList<>();
        for (Node node : nodes) {
            long capacity = Math.max(heaviest, (long) Math.ceil(slack * targets[sized.size()]));
            sized.add(new Node(node.id(), capacity, node.slots(), node.region(), 0, 0));
        }
        Problem problem = new Problem(
                new Problem.Label(name, family, seed, note),
                new Problem.Goal(objective, eps),
                topologies,
                new Problem.Machines(FairShares.withTargets(sized, targets, heaviest, eps), rtt),
                weighted,
                edges,
                List.of());
        return FairShares.balanceable(problem);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Makes a {@link Problem} in code. The engine's controller uses it. Not thread-safe. Tasks get the ids 0, 1, 2 and so
 * on in the order of the calls. {@link #build()} computes each node's fair load and limit.
 */
public final class ProblemBuilder {
    private static final double DEFAULT_EPS = 0.1;
    private static final String ONLY_REGION = "default";

    private final String name;
    private final List<TopologySpec> topologies = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final List<Placement> running = new ArrayList<>();
    private Optional<RegionRtt> rtt = Optional.empty();
    private Objective objective = Objective.CUT;
    private double balanceEps = DEFAULT_EPS;

    ProblemBuilder(String name) {
        this.name = name;
    }

    public ProblemBuilder objective(Objective wanted) {
        objective = wanted;
        return this;
    }

    /** How far above its fair share a node may be loaded. The default is 0.1, that is 10 %. */
    public ProblemBuilder balanceEps(double eps) {
        balanceEps = eps;
        return this;
    }

    public ProblemBuilder topology(String id, int workers) {
        topologies.add(new TopologySpec(id, workers));
        return this;
    }

    /** A node whose CPU capacity is not known; its fair share follows from its slots. */
    public ProblemBuilder node(String id, int slots) {
        return node(id, slots, Node.UNLIMITED, ONLY_REGION);
    }

    public ProblemBuilder node(String id, int slots, long capacity, String region) {
        nodes.add(new Node(id, capacity, slots, region, 0, 0));
        return this;
    }

    public ProblemBuilder rtt(RegionRtt measured) {
        rtt = Optional.of(measured);
        return this;
    }

    /** {@code count} equal tasks of weight 1 that may run anywhere. */
    public ProblemBuilder tasks(String topology, String component, int count) {
        for (int i = 0; i < count; i++) {
            task(topology, component, 1, Constraints.NONE);
        }
        return this;
    }

    public ProblemBuilder task(String topology, String component, long weight, Constraints constraints) {
        tasks.add(new Task(tasks.size(), topology, component, weight, constraints));
        running.add(null);
        return this;
    }

    public ProblemBuilder edge(int from, int to, long traffic) {
        edges.add(new Edge(from, to, traffic));
        return this;
    }

    /** Sets where a task runs now. The task must have been added before. */
    public ProblemBuilder running(int task, Placement placement) {
        if (task < 0 || task >= tasks.size()) {
            throw new InvalidProblemException("running task " + task + " is not among the "
                    + ErrorText.count(tasks.size(), "task") + " added so far: add it first");
        }
        running.set(task, placement);
        return this;
    }

    public Problem build() {
        boolean anyRuns = running.stream().anyMatch(placement -> placement != null);
        return new Problem(
                Problem.Label.of(name),
                new Problem.Goal(objective, balanceEps),
                topologies,
                new Problem.Machines(withFairShares(), rtt),
                tasks,
                edges,
                anyRuns ? running : List.of());
    }

    /**
     * A node's share follows from its capacity, or from its slots if some capacity is unknown. With fewer workers
     * than nodes, the load is shared among as many nodes as can be used. A limit is never below what one task, or
     * rounding, needs. Nor is it below what {@link GreedyPacking} gives such a node: a limit that no assignment keeps
     * would make balance worth any traffic.
     */
    private List<Node> withFairShares() {
        long load = tasks.stream().mapToLong(Task::weight).sum();
        long heaviest = tasks.stream().mapToLong(Task::weight).max().orElse(0);
        long usable = nodes.stream().filter(node -> node.slots() > 0).count();
        long workers = topologies.stream().mapToLong(TopologySpec::workers).sum();
        boolean bySlots = nodes.stream().anyMatch(node -> node.slots() > 0 && node.capacity() == Node.UNLIMITED);
        double[] shares = nodes.stream()
                .mapToDouble(node -> node.slots() == 0 ? 0 : bySlots ? node.slots() : node.capacity())
                .toArray();
        double whole = Arrays.stream(shares).sum();
        double concentration = workers == 0 ? 1 : Math.max(1, (double) usable / workers);
        double[] targets = Arrays.stream(shares)
                .map(share -> whole == 0 ? 0 : Math.min(Node.UNLIMITED, load * concentration * share / whole))
                .toArray();
        GreedyPacking packing = GreedyPacking.of(tasks, targets, (int) Math.min(usable, workers));
        List<Node> shared = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            Node node = nodes.get(i);
            double target = targets[i];
            double wanted = Math.max(target * (1 + balanceEps), packing.mostOfAnyLike(target) * (1 + balanceEps / 2));
            double limit = Math.max(Math.floor(wanted), Math.max(Math.ceil(target), heaviest));
            long capped = shares[i] == 0 ? 0 : (long) Math.min(limit, node.capacity());
            shared.add(new Node(node.id(), node.capacity(), node.slots(), node.region(), target, capped));
        }
        return shared;
    }
}

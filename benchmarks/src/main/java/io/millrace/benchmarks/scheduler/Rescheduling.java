// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A cluster before and after something happens to it.
 *
 * @param kind what happens
 * @param before without a running assignment
 * @param after without a running assignment; it has the tasks of {@code before}, in the same order, and perhaps more
 */
public record Rescheduling(Kind kind, Problem before, Problem after) {
    /** What can happen. */
    public enum Kind {
        /** Nothing. */
        SAME,
        /** Every edge's traffic is 5 % off, up or down. */
        NOISE,
        /** So is every task's weight, and targets and limits follow. */
        LOAD_NOISE,
        /** One node less. */
        NODE_LOST,
        /** One topology more. */
        NEW_TOPOLOGY,
        /** Some topologies' task with the hottest keys changes roles with another one. */
        HOT_KEYS,
        /** Sources of some topologies send three times as much. */
        TRIPLE_RATES,
        /** Some tasks' traffic goes elsewhere, and some sources send more; all in all fewer than may move. */
        SLIGHT_DRIFT,
        /** The changes of {@link #SLIGHT_DRIFT} with more tasks than may move. */
        DRIFT,
        /** Some pairs of tasks exchange a multiple of what the others do. */
        HOT_PAIRS;

        /** The name in tables and file names. */
        String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final double NOISE = 0.05;
    /** The share of all tasks that send more; half as many change roles. */
    private static final double SLIGHTLY_DRIFTING = 0.02;

    private static final double DRIFTING = 0.05;

    /** The number of pairs among 2,000 tasks: so many moves suffice to bring them together. */
    private static final int HOT_PAIRS = 40;

    /** What a hot pair exchanges, as a multiple of what a task exchanges on average. */
    private static final double HOT = 3;

    /** The number of topologies, out of 23. */
    private static final int HOT_KEY_TOPOLOGIES = 6;

    private static final int TRIPLE_RATE_TOPOLOGIES = 1;

    public static List<Rescheduling> all(long seed) {
        Problem yahoo = byName(PaperTopologies.problems(seed), "p11-yahoo-10n");
        Problem several = byName(SharedNodes.several(seed), "m02-six-8n");
        Problem pinned = byName(Constrained.pinned(seed), "c02-pinned-8n");
        Problem geo = byName(GeoClusters.problems(seed), "w03-geo-3r9n");
        Problem layered = byName(LayeredGraphs.problems(seed), "l09-layered-2000-32n");
        Problem communities = communities(seed);
        Problem topologies = SharedNodes.manyTopologies(seed);
        List<Rescheduling> cases = new ArrayList<>();
        for (Problem problem : List.of(yahoo, several, pinned, geo, communities, layered, topologies)) {
            cases.add(new Rescheduling(Kind.SAME, problem, problem));
            cases.add(new Rescheduling(Kind.NOISE, problem, trafficNoise(problem, seed)));
            cases.add(new Rescheduling(Kind.LOAD_NOISE, problem, loadNoise(trafficNoise(problem, seed), seed)));
        }
        for (Problem problem : List.of(yahoo, several, communities)) {
            cases.add(nodeLost(problem));
        }
        for (Problem problem : List.of(yahoo, several, communities)) {
            cases.add(newTopology(problem, seed));
        }
        for (Problem problem : List.of(communities, layered)) {
            cases.add(
                    new Rescheduling(Kind.SLIGHT_DRIFT, problem, Drifts.everywhere(problem, SLIGHTLY_DRIFTING, seed)));
            cases.add(new Rescheduling(Kind.DRIFT, problem, Drifts.everywhere(problem, DRIFTING, seed)));
            cases.add(new Rescheduling(Kind.HOT_PAIRS, problem, Drifts.pairsGetHot(problem, HOT_PAIRS, HOT, seed)));
        }
        cases.add(
                new Rescheduling(Kind.HOT_KEYS, topologies, Drifts.hotKeysMove(topologies, HOT_KEY_TOPOLOGIES, seed)));
        cases.add(new Rescheduling(
                Kind.TRIPLE_RATES, topologies, Drifts.ratesTriple(topologies, TRIPLE_RATE_TOPOLOGIES, seed)));
        return cases;
    }

    /** Whether what runs is a complete answer still. */
    boolean isOfTraffic() {
        return kind != Kind.NODE_LOST && kind != Kind.NEW_TOPOLOGY;
    }

    /** {@link #after} while {@code running}, an answer to {@link #before}, runs. */
    public Problem afterWhile(Assignment running) {
        List<Placement> placements = new ArrayList<>(running.placements());
        while (placements.size() < after.tasks().size()) {
            placements.add(null);
        }
        return after.withPrevious(placements);
    }

    private static Problem byName(List<Problem> problems, String name) {
        return problems.stream()
                .filter(problem -> problem.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Problem communities(long seed) {
        Draft draft = new Draft("r01-communities-2000-16n", "resched", seed, "communities").nodes(16, 4);
        draft.topology("layered", 64);
        LayeredGraphs.fill(draft, "layered", 2_000, 16_000, 8, 24);
        return draft.build();
    }

    private static Problem trafficNoise(Problem problem, long seed) {
        Random random = new Random(seed);
        List<Edge> edges = problem.edges().stream()
                .map(edge -> new Edge(edge.from(), edge.to(), noisy(edge.traffic(), random)))
                .toList();
        return with(problem, problem.topologies(), problem.tasks(), edges);
    }

    private static Problem loadNoise(Problem problem, long seed) {
        Random random = new Random(seed);
        List<Task> tasks = problem.tasks().stream()
                .map(task -> new Task(
                        task.id(), task.topology(), task.component(), noisy(task.weight(), random), task.constraints()))
                .toList();
        return FairShares.renewed(with(problem, problem.topologies(), tasks, problem.edges()));
    }

    private static long noisy(long value, Random random) {
        return Math.round(value * (1 + NOISE * (2 * random.nextDouble() - 1)));
    }

    private static Rescheduling nodeLost(Problem problem) {
        List<Node> left = new ArrayList<>(problem.nodes());
        left.remove(left.size() / 2);
        return new Rescheduling(Kind.NODE_LOST, problem, FairShares.renewed(problem.withNodes(left)));
    }

    private static Rescheduling newTopology(Problem problem, long seed) {
        Problem.Label label = problem.label();
        Draft draft = new Draft(label.name(), label.family(), seed, label.note()).nodes(1, 1);
        PaperTopologies.advertising(draft, "new", 4, 1, 2);
        Problem fresh = draft.build();
        int old = problem.tasks().size();
        List<TopologySpec> topologies = new ArrayList<>(problem.topologies());
        topologies.addAll(fresh.topologies());
        List<Task> tasks = new ArrayList<>(problem.tasks());
        fresh.tasks()
                .forEach(task -> tasks.add(
                        new Task(old + task.id(), task.topology(), task.component(), task.weight(), Constraints.NONE)));
        List<Edge> edges = new ArrayList<>(problem.edges());
        fresh.edges().forEach(edge -> edges.add(new Edge(old + edge.from(), old + edge.to(), edge.traffic())));
        // A slot per node more, so that there is one to be had.
        Problem before = problem.withNodes(problem.nodes().stream()
                .map(node -> new Node(
                        node.id(), 2 * node.capacity(), node.slots() + 1, node.region(), node.target(), node.limit()))
                .toList());
        return new Rescheduling(Kind.NEW_TOPOLOGY, before, FairShares.renewed(with(before, topologies, tasks, edges)));
    }

    private static Problem with(Problem problem, List<TopologySpec> topologies, List<Task> tasks, List<Edge> edges) {
        return new Problem(problem.label(), problem.goal(), topologies, problem.machines(), tasks, edges, List.of());
    }
}

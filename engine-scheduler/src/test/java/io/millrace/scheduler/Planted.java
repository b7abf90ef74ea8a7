// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Makes random problems around a hidden valid assignment, so that a valid answer is known to exist: nodes hold
 * {@code slack} times what the hidden assignment puts there, and every constraint agrees with it.
 */
public record Planted(Problem problem, Assignment hidden) {

    public static Planted problem(long seed, double slack) {
        Random random = new Random(seed);
        int nodes = 1 + random.nextInt(8);
        int[] slots = new int[nodes];
        List<Placement> free = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            slots[node] = 1 + random.nextInt(4);
            for (int slot = 0; slot < slots[node]; slot++) {
                free.add(new Placement("n" + node, slot));
            }
        }
        Collections.shuffle(free, random);
        int topologies = Math.min(free.size(), 1 + random.nextInt(3));
        List<TopologySpec> specs = new ArrayList<>();
        List<List<Placement>> workers = new ArrayList<>();
        for (int t = 0; t < topologies; t++) {
            int most = Math.max(1, free.size() / topologies);
            int count =
                    t == topologies - 1 ? 1 + random.nextInt(Math.min(most, free.size())) : 1 + random.nextInt(most);
            count = Math.min(count, free.size() - (topologies - 1 - t));
            workers.add(new ArrayList<>(free.subList(0, count)));
            free.subList(0, count).clear();
            specs.add(new TopologySpec("t" + t, count));
        }
        int regions = 1 + random.nextInt(3);
        int tasks = random.nextInt(60);
        long[] load = new long[nodes];
        List<Task> list = new ArrayList<>();
        List<Placement> placements = new ArrayList<>();
        List<String> spread = new ArrayList<>();
        for (int id = 0; id < tasks; id++) {
            int t = random.nextInt(topologies);
            Placement placement =
                    workers.get(t).get(random.nextInt(workers.get(t).size()));
            int node = nodeOf(placement);
            long weight = random.nextInt(50);
            load[node] += weight;
            placements.add(placement);
            list.add(new Task(
                    id, "t" + t, "c" + random.nextInt(4), weight, constraints(random, node, nodes, regions, spread)));
        }
        List<Node> nodeList = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            long capacity = (long) Math.ceil(load[node] * slack);
            nodeList.add(new Node("n" + node, capacity, slots[node], "r" + node % regions, load[node], capacity));
        }
        Problem problem = new Problem(
                new Problem.Label("planted-" + seed, "planted", seed, ""),
                new Problem.Goal(Objective.CUT, 0.1),
                specs,
                new Problem.Machines(nodeList, Optional.empty()),
                list,
                edges(random, tasks),
                List.of());
        return new Planted(problem, new Assignment(problem.name(), placements));
    }

    private static Constraints constraints(Random random, int node, int nodes, int regions, List<String> spread) {
        Constraints constraints = Constraints.NONE;
        if (random.nextInt(10) == 0) {
            constraints = constraints.withPin("n" + node);
        }
        if (random.nextInt(6) == 0) {
            constraints = constraints.withRegions(List.of("r" + node % regions));
        }
        int other = random.nextInt(nodes);
        if (random.nextInt(6) == 0 && other != node) {
            constraints = constraints.withForbidden(List.of("n" + other));
        }
        String group = "g" + random.nextInt(2);
        if (random.nextInt(8) == 0 && !spread.contains(group + "@" + node)) {
            spread.add(group + "@" + node);
            constraints = constraints.withSpread(group);
        }
        return constraints;
    }

    private static List<Edge> edges(Random random, int tasks) {
        List<Edge> edges = new ArrayList<>();
        for (int from = 0; from < tasks; from++) {
            for (int to = 0; to < tasks; to++) {
                if (from != to && random.nextInt(10) == 0) {
                    edges.add(new Edge(from, to, random.nextInt(1000)));
                }
            }
        }
        return edges;
    }

    static int nodeOf(Placement placement) {
        return Integer.parseInt(placement.node().substring(1));
    }
}

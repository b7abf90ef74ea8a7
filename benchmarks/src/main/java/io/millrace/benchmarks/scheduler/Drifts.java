// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** What traffic does while topologies run; the tasks stay the same. */
final class Drifts {
    private static final int TRIPLE = 3;
    /** A hot key's new task is at most so many tasks away. */
    private static final int NEAR = 20;

    private Drifts() {}

    /**
     * Tasks of a component change roles, as when hot keys hash elsewhere, and some senders triple; loads stay.
     *
     * @param share of all tasks, those that send more; half as many change roles
     */
    static Problem everywhere(Problem problem, double share, long seed) {
        Random random = new Random(seed);
        int tasks = problem.tasks().size();
        int[] role = roles(problem);
        double[] rate = new double[tasks];
        for (int task = 0; task < tasks; task++) {
            rate[task] = random.nextDouble() < share ? TRIPLE : 1;
        }
        for (int swaps = 0; swaps < tasks * share / 4; swaps++) {
            int a = random.nextInt(tasks);
            int b = Math.min(tasks - 1, a + 1 + random.nextInt(NEAR));
            if (problem.tasks().get(a).component().equals(problem.tasks().get(b).component())) {
                swap(role, a, b);
            }
        }
        List<Edge> edges = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (Edge edge : problem.edges()) {
            int from = role[edge.from()];
            int to = role[edge.to()];
            if (from != to && seen.add((long) from << 32 | to)) {
                edges.add(new Edge(from, to, Math.round(edge.traffic() * rate[from])));
            }
        }
        return problem.withEdges(edges);
    }

    /**
     * Some pairs of tasks that had sent each other anything now send so many times what a task exchanges on average, as
     * when a few keys get most of the traffic; loads stay.
     */
    static Problem pairsGetHot(Problem problem, int pairs, double times, long seed) {
        List<Edge> edges = new ArrayList<>(problem.edges());
        double traffic = edges.stream().mapToDouble(Edge::traffic).sum();
        long hot = Math.round(times * 2 * traffic / problem.tasks().size());
        Collections.shuffle(edges, new Random(seed));
        edges.subList(0, pairs).replaceAll(edge -> new Edge(edge.from(), edge.to(), hot));
        return problem.withEdges(edges);
    }

    /**
     * In some topologies the task that has most to do, compared with the others of its component, changes roles with
     * one of them, as when a hot key goes cold and another one gets hot; loads move with it.
     */
    static Problem hotKeysMove(Problem problem, int topologies, long seed) {
        Random random = new Random(seed);
        int[] role = roles(problem);
        for (String topology : some(problem, topologies, random)) {
            List<Task> own = problem.tasks().stream()
                    .filter(task -> task.topology().equals(topology))
                    .toList();
            Map<String, Double> mean = own.stream()
                    .collect(Collectors.groupingBy(Task::component, Collectors.averagingLong(Task::weight)));
            Task hottest = own.stream()
                    .max(Comparator.comparing(task -> task.weight() / mean.get(task.component())))
                    .orElseThrow();
            List<Task> siblings = own.stream()
                    .filter(task -> task.component().equals(hottest.component()) && task.id() != hottest.id())
                    .toList();
            swap(
                    role,
                    hottest.id(),
                    siblings.get(random.nextInt(siblings.size())).id());
        }
        Task[] tasks = new Task[role.length];
        for (Task task : problem.tasks()) {
            Task now = problem.tasks().get(role[task.id()]);
            tasks[now.id()] = new Task(now.id(), now.topology(), now.component(), task.weight(), now.constraints());
        }
        List<Edge> edges = problem.edges().stream()
                .map(edge -> new Edge(role[edge.from()], role[edge.to()], edge.traffic()))
                .toList();
        return FairShares.renewed(problem.withTasks(List.of(tasks)).withEdges(edges));
    }

    /** The sources of some topologies send three times as much; what follows, and the loads, do so too. */
    static Problem ratesTriple(Problem problem, int topologies, long seed) {
        Set<String> chosen = new HashSet<>(some(problem, topologies, new Random(seed)));
        List<Task> tasks = problem.tasks().stream()
                .map(task -> chosen.contains(task.topology())
                        ? new Task(
                                task.id(),
                                task.topology(),
                                task.component(),
                                TRIPLE * task.weight(),
                                task.constraints())
                        : task)
                .toList();
        List<Edge> edges = problem.edges().stream()
                .map(edge -> chosen.contains(problem.tasks().get(edge.from()).topology())
                        ? new Edge(edge.from(), edge.to(), TRIPLE * edge.traffic())
                        : edge)
                .toList();
        return FairShares.renewed(problem.withTasks(tasks).withEdges(edges));
    }

    private static List<String> some(Problem problem, int topologies, Random random) {
        List<String> ids = new ArrayList<>();
        problem.topologies().forEach(topology -> ids.add(topology.id()));
        Collections.shuffle(ids, random);
        return ids.subList(0, topologies);
    }

    private static int[] roles(Problem problem) {
        int[] role = new int[problem.tasks().size()];
        for (int task = 0; task < role.length; task++) {
            role[task] = task;
        }
        return role;
    }

    private static void swap(int[] role, int a, int b) {
        int swapped = role[a];
        role[a] = role[b];
        role[b] = swapped;
    }
}

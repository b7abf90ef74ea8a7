// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import io.millrace.scheduler.partition.Graph;
import io.millrace.scheduler.partition.Partitioner;
import io.millrace.scheduler.partition.Parts;
import io.millrace.scheduler.partition.SearchBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Divides the tasks of one topology on one node among workers, so that tasks that exchange much share one. */
final class WorkerSplit {
    /** A worker's load may be this many times the mean of the topology's workers on the node. */
    static final double MOST_IMBALANCE = 1.4;
    /** If a smaller share of the traffic stays inside workers, fewer workers are better. */
    static final double LEAST_SHARE = 0.8;

    private final NodeGraph problem;
    private final long seed;
    /** Scratch, by task: its index among those looked at, or -1. */
    private final int[] local;

    WorkerSplit(NodeGraph problem, long seed) {
        this.problem = problem;
        this.seed = seed;
        local = new int[problem.index.tasks];
        Arrays.fill(local, -1);
    }

    /** The tasks by worker: at most {@code most} workers, fewer if those would exchange too much or be too unequal. */
    List<List<Integer>> split(List<Integer> tasks, int most) {
        if (most == 1 || tasks.size() == 1) {
            return List.of(tasks);
        }
        Graph graph =
                problem.graph.induced(tasks.stream().mapToInt(Integer::intValue).toArray(), local);
        double inside = graph.totalTraffic();
        for (int workers = Math.min(most, tasks.size()); workers > 1; workers--) {
            Parts parts = equalParts(graph, workers);
            Partitioner.Result result =
                    Partitioner.partition(graph, parts, List.of(), SearchBudget.brief(graph.size()), seed);
            if (result != null
                    && result.score().excess() == 0
                    && result.score().cost() <= (1 - LEAST_SHARE) * inside
                    && Arrays.stream(result.partOf()).distinct().count() == workers) {
                return byPart(tasks, result.partOf(), workers);
            }
        }
        return List.of(tasks);
    }

    /** Adds each task to the worker that it exchanges most with and that is not overloaded by it. */
    void join(List<Integer> tasks, List<List<Integer>> workers) {
        if (workers.size() == 1) {
            workers.get(0).addAll(tasks);
            return;
        }
        long[] load = new long[workers.size()];
        long sum = 0;
        for (int w = 0; w < load.length; w++) {
            for (int task : workers.get(w)) {
                local[task] = w;
                load[w] += problem.index.weight(task);
            }
            sum += load[w];
        }
        for (int task : tasks) {
            long weight = problem.index.weight(task);
            sum += weight;
            double[] traffic = problem.graph.trafficTo(task, local, workers.size());
            int best = -1;
            int emptiest = 0;
            for (int w = 0; w < load.length; w++) {
                emptiest = load[w] < load[emptiest] ? w : emptiest;
                boolean fits = load[w] + weight <= MOST_IMBALANCE * sum / load.length;
                if (fits
                        && (best < 0
                                || traffic[w] > traffic[best]
                                || traffic[w] == traffic[best] && load[w] < load[best])) {
                    best = w;
                }
            }
            int chosen = best < 0 ? emptiest : best;
            workers.get(chosen).add(task);
            local[task] = chosen;
            load[chosen] += weight;
        }
        workers.forEach(worker -> worker.forEach(task -> local[task] = -1));
    }

    private static Parts equalParts(Graph graph, int workers) {
        long[] limit = new long[workers];
        Arrays.fill(limit, (long) (MOST_IMBALANCE * graph.totalLoad() / workers));
        long[] capacity = new long[workers];
        Arrays.fill(capacity, Long.MAX_VALUE / 4);
        int[] slots = new int[workers];
        Arrays.fill(slots, 1);
        boolean[] everywhere = new boolean[workers];
        Arrays.fill(everywhere, true);
        return new Parts(limit, capacity, slots, new int[] {workers}, new boolean[][] {everywhere}, null);
    }

    private static List<List<Integer>> byPart(List<Integer> tasks, int[] partOf, int parts) {
        List<List<Integer>> workers = new ArrayList<>();
        for (int p = 0; p < parts; p++) {
            workers.add(new ArrayList<>());
        }
        for (int i = 0; i < partOf.length; i++) {
            workers.get(partOf[i]).add(tasks.get(i));
        }
        return workers;
    }
}

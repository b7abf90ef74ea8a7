// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import io.millrace.api.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Swaps tasks of different threads if that keeps more of the estimated traffic within threads. Pure; the same input
 * gives the same result.
 *
 * <p>The real cost of a component is not known, so its tasks stay as evenly distributed as they were: no thread gets
 * more of them than the most that one thread has, and no further thread gets any. No thread's estimated load grows
 * beyond 115 % of the mean, or beyond the load of the heaviest thread before.
 */
final class ThreadSwaps {

    private static final double MOST_IMBALANCE = 1.15;
    /** The least gain of a swap, as a share of all the traffic; a smaller gain is a rounding error. */
    private static final double LEAST_GAIN = 1e-9;

    private static final int MOST_PASSES = 10;

    /** The most tasks for which swaps are tried: each pass checks each pair of tasks, while a worker waits to start. */
    private static final int MOST_TASKS = 300;

    private static final long MOST_EDGES = 100_000;

    private final TaskPlan plan;
    private final TrafficEstimate estimate;
    private final List<Integer> tasks = new ArrayList<>();

    /** The thread of each task, by position in {@code tasks}. */
    private final int[] threadOf;

    /** The traffic between a task and the tasks of a thread, by position and thread. */
    private final double[][] talk;

    /** The traffic between two tasks, by pair of positions. */
    private final double[][] traffic;

    private final double[] load;
    private final double mostLoad;
    private final double leastGain;
    private final Map<String, int[]> count = new HashMap<>();
    private final Map<String, Integer> mostCount = new HashMap<>();

    private ThreadSwaps(Topology topology, List<List<Integer>> threads) {
        plan = new TaskPlan(topology);
        estimate = TrafficEstimate.of(topology);
        threads.forEach(tasks::addAll);
        threadOf = new int[tasks.size()];
        talk = new double[tasks.size()][threads.size()];
        traffic = new double[tasks.size()][tasks.size()];
        load = new double[threads.size()];
        Map<Integer, Integer> positionOf = new HashMap<>();
        for (int thread = 0; thread < threads.size(); thread++) {
            for (int task : threads.get(thread)) {
                int position = positionOf.size();
                positionOf.put(task, position);
                threadOf[position] = thread;
                load[thread] += estimate.weight(task);
                count.computeIfAbsent(component(position), id -> new int[load.length])[thread]++;
            }
        }
        count.forEach((id, of) -> mostCount.put(id, Arrays.stream(of).max().orElseThrow()));
        double sum = Arrays.stream(load).sum();
        mostLoad = Math.max(
                MOST_IMBALANCE * sum / load.length, Arrays.stream(load).max().orElseThrow());
        leastGain = LEAST_GAIN
                * estimate.messages().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum();
        estimate.messages().forEach((pair, messages) -> {
            Integer from = positionOf.get(pair.source());
            Integer to = positionOf.get(pair.target());
            if (from != null && to != null) {
                traffic[from][to] += messages;
                traffic[to][from] += messages;
                talk[from][threadOf[to]] += messages;
                talk[to][threadOf[from]] += messages;
            }
        });
    }

    /** @param threads tasks of each thread, none empty */
    static List<List<Integer>> improved(Topology topology, List<List<Integer>> threads) {
        int tasks = threads.stream().mapToInt(List::size).sum();
        if (threads.size() < 2 || tasks > MOST_TASKS || TrafficEstimate.pairs(topology) > MOST_EDGES) {
            return threads;
        }
        ThreadSwaps swaps = new ThreadSwaps(topology, threads);
        for (int pass = 0; pass < MOST_PASSES && swaps.pass(); pass++) {
            // The loop ends, as each pass leaves less traffic between threads than the one before
        }
        return swaps.threads();
    }

    private boolean pass() {
        boolean any = false;
        for (int one = 0; one < tasks.size(); one++) {
            for (int other = one + 1; other < tasks.size(); other++) {
                if (threadOf[one] != threadOf[other] && gain(one, other) > leastGain && isAllowed(one, other)) {
                    swap(one, other);
                    any = true;
                }
            }
        }
        return any;
    }

    private double gain(int one, int other) {
        int here = threadOf[one];
        int there = threadOf[other];
        return talk[one][there] - talk[one][here] + talk[other][here] - talk[other][there] - 2 * traffic[one][other];
    }

    private boolean isAllowed(int one, int other) {
        double more = estimate.weight(tasks.get(other)) - estimate.weight(tasks.get(one));
        return load[threadOf[one]] + more <= mostLoad
                && load[threadOf[other]] - more <= mostLoad
                && (component(one).equals(component(other))
                        || mayGo(one, threadOf[other]) && mayGo(other, threadOf[one]));
    }

    private boolean mayGo(int position, int thread) {
        int[] of = count.get(component(position));
        return of[thread] < mostCount.get(component(position)) && (of[thread] > 0 || of[threadOf[position]] == 1);
    }

    private void swap(int one, int other) {
        int here = threadOf[one];
        int there = threadOf[other];
        move(one, there);
        move(other, here);
    }

    private void move(int position, int to) {
        int from = threadOf[position];
        double weight = estimate.weight(tasks.get(position));
        load[from] -= weight;
        load[to] += weight;
        count.get(component(position))[from]--;
        count.get(component(position))[to]++;
        for (int other = 0; other < tasks.size(); other++) {
            talk[other][from] -= traffic[position][other];
            talk[other][to] += traffic[position][other];
        }
        threadOf[position] = to;
    }

    private String component(int position) {
        return plan.componentOf(tasks.get(position));
    }

    private List<List<Integer>> threads() {
        List<List<Integer>> threads = new ArrayList<>();
        for (int thread = 0; thread < load.length; thread++) {
            List<Integer> own = new ArrayList<>();
            for (int position = 0; position < threadOf.length; position++) {
                if (threadOf[position] == thread) {
                    own.add(tasks.get(position));
                }
            }
            own.sort(null);
            threads.add(List.copyOf(own));
        }
        return List.copyOf(threads);
    }
}

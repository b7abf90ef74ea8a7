// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.ServiceEnd;
import io.millrace.api.Topology;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The division of one worker's tasks into executors. The same input gives the same plan. Immutable.
 *
 * <p>Tasks are distributed so that executors differ by at most one task, unless a component's parallelism keeps its
 * tasks on fewer executors. Among equals, a task goes where tasks of connected components already are. Then tasks of
 * different executors are swapped if {@link ThreadSwaps} finds that this reduces the traffic between executors.
 *
 * <p>The tasks of fed spouts are not counted, as they only hand on what services bring. They go to executors that other
 * tasks have, so that a request reaches its first bolt, and its answer comes back, without waking another thread.
 *
 * @param shared tasks of each executor that runs several in turn; ascending, none empty
 * @param blocking tasks of blocking components, each with an executor of its own; ascending
 */
public record ExecutorPlan(List<List<Integer>> shared, List<Integer> blocking) {

    /** Returns all executors: first those of {@link #shared}, then one for each blocking task. */
    public List<List<Integer>> executors() {
        List<List<Integer>> all = new ArrayList<>(shared);
        blocking.forEach(task -> all.add(List.of(task)));
        return List.copyOf(all);
    }

    /**
     * Plans the tasks of one worker on this many threads, which do not include the threads of blocking tasks. A task
     * that is dormant at first is alone in its worker.
     */
    public static ExecutorPlan of(Topology topology, Collection<Integer> tasksHere, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("a worker has " + threads + " executors: it needs at least 1");
        }
        TaskPlan plan = TaskPlan.withDormant(topology);
        List<Integer> blocking = new ArrayList<>();
        Map<String, List<Integer>> cooperative = new LinkedHashMap<>();
        Map<String, List<Integer>> fed = new LinkedHashMap<>();
        for (int task : new TreeSet<>(tasksHere)) {
            ComponentSpec spec = plan.specOf(task);
            if (spec.blocking()) {
                blocking.add(task);
            } else {
                (spec.service().kind() == ServiceEnd.Kind.FED ? fed : cooperative)
                        .computeIfAbsent(spec.id(), none -> new ArrayList<>())
                        .add(task);
            }
        }
        Subscriptions subscriptions = new Subscriptions(topology.components());
        boolean fedAlone = cooperative.isEmpty();
        List<List<Integer>> shared = ThreadSwaps.improved(
                topology, new Spreading(plan, subscriptions, fedAlone ? fed : cooperative, threads).spread());
        if (!fedAlone && !fed.isEmpty()) {
            shared = new Spreading(plan, subscriptions, fed, shared).spread();
        }
        return new ExecutorPlan(shared, List.copyOf(blocking));
    }

    /** Places one task after the other, component by component, each where it fits best. */
    private static final class Spreading {

        private final TaskPlan plan;
        private final Subscriptions subscriptions;
        private final Map<String, List<Integer>> tasksOf;
        private final List<Place> threads = new ArrayList<>();

        /** Spreads tasks evenly on this many threads. */
        Spreading(TaskPlan plan, Subscriptions subscriptions, Map<String, List<Integer>> tasksOf, int most) {
            this.plan = plan;
            this.subscriptions = subscriptions;
            this.tasksOf = tasksOf;
            int tasks = tasksOf.values().stream().mapToInt(List::size).sum();
            int count = Math.min(most, tasks);
            for (int i = 0; i < count; i++) {
                threads.add(new Place(i, tasks / count + (i < tasks % count ? 1 : 0)));
            }
        }

        /** Spreads tasks over threads that have tasks already. */
        Spreading(
                TaskPlan plan,
                Subscriptions subscriptions,
                Map<String, List<Integer>> tasksOf,
                List<List<Integer>> placed) {
            this.plan = plan;
            this.subscriptions = subscriptions;
            this.tasksOf = tasksOf;
            for (List<Integer> tasks : placed) {
                Place place = new Place(threads.size(), Integer.MAX_VALUE);
                tasks.forEach(task -> place.add(plan.specOf(task), task));
                threads.add(place);
            }
        }

        List<List<Integer>> spread() {
            // Components whose tasks must stay together come first, while there is room for them in one piece
            tasksOf.entrySet().stream()
                    .sorted(Comparator.comparingInt(entry -> -chunk(plan.component(entry.getKey()), entry.getValue())))
                    .forEach(entry -> place(plan.component(entry.getKey()), entry.getValue()));
            return threads.stream()
                    .filter(thread -> thread.load > 0)
                    .map(Place::tasks)
                    .toList();
        }

        private void place(ComponentSpec spec, List<Integer> tasks) {
            List<Place> used = new ArrayList<>();
            for (int task : tasks) {
                boolean mayOpen = used.size() < threadsOf(spec, tasks);
                Place best = (mayOpen ? threads : used)
                        .stream().min(preference(spec, chunk(spec, tasks))).orElseThrow();
                if (best.add(spec, task)) {
                    used.add(best);
                }
            }
        }

        private Comparator<Place> preference(ComponentSpec spec, int chunk) {
            return Comparator.<Place>comparingInt(thread -> thread.lacks(spec, chunk))
                    .thenComparingInt(thread -> thread.count(spec))
                    .thenComparingInt(thread -> -neighbours(thread, spec))
                    .thenComparingInt(thread -> thread.load)
                    .thenComparingInt(thread -> thread.index);
        }

        private int neighbours(Place thread, ComponentSpec spec) {
            return thread.tasks.entrySet().stream()
                    .filter(other -> subscriptions.connected(spec.id(), other.getKey()))
                    .mapToInt(other -> other.getValue().size())
                    .sum();
        }

        /** Returns the component's share of its parallelism in this worker. */
        private int threadsOf(ComponentSpec spec, List<Integer> here) {
            long share = ((long) spec.parallelism() * here.size() + spec.tasks() - 1) / spec.tasks();
            return (int) Math.max(1, Math.min(share, threads.size()));
        }

        /** Returns how many tasks of a component one thread gets. */
        private int chunk(ComponentSpec spec, List<Integer> here) {
            int threadsOf = threadsOf(spec, here);
            return (here.size() + threadsOf - 1) / threadsOf;
        }
    }

    private static final class Place {

        private final int index;
        private final int quota;
        private final Map<String, List<Integer>> tasks = new LinkedHashMap<>();
        private int load;

        Place(int index, int quota) {
            this.index = index;
            this.quota = quota;
        }

        int count(ComponentSpec spec) {
            return tasks.getOrDefault(spec.id(), List.of()).size();
        }

        /** Returns by how many tasks the thread would exceed its quota. A thread new to the component gets a chunk. */
        int lacks(ComponentSpec spec, int chunk) {
            return Math.max(0, load + (count(spec) > 0 ? 1 : chunk) - quota);
        }

        boolean add(ComponentSpec spec, int task) {
            List<Integer> own = tasks.computeIfAbsent(spec.id(), none -> new ArrayList<>());
            own.add(task);
            load++;
            return own.size() == 1;
        }

        List<Integer> tasks() {
            return tasks.values().stream().flatMap(List::stream).sorted().toList();
        }
    }
}

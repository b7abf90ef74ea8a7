// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Nearest;
import io.millrace.api.rebalance.RebalanceReport.Spread;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.codec.KeyPartitions;
import io.millrace.runtime.plan.ExecutorPlan;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The change of components' parallelism and numbers of tasks by a rebalance: the request, and its effect on workers.
 * The planner creates it; immutable.
 */
public final class ExecutorChange {

    private final Topology before;
    private final Topology after;
    private final RebalanceRequest request;
    private final Map<String, Integer> parallelism;
    private final Map<String, Integer> tasks;

    private ExecutorChange(
            Topology before,
            Topology after,
            RebalanceRequest request,
            Map<String, Integer> parallelism,
            Map<String, Integer> tasks) {
        this.before = before;
        this.after = after;
        this.request = request;
        this.parallelism = parallelism;
        this.tasks = tasks;
    }

    /**
     * @param running the assignment, with the numbers of executors and tasks that were changed after the submission
     * @throws io.millrace.cluster.model.ClusterException if the request is not possible
     */
    static ExecutorChange of(String name, Topology submitted, AssignmentRecord running, RebalanceRequest request) {
        Map<String, ComponentSpec> specs = new TreeMap<>();
        submitted.components().forEach(spec -> specs.put(spec.id(), spec));
        Map<String, Integer> tasks = new TreeMap<>(running.tasks());
        new TreeMap<>(request.tasks()).forEach((id, count) -> {
            checkKnown("-t", name, id, count, specs);
            checkTasks(specs.get(id), count);
            tasks.put(id, count);
        });
        Topology before = Parallelism.of(submitted, running.parallelism(), running.tasks());
        Topology resized = Parallelism.of(submitted, running.parallelism(), tasks);
        resized.components().forEach(spec -> specs.put(spec.id(), spec));
        Map<String, Integer> next = new TreeMap<>(running.parallelism());
        new TreeMap<>(request.executors()).forEach((id, executors) -> {
            checkKnown("-e", name, id, executors, specs);
            check(specs.get(id), executors);
            next.put(id, executors);
        });
        Map<String, Integer> inJar = new TreeMap<>();
        submitted.components().forEach(spec -> inJar.put(spec.id(), spec.parallelism()));
        next.entrySet().removeIf(entry -> inJar.get(entry.getKey()).equals(entry.getValue()));
        return new ExecutorChange(
                before, Parallelism.of(submitted, next, tasks), request, Map.copyOf(next), Map.copyOf(tasks));
    }

    private static void checkKnown(
            String option, String name, String id, int number, Map<String, ComponentSpec> specs) {
        if (!specs.containsKey(id)) {
            throw RebalancePlanner.refused(option + " " + id + "=" + number + ": topology '" + name
                    + "' has no component '" + id + "': did you mean '"
                    + Nearest.ofAll(id, specs.keySet()).orElseThrow() + "'?");
        }
    }

    private static void checkTasks(ComponentSpec spec, int tasks) {
        String option = "-t " + spec.id() + "=" + tasks + ": component '" + spec.id() + "' ";
        if (spec.kind() == ComponentSpec.Kind.SPOUT) {
            throw RebalancePlanner.refused(
                    option + "is a spout, which divides its source by the number of its tasks:"
                            + " stop the topology with 'millrace savepoint --stop', and submit it with another number from there");
        }
        boolean stateful = spec.snapshots().stateful();
        if (tasks < 1 || stateful && tasks > KeyPartitions.COUNT) {
            throw RebalancePlanner.refused(option
                    + (stateful
                            ? "has states in " + KeyPartitions.COUNT + " partitions: give 1 to " + KeyPartitions.COUNT
                            : "has at least 1 task"));
        }
    }

    private static void check(ComponentSpec spec, int executors) {
        String option = "-e " + spec.id() + "=" + executors + ": component '" + spec.id() + "' ";
        if (spec.blocking()) {
            throw RebalancePlanner.refused(option + "blocks, so each of its " + spec.tasks()
                    + " tasks has its own executor: submit the topology with another number of its tasks");
        }
        if (executors < 1 || executors > spec.tasks()) {
            throw RebalancePlanner.refused(option + "has " + spec.tasks() + (spec.tasks() == 1 ? " task" : " tasks")
                    + ", and an executor runs at least one: give "
                    + (spec.tasks() == 1 ? "1" : "1 to " + spec.tasks())
                    + ", or submit the topology with more tasks of it");
        }
    }

    /** Returns the new parallelism of components, where it differs from the submission. */
    Map<String, Integer> parallelism() {
        return parallelism;
    }

    /** Returns the new numbers of tasks of components, where they were ever changed; empty if this changes none. */
    Map<String, Integer> tasks() {
        return rescales() ? tasks : Map.of();
    }

    /** Whether numbers of tasks change, so that tasks get other ids. */
    boolean rescales() {
        return !counts(before).equals(counts(after));
    }

    private static Map<String, Integer> counts(Topology topology) {
        Map<String, Integer> counts = new TreeMap<>();
        topology.components().forEach(spec -> counts.put(spec.id(), spec.tasks()));
        return counts;
    }

    /** Returns the topology after the change. */
    Topology after() {
        return after;
    }

    /** Returns the running workers with the new ids of their tasks, without tasks that do not exist any more. */
    List<WorkerPlan> renumbered(List<WorkerPlan> running) {
        TaskPlan old = new TaskPlan(before);
        TaskPlan next = new TaskPlan(after);
        return running.stream()
                .map(worker -> new WorkerPlan(
                        worker.worker(),
                        worker.node(),
                        worker.executors(),
                        worker.tasks().stream()
                                .filter(task -> old.indexOf(task)
                                        < next.tasksOf(old.componentOf(task)).size())
                                .map(task -> next.tasksOf(old.componentOf(task)).get(old.indexOf(task)))
                                .toList()))
                .toList();
    }

    /** Whether the request changes only executors, so that tasks stay in their places. */
    boolean isAllThatWasAsked() {
        return request.keepsPlaces();
    }

    /** Whether the executors of a running worker would change. */
    boolean touches(WorkerPlan worker) {
        return rescales() || before != after && !executors(before, worker).equals(executors(after, worker));
    }

    /** Returns the executors of each component before and after, in the topology's order. */
    List<Spread> spreads(List<WorkerPlan> running, List<WorkerPlan> next) {
        Map<String, Integer> now = counts(before, running);
        Map<String, Integer> then = counts(after, next);
        List<Spread> spreads = new ArrayList<>();
        for (int i = 0; i < before.components().size(); i++) {
            ComponentSpec spec = before.components().get(i);
            spreads.add(new Spread(
                    spec.id(),
                    after.components().get(i).tasks(),
                    most(spec),
                    most(after.components().get(i)),
                    now.get(spec.id()),
                    then.get(spec.id())));
        }
        return spreads;
    }

    /** Returns remarks on the requested components, one line each. */
    List<String> remarks(List<Spread> spreads) {
        List<String> remarks = new ArrayList<>();
        Map<String, Integer> now = counts(before);
        request.tasks()
                .forEach((id, count) -> remarks.add(
                        now.get(id).equals(count)
                                ? "-t " + id + "=" + count + " changes nothing: that is its current number"
                                : id + " gets " + count + " tasks instead of " + now.get(id)
                                        + ": tasks have other numbers then, so all workers are replaced"));
        for (Spread spread : spreads) {
            if (!request.executors().containsKey(spread.component())) {
                continue;
            }
            if (spread.parallelismBefore() == spread.parallelismAfter()) {
                remarks.add("-e " + spread.component() + "=" + spread.parallelismAfter()
                        + " changes nothing: that is its current number");
            }
            if (spread.executorsAfter() < spread.parallelismAfter()) {
                remarks.add(spread.component() + " may have " + spread.parallelismAfter() + " executors and has "
                        + spread.executorsAfter()
                        + ", as its workers have no more for its tasks: more workers (-w) have more, and "
                        + TopologyKeys.EXECUTORS.name() + " says at submission how many each has");
            }
            if (spread.executorsAfter() > spread.parallelismAfter()) {
                remarks.add(spread.component() + " shall have " + spread.parallelismAfter() + " executors and has "
                        + spread.executorsAfter()
                        + ", one in each worker with tasks of it: fewer workers (-w) have fewer");
            }
        }
        return remarks;
    }

    /** Returns the number of executors of each component in these workers. */
    public static Map<String, Integer> counts(Topology topology, List<WorkerPlan> workers) {
        Map<String, Integer> counts = new TreeMap<>();
        TaskPlan plan = new TaskPlan(topology);
        topology.components().forEach(spec -> counts.put(spec.id(), 0));
        for (WorkerPlan worker : workers) {
            for (List<Integer> executor : executors(topology, worker)) {
                executor.stream().map(plan::componentOf).distinct().forEach(id -> counts.merge(id, 1, Integer::sum));
            }
        }
        return counts;
    }

    /** Returns the maximum of executors for a component. */
    public static int most(ComponentSpec spec) {
        return spec.blocking() ? spec.tasks() : spec.parallelism();
    }

    private static List<List<Integer>> executors(Topology topology, WorkerPlan worker) {
        return ExecutorPlan.of(topology, worker.tasks(), worker.executors()).executors();
    }
}

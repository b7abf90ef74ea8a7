package io.millrace.cluster.controller;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.client.RebalanceReport.Spread;
import io.millrace.cluster.client.RebalanceRequest;
import io.millrace.cluster.config.NearestName;
import io.millrace.cluster.registry.WorkerPlan;
import io.millrace.runtime.plan.ExecutorPlan;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * On how many executors a rebalance spreads the tasks of components: what was asked for, what that changes, and in which
 * workers. Tasks stay as many as they are. The planner makes and asks it; immutable.
 */
final class ExecutorChange {

    private final Topology before;
    private final Topology after;
    private final RebalanceRequest request;
    private final Map<String, Integer> parallelism;

    private ExecutorChange(
            Topology before, Topology after, RebalanceRequest request, Map<String, Integer> parallelism) {
        this.before = before;
        this.after = after;
        this.request = request;
        this.parallelism = parallelism;
    }

    /**
     * @param running what was changed by component since the topology was submitted
     * @throws io.millrace.cluster.client.ClusterException if that cannot be
     */
    static ExecutorChange of(String name, Topology submitted, Map<String, Integer> running, RebalanceRequest request) {
        Map<String, ComponentSpec> specs = new TreeMap<>();
        submitted.components().forEach(spec -> specs.put(spec.id(), spec));
        Map<String, Integer> next = new TreeMap<>(running);
        new TreeMap<>(request.executors()).forEach((id, executors) -> {
            if (!specs.containsKey(id)) {
                throw RebalancePlanner.refused("-e " + id + "=" + executors + ": topology '" + name
                        + "' has no component '" + id + "': did you mean '"
                        + NearestName.of(id, specs.keySet()).orElseThrow() + "'?");
            }
            check(specs.get(id), executors);
            next.put(id, executors);
        });
        next.entrySet().removeIf(entry -> specs.get(entry.getKey()).parallelism() == entry.getValue());
        return new ExecutorChange(
                Parallelism.of(submitted, running), Parallelism.of(submitted, next), request, Map.copyOf(next));
    }

    private static void check(ComponentSpec spec, int executors) {
        String wish = "-e " + spec.id() + "=" + executors + ": component '" + spec.id() + "' ";
        if (spec.blocking()) {
            throw RebalancePlanner.refused(wish + "blocks, so each of its " + spec.tasks()
                    + " tasks has an executor of its own: submit the topology with another number of tasks of it");
        }
        if (executors < 1 || executors > spec.tasks()) {
            throw RebalancePlanner.refused(wish + "has " + spec.tasks() + (spec.tasks() == 1 ? " task" : " tasks")
                    + ", which stay as many, and an executor runs one at least: give "
                    + (spec.tasks() == 1 ? "1" : "1 to " + spec.tasks())
                    + ", or submit the topology with more tasks of it");
        }
    }

    /** What counts from now on, by component, where it is not what the topology was submitted with. */
    Map<String, Integer> parallelism() {
        return parallelism;
    }

    /** Whether nothing else was asked for, so that tasks stay where they are. */
    boolean isAllThatWasAsked() {
        return request.keepsPlaces();
    }

    /** Whether tasks of a running worker would come to share executors in another way. */
    boolean touches(WorkerPlan worker) {
        return before != after && !executors(before, worker).equals(executors(after, worker));
    }

    /** What becomes of each component, in the topology's order. */
    List<Spread> spreads(List<WorkerPlan> running, List<WorkerPlan> next) {
        Map<String, Integer> now = counts(before, running);
        Map<String, Integer> then = counts(after, next);
        List<Spread> spreads = new ArrayList<>();
        for (int i = 0; i < before.components().size(); i++) {
            ComponentSpec spec = before.components().get(i);
            spreads.add(new Spread(
                    spec.id(),
                    spec.tasks(),
                    most(spec),
                    most(after.components().get(i)),
                    now.get(spec.id()),
                    then.get(spec.id())));
        }
        return spreads;
    }

    /** What must be said of those that were asked for, a line each. */
    List<String> remarks(List<Spread> spreads) {
        List<String> remarks = new ArrayList<>();
        for (Spread spread : spreads) {
            if (!request.executors().containsKey(spread.component())) {
                continue;
            }
            if (spread.parallelismBefore() == spread.parallelismAfter()) {
                remarks.add("-e " + spread.component() + "=" + spread.parallelismAfter()
                        + " changes nothing: that is what it has");
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

    /** How many executors run the tasks of each component in these workers. */
    static Map<String, Integer> counts(Topology topology, List<WorkerPlan> workers) {
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

    /** Most executors that may run a component's tasks. */
    static int most(ComponentSpec spec) {
        return spec.blocking() ? spec.tasks() : spec.parallelism();
    }

    private static List<List<Integer>> executors(Topology topology, WorkerPlan worker) {
        return ExecutorPlan.of(topology, worker.tasks(), worker.executors()).executors();
    }
}

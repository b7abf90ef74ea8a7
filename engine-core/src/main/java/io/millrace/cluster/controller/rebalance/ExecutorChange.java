package io.millrace.cluster.controller.rebalance;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.rebalance.RebalanceReport.Spread;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.config.NearestName;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.plan.ExecutorPlan;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The change of components' parallelism by a rebalance: the request, and its effect on workers. The number of tasks
 * does not change. The planner creates it; immutable.
 */
public final class ExecutorChange {

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
     * @param running the parallelism of components that was changed after the submission
     * @throws io.millrace.cluster.model.ClusterException if the request is not possible
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

    /** The new parallelism of components, where it differs from the submission. */
    Map<String, Integer> parallelism() {
        return parallelism;
    }

    /** Whether nothing else was requested, so that tasks stay in their places. */
    boolean isAllThatWasAsked() {
        return request.keepsPlaces();
    }

    /** Whether the executors of a running worker would change. */
    boolean touches(WorkerPlan worker) {
        return before != after && !executors(before, worker).equals(executors(after, worker));
    }

    /** The executors of each component before and after, in the topology's order. */
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

    /** Remarks on the requested components, one line each. */
    List<String> remarks(List<Spread> spreads) {
        List<String> remarks = new ArrayList<>();
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

    /** The number of executors of each component in these workers. */
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

    /** The maximum of executors for a component. */
    public static int most(ComponentSpec spec) {
        return spec.blocking() ? spec.tasks() : spec.parallelism();
    }

    private static List<List<Integer>> executors(Topology topology, WorkerPlan worker) {
        return ExecutorPlan.of(topology, worker.tasks(), worker.executors()).executors();
    }
}

package io.millrace.cluster.model;

import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.runtime.worker.Routing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where a topology's tasks run, and whether they are on their way to other places.
 *
 * @param epoch grows with every change
 * @param workers those that count: every task is in one of them
 * @param names how many names were given to workers so far, as none is given twice; 0 before the first rebalance
 * @param rebalance the present or last one, null if there was none
 * @param parallelism most executors that run the tasks of a component, by its id, where that was changed since the topology
 *     was submitted
 */
public record AssignmentRecord(
        String topologyId,
        long epoch,
        List<WorkerPlan> workers,
        int names,
        RebalanceRecord rebalance,
        Map<String, Integer> parallelism) {

    public AssignmentRecord(String topologyId, long epoch, List<WorkerPlan> workers) {
        this(topologyId, epoch, workers, 0, null, Map.of());
    }

    /** The next epoch of this, with these workers. */
    public AssignmentRecord with(List<WorkerPlan> others) {
        return new AssignmentRecord(topologyId, epoch + 1, List.copyOf(others), names, rebalance, parallelism);
    }

    /** The next epoch of this, with these workers and at this point of a rebalance. */
    public AssignmentRecord with(List<WorkerPlan> others, RebalanceRecord now) {
        return new AssignmentRecord(topologyId, epoch + 1, List.copyOf(others), names, now, parallelism);
    }

    /** This, with the tasks of components on at most so many executors. */
    public AssignmentRecord under(Map<String, Integer> changed) {
        return new AssignmentRecord(topologyId, epoch, workers, names, rebalance, Map.copyOf(changed));
    }

    /** A worker that shall run, whether it counts yet or not. */
    public Optional<WorkerPlan> worker(String name) {
        return wanted().stream().filter(plan -> plan.worker().equals(name)).findFirst();
    }

    /** All workers that shall run: those that count, and those that will. */
    public List<WorkerPlan> wanted() {
        if (!rebalancing()) {
            return workers;
        }
        List<WorkerPlan> wanted = new ArrayList<>(workers);
        rebalance.next().stream().filter(plan -> !wanted.contains(plan)).forEach(wanted::add);
        return wanted;
    }

    /** Whether tasks are on their way. */
    public boolean rebalancing() {
        return rebalance != null && rebalance.phase().goesOn();
    }

    /** Whether spouts shall not emit, whatever their topology's status is. */
    public boolean pauses() {
        return rebalance != null && rebalance.phase().pauses();
    }

    /** Whether a worker shall not open its components as long as something may be left of others that have had its tasks. */
    public boolean holds(String worker) {
        return rebalancing() && rebalance.fresh().contains(worker);
    }

    /** The workers that count for this one: for a new one, those that will. */
    public List<WorkerPlan> workersFor(String worker) {
        return holds(worker) && rebalance.phase() != Phase.HANDOVER ? rebalance.next() : workers;
    }

    /** What counts for this worker of {@link #parallelism}: for a new one, what will count. */
    public Map<String, Integer> parallelismFor(String worker) {
        return holds(worker) ? rebalance.parallelism() : parallelism;
    }

    /** Where the tasks run with which this worker exchanges tuples. */
    public Routing routingFor(String worker) {
        return new Routing(workerOfTask(workersFor(worker)), nodeOfWorker(workersFor(worker)));
    }

    public Map<Integer, String> workerOfTask() {
        return workerOfTask(workers);
    }

    public Map<String, String> nodeOfWorker() {
        return nodeOfWorker(workers);
    }

    /** Whether workers need a transport, now or when the rebalance is done. */
    public boolean spansNodes() {
        return spansNodes(workers) || rebalancing() && spansNodes(rebalance.next());
    }

    public static boolean spansNodes(List<WorkerPlan> workers) {
        return workers.stream().map(WorkerPlan::node).distinct().count() > 1;
    }

    /** The number of the newest name that was ever given to a worker. */
    public int lastName() {
        return Stream.concat(wanted().stream(), rebalancing() ? rebalance.leaving().stream() : Stream.empty())
                .map(plan -> plan.worker().substring(1))
                .filter(number -> number.matches("[0-9]{1,9}"))
                .mapToInt(Integer::parseInt)
                .reduce(names, Math::max);
    }

    private static Map<Integer, String> workerOfTask(List<WorkerPlan> workers) {
        Map<Integer, String> workerOfTask = new TreeMap<>();
        workers.forEach(plan -> plan.tasks().forEach(task -> workerOfTask.put(task, plan.worker())));
        return workerOfTask;
    }

    private static Map<String, String> nodeOfWorker(List<WorkerPlan> workers) {
        Map<String, String> nodeOfWorker = new LinkedHashMap<>();
        workers.forEach(plan -> nodeOfWorker.put(plan.worker(), plan.node()));
        return nodeOfWorker;
    }
}

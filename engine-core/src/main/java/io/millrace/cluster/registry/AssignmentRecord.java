package io.millrace.cluster.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a topology's tasks run.
 *
 * @param epoch grows with every change
 */
public record AssignmentRecord(String topologyId, long epoch, List<WorkerPlan> workers) {

    public Optional<WorkerPlan> worker(String name) {
        return workers.stream().filter(plan -> plan.worker().equals(name)).findFirst();
    }

    public Map<Integer, String> workerOfTask() {
        Map<Integer, String> workerOfTask = new TreeMap<>();
        workers.forEach(plan -> plan.tasks().forEach(task -> workerOfTask.put(task, plan.worker())));
        return workerOfTask;
    }

    public Map<String, String> nodeOfWorker() {
        Map<String, String> nodeOfWorker = new LinkedHashMap<>();
        workers.forEach(plan -> nodeOfWorker.put(plan.worker(), plan.node()));
        return nodeOfWorker;
    }

    public boolean spansNodes() {
        return workers.stream().map(WorkerPlan::node).distinct().count() > 1;
    }
}

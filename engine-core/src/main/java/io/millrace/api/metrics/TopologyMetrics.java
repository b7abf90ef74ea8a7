package io.millrace.api.metrics;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a topology did so far, as its workers say; counts restart with a worker.
 *
 * @param completed all spout tasks have finished and no tree is under way
 * @param executors all threads of all workers
 * @param peers every worker and every one of another node that it met
 * @param edges every pair of tasks that a stream connects
 * @param stages where sampled tuples spent their time, in the order of the topology and of {@link Stage}
 * @param endToEnd from a tuple's intended emit time to the end of {@code execute} in a component without outputs
 * @param recentEndToEnd the same, of the last one to two seconds in which somebody asked
 */
public record TopologyMetrics(
        String topology,
        boolean completed,
        List<WorkerMetrics> workers,
        List<TaskMetrics> tasks,
        List<ExecutorMetrics> executors,
        List<PeerMetrics> peers,
        List<EdgeMetrics> edges,
        List<StageMetrics> stages,
        LinkCounts links,
        LatencySummary endToEnd,
        LatencySummary recentEndToEnd) {

    /** The sum of one component's counter, such as {@code sum("count", TaskMetrics::executed)}. */
    public long sum(String component, ToLongFunction<TaskMetrics> of) {
        return tasks.stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(of)
                .sum();
    }

    /** The sum of one of a component's own counters over its tasks. */
    public long counter(String component, String name) {
        return sum(component, task -> task.counters().getOrDefault(name, 0L));
    }
}

package io.millrace.cluster.client;

import io.millrace.api.metrics.WorkerMetrics;
import java.util.List;
import java.util.Map;

/**
 * All about one topology.
 *
 * @param problems why it does not run as it should, one line each: waits for a slot, a worker that cannot start
 * @param deaths of workers that were not to end, also of those that run again
 */
public record TopologyDescription(
        TopologyInfo info,
        long epoch,
        List<Part> components,
        List<WorkerMetrics> workers,
        List<Place> placement,
        Map<String, String> config,
        List<String> problems,
        List<WorkerDeath> deaths) {

    /**
     * One component.
     *
     * @param parallelism most executors that run its tasks, as it was submitted or a rebalance has set it
     * @param executors that run them, as many as the workers have for them; 0 before it is placed
     */
    public record Part(
            String id,
            String kind,
            int tasks,
            int parallelism,
            int executors,
            List<String> inputs,
            List<String> outputs) {}

    /** Where one task runs. */
    public record Place(int task, String component, String worker, String node) {}
}

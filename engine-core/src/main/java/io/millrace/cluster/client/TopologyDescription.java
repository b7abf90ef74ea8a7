package io.millrace.cluster.client;

import io.millrace.api.WorkerMetrics;
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

    /** One component. */
    public record Part(String id, String kind, int tasks, List<String> inputs, List<String> outputs) {}

    /** Where one task runs. */
    public record Place(int task, String component, String worker, String node) {}
}

package io.millrace.api.metrics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The engines of a topology.
 *
 * @param tasks the tasks that have engines, in the order of the topology
 */
public record TopologyEngines(String topology, List<EngineMetrics> tasks) {

    /** Reads the engines out of a topology's metrics. */
    public static TopologyEngines of(TopologyMetrics metrics) {
        Map<String, String> nodes = new HashMap<>();
        metrics.workers().forEach(worker -> nodes.put(worker.worker(), worker.node()));
        return new TopologyEngines(
                metrics.topology(),
                metrics.tasks().stream()
                        .filter(task -> task.gauges().containsKey(EngineMeterNames.ALL))
                        .map(task -> of(task, nodes.getOrDefault(task.worker(), "")))
                        .toList());
    }

    private static EngineMetrics of(TaskMetrics task, String node) {
        return new EngineMetrics(
                task.component(),
                task.task(),
                task.worker(),
                node,
                (int) gauge(task, EngineMeterNames.MIN),
                (int) gauge(task, EngineMeterNames.MAX),
                (int) gauge(task, EngineMeterNames.ALL),
                (int) gauge(task, EngineMeterNames.FREE),
                task.gauges().getOrDefault(EngineMeterNames.BUSY_SHARE, 0.0),
                task.timers().getOrDefault(EngineMeterNames.SERVICE, LatencySummary.NONE),
                gauge(task, EngineMeterNames.BY_TOKEN),
                gauge(task, EngineMeterNames.BY_QUEUE),
                counter(task, EngineMeterNames.STARTS),
                counter(task, EngineMeterNames.DEATHS),
                counter(task, EngineMeterNames.DEAD_MESSAGES));
    }

    private static long gauge(TaskMetrics task, String name) {
        return Math.round(task.gauges().getOrDefault(name, 0.0));
    }

    private static long counter(TaskMetrics task, String name) {
        return task.counters().getOrDefault(name, 0L);
    }
}

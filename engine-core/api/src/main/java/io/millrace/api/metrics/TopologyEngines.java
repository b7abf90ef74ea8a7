// SPDX-License-Identifier: Apache-2.0
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
                        .filter(task -> task.gauges().containsKey(EngineFigure.ALL.meter()))
                        .map(task -> of(task, nodes.getOrDefault(task.worker(), "")))
                        .toList());
    }

    private static EngineMetrics of(TaskMetrics task, String node) {
        return new EngineMetrics(
                task.component(),
                task.task(),
                task.worker(),
                node,
                Figures.of(EngineFigure.class, figure -> word(task, figure)),
                task.timers().getOrDefault(EngineMetrics.SERVICE, LatencySummary.NONE));
    }

    private static long word(TaskMetrics task, EngineFigure figure) {
        String name = figure.meter();
        double gauge = task.gauges().getOrDefault(name, 0.0);
        return figure.meaning().kind() == Figure.Kind.TOTAL
                ? task.counters().getOrDefault(name, 0L)
                : figure == EngineFigure.BUSY_SHARE ? Double.doubleToRawLongBits(gauge) : Math.round(gauge);
    }
}

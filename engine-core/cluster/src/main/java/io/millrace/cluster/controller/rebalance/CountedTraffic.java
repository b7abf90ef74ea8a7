// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.Topology;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.controller.placement.Placer;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.TaskPair;
import java.util.HashMap;
import java.util.Map;

/**
 * Mean rates since the start of each worker. Before the first message all connected pairs of tasks have the same
 * traffic.
 */
public final class CountedTraffic implements TrafficSource {

    private static final double NANOS_PER_SECOND = 1e9;

    /** The weight of an idle task, as it may not stay idle. A task that keeps a core busy weighs 1,000 more. */
    static final long IDLE_LOAD = 50;

    static final long CORE_LOAD = 1_000;

    public interface Metrics {
        TopologyMetrics of(TopologyView topology, ClusterView view);
    }

    private final Metrics metrics;

    public CountedTraffic(Metrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public Traffic of(TopologyView topology, Topology components, ClusterView view) {
        return of(metrics.of(topology, view), components);
    }

    static Traffic of(TopologyMetrics counted, Topology components) {
        Map<Integer, Double> secondsOfTask = new HashMap<>();
        Map<Integer, Long> load = new HashMap<>();
        Map<Integer, Long> executed = new HashMap<>();
        for (TaskMetrics task : counted.tasks()) {
            executed.put(task.task(), task.executed());
        }
        for (ExecutorMetrics executor : counted.executors()) {
            long lived = executor.get(ExecutorFigure.BUSY_NANOS)
                    + executor.get(ExecutorFigure.BACK_PRESSURED_NANOS)
                    + executor.get(ExecutorFigure.IDLE_NANOS);
            long calls = executor.tasks().stream()
                    .mapToLong(task -> executed.getOrDefault(task, 0L))
                    .sum();
            for (int task : executor.tasks()) {
                secondsOfTask.put(task, lived / NANOS_PER_SECOND);
                double share =
                        calls == 0 ? 1.0 / executor.tasks().size() : (double) executed.getOrDefault(task, 0L) / calls;
                double busy = lived == 0 ? 0 : (double) executor.get(ExecutorFigure.BUSY_NANOS) / lived;
                load.put(task, MonitoredTraffic.load(busy * share));
            }
        }
        Map<TaskPair, Long> messages = new HashMap<>();
        counted.edges().forEach(edge -> {
            double seconds = secondsOfTask.getOrDefault(edge.sourceTask(), 0.0);
            if (edge.messages() > 0 && seconds > 0 && edge.sourceTask() != edge.targetTask()) {
                messages.merge(
                        new TaskPair(edge.sourceTask(), edge.targetTask()),
                        Math.max(1, Math.round(edge.messages() / seconds)),
                        Long::sum);
            }
        });
        return messages.isEmpty()
                ? new Traffic(Placer.edges(components), Map.of(), false)
                : new Traffic(messages, load, true);
    }
}

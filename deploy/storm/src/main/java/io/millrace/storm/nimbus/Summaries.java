// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.nimbus;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.storm.graph.StormGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorSpecificStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.SpoutStats;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;

/**
 * Writes the metrics of a topology as Storm's Nimbus reports them. Stateless. Counts are those since the workers have
 * started, in each of Storm's periods.
 */
final class Summaries {

    private static final List<String> PERIODS = List.of(":all-time", "600", "10800", "86400");
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private Summaries() {}

    static TopologySummary summary(Submission submission) {
        TopologyMetrics metrics = submission.handle().metrics();
        int tasks = metrics.tasks().size();
        return new TopologySummary(
                submission.name(),
                submission.name(),
                tasks,
                tasks,
                metrics.workers().size(),
                uptimeSeconds(submission),
                submission.handle().status().name());
    }

    static TopologyInfo info(Submission submission) {
        TopologyMetrics metrics = submission.handle().metrics();
        StormGraph graph = new StormGraph(submission.topology());
        List<ExecutorSummary> executors = new ArrayList<>();
        for (TaskMetrics task : metrics.tasks()) {
            ExecutorSummary executor = new ExecutorSummary(
                    new ExecutorInfo(task.task(), task.task()),
                    task.component(),
                    String.valueOf(task.worker()),
                    0,
                    uptimeSeconds(submission));
            executor.set_stats(stats(task, graph, metrics.endToEnd()));
            executors.add(executor);
        }
        return new TopologyInfo(
                submission.name(),
                submission.name(),
                uptimeSeconds(submission),
                executors,
                submission.handle().status().name(),
                Map.of());
    }

    private static ExecutorStats stats(TaskMetrics task, StormGraph graph, LatencySummary endToEnd) {
        Map<String, Map<String, Long>> emitted = periods(Map.of("default", task.emitted()));
        return new ExecutorStats(emitted, emitted, specific(task, graph, endToEnd), 1.0);
    }

    private static ExecutorSpecificStats specific(TaskMetrics task, StormGraph graph, LatencySummary endToEnd) {
        if (graph.isSpout(task.component())) {
            return ExecutorSpecificStats.spout(new SpoutStats(
                    periods(Map.of("default", task.acked())),
                    periods(Map.of("default", task.failed())),
                    periods(Map.of("default", endToEnd.p50Nanos() / NANOS_PER_MILLI))));
        }
        GlobalStreamId input = graph.common(task.component()).get_inputs().keySet().stream()
                .findFirst()
                .orElse(new GlobalStreamId("none", "default"));
        Map<String, Map<GlobalStreamId, Double>> executeMillis =
                periods(Map.of(input, task.execute().p50Nanos() / NANOS_PER_MILLI));
        return ExecutorSpecificStats.bolt(new BoltStats(
                periods(Map.of(input, task.acked())),
                periods(Map.of(input, task.failed())),
                executeMillis,
                periods(Map.of(input, task.executed())),
                executeMillis));
    }

    private static <V> Map<String, V> periods(V value) {
        return Map.of(PERIODS.get(0), value, PERIODS.get(1), value, PERIODS.get(2), value, PERIODS.get(3), value);
    }

    private static int uptimeSeconds(Submission submission) {
        return (int) TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis() - submission.atMillis());
    }
}

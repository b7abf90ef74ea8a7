// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.stages;

import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The stages of a topology's sampled tuples.
 *
 * @param endToEnd the latency since the workers started
 * @param recentEndToEnd the latency of the last seconds
 * @param clockErrorNanos the error that times between nodes have because of clock offsets
 */
public record StageReport(
        String topology,
        LatencySummary endToEnd,
        LatencySummary recentEndToEnd,
        long clockErrorNanos,
        List<EdgeReport> edges) {

    /**
     * The stages of one edge.
     *
     * @param betweenNodes whether some of the edge's tuples went from one node to another
     */
    public record EdgeReport(
            String source, String stream, String target, boolean betweenNodes, List<StageShare> stages) {

        long samples() {
            return stages.stream()
                    .mapToLong(stage -> stage.latency().count())
                    .max()
                    .orElse(0);
        }
    }

    /**
     * One stage of the way.
     *
     * @param share of this stage's median in the sum of the medians of all stages of the edge; 0 if that is 0
     */
    public record StageShare(Stage stage, double share, LatencySummary latency) {}

    public static StageReport of(TopologyMetrics metrics) {
        Map<List<String>, List<StageMetrics>> byEdge = new LinkedHashMap<>();
        for (StageMetrics stage : metrics.stages()) {
            byEdge.computeIfAbsent(List.of(stage.source(), stage.stream(), stage.target()), edge -> new ArrayList<>())
                    .add(stage);
        }
        Set<List<String>> betweenNodes = betweenNodes(metrics);
        List<EdgeReport> edges = new ArrayList<>();
        byEdge.forEach((edge, stages) -> {
            EdgeReport report =
                    new EdgeReport(edge.get(0), edge.get(1), edge.get(2), betweenNodes.contains(edge), shares(stages));
            if (report.samples() > 0) {
                edges.add(report);
            }
        });
        return new StageReport(
                metrics.topology(), metrics.endToEnd(), metrics.recentEndToEnd(), metrics.clockErrorNanos(), edges);
    }

    /** Returns source, stream and target of the edges that join tasks on different nodes. */
    private static Set<List<String>> betweenNodes(TopologyMetrics metrics) {
        Map<String, String> nodeOfWorker = new HashMap<>();
        metrics.workers().forEach(worker -> nodeOfWorker.put(worker.worker(), worker.node()));
        Map<Integer, String> nodeOfTask = new HashMap<>();
        metrics.tasks().forEach(task -> nodeOfTask.put(task.task(), nodeOfWorker.get(task.worker())));
        Set<List<String>> found = new HashSet<>();
        for (EdgeMetrics edge : metrics.edges()) {
            String from = nodeOfTask.get(edge.sourceTask());
            String to = nodeOfTask.get(edge.targetTask());
            if (edge.messages() > 0 && from != null && to != null && !from.equals(to)) {
                found.add(List.of(edge.source(), edge.stream(), edge.target()));
            }
        }
        return found;
    }

    private static List<StageShare> shares(List<StageMetrics> stages) {
        double all =
                stages.stream().mapToLong(stage -> stage.latency().p50Nanos()).sum();
        return stages.stream()
                .map(stage ->
                        new StageShare(stage.stage(), all > 0 ? stage.latency().p50Nanos() / all : 0, stage.latency()))
                .toList();
    }
}

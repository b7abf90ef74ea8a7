package io.millrace.cli.stages;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the sampled tuples of a topology spent their time.
 *
 * @param endToEnd since the workers started
 * @param recentEndToEnd of the last seconds
 */
public record StageReport(
        String topology, LatencySummary endToEnd, LatencySummary recentEndToEnd, List<EdgeReport> edges) {

    /** One stream of a component on its way to another one. */
    public record EdgeReport(String source, String stream, String target, List<StageShare> stages) {

        /** How many tuples were sampled. */
        long samples() {
            return stages.stream()
                    .mapToLong(stage -> stage.latency().count())
                    .max()
                    .orElse(0);
        }
    }

    /**
     * One part of the way.
     *
     * @param share of this stage's median in the sum of the medians of all stages of the edge; 0 if that is 0
     */
    public record StageShare(Stage stage, double share, LatencySummary latency) {}

    /** Edges and stages in the order in which the metrics name them. */
    public static StageReport of(TopologyMetrics metrics) {
        Map<List<String>, List<StageMetrics>> byEdge = new LinkedHashMap<>();
        for (StageMetrics stage : metrics.stages()) {
            byEdge.computeIfAbsent(List.of(stage.source(), stage.stream(), stage.target()), edge -> new ArrayList<>())
                    .add(stage);
        }
        List<EdgeReport> edges = new ArrayList<>();
        byEdge.forEach((edge, stages) -> {
            EdgeReport report = new EdgeReport(edge.get(0), edge.get(1), edge.get(2), shares(stages));
            if (report.samples() > 0) {
                edges.add(report);
            }
        });
        return new StageReport(metrics.topology(), metrics.endToEnd(), metrics.recentEndToEnd(), edges);
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

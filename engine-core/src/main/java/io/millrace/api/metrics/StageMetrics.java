package io.millrace.api.metrics;

/**
 * How long sampled tuples of one stream took for one part of their way to one component, all tasks together.
 *
 * @param stream of the source component
 */
public record StageMetrics(String source, String stream, String target, Stage stage, LatencySummary latency) {}

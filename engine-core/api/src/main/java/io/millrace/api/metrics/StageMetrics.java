// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * The time that sampled tuples of one stream spent in one stage of their way to one component, over all its tasks.
 *
 * @param stream the stream of the source component
 */
public record StageMetrics(String source, String stream, String target, Stage stage, LatencySummary latency) {}

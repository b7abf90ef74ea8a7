// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.Stage;

/**
 * The times of sampled tuples of one stream for one stage of their way to the tasks of a component in one worker.
 *
 * @param latencies encoded HdrHistogram of nanoseconds, so that histograms of several workers can be added
 */
public record StageLatencies(String source, String stream, String target, Stage stage, byte[] latencies) {}

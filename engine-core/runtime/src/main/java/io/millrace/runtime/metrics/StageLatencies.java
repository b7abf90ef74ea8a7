package io.millrace.runtime.metrics;

import io.millrace.api.metrics.Stage;

/**
 * How long sampled tuples of one stream took for one stage of their way to the tasks of a component in one worker.
 *
 * @param latencies an encoded HdrHistogram of nanoseconds, so that those of several workers can be added
 */
public record StageLatencies(String source, String stream, String target, Stage stage, byte[] latencies) {}

package io.millrace.api.metrics;

/**
 * What one task sent to another one on one stream, since the source's worker started.
 *
 * @param stream of the source component
 * @param messages tuples
 * @param bytes of those that were encoded, because they left the worker; 0 within a worker
 */
public record EdgeMetrics(
        String source, int sourceTask, String stream, String target, int targetTask, long messages, long bytes) {}

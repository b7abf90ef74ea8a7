// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * Traffic from one task to another on one stream, since the source's worker was started.
 *
 * @param stream the stream of the source component
 * @param messages tuples sent
 * @param bytes encoded bytes sent; 0 between tasks of one worker, which encode nothing
 */
public record EdgeMetrics(
        String source, int sourceTask, String stream, String target, int targetTask, long messages, long bytes) {}

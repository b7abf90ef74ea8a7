// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * The engines of one task. Counts begin with the start of its worker; values are at most about a second old.
 *
 * @param node the node; empty if it is not known
 * @param service the time for which a message was in an engine
 */
public record EngineMetrics(
        String component, int task, String worker, String node, Figures<EngineFigure> figures, LatencySummary service) {

    /** The timer of a task that has {@link #service}. */
    public static final String SERVICE = "engines.service";

    public long get(EngineFigure figure) {
        return figures.get(figure);
    }
}

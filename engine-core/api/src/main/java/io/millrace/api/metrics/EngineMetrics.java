package io.millrace.api.metrics;

/**
 * The engines of one task. Counts are those since its worker was started; values are at most about a second old.
 *
 * @param node empty if it is not known
 * @param service how long a message was in an engine
 */
public record EngineMetrics(
        String component, int task, String worker, String node, Figures<EngineFigure> figures, LatencySummary service) {

    /** The timer of a task that has {@link #service}. */
    public static final String SERVICE = "engines.service";

    public long get(EngineFigure figure) {
        return figures.get(figure);
    }
}

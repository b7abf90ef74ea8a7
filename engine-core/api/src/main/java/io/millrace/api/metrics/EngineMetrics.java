package io.millrace.api.metrics;

/**
 * The engines of one task. Counts begin with the start of its worker; values are at most about a second old.
 *
 * @param node the node; empty if it is not known
 * @param min the least number of engines
 * @param max the greatest number of engines
 * @param all engines that are ready
 * @param free ready engines without a message
 * @param busyShare the share of the last second in which engines had a message, 0 to 1
 * @param service the time for which a message was in an engine
 * @param byToken messages for which an engine was free before they came
 * @param byQueue messages that had to wait for an engine at their source
 * @param starts engines that became ready
 * @param deaths engines that have died
 * @param deadMessages messages that were given up as engines died on them
 */
public record EngineMetrics(
        String component,
        int task,
        String worker,
        String node,
        int min,
        int max,
        int all,
        int free,
        double busyShare,
        LatencySummary service,
        long byToken,
        long byQueue,
        long starts,
        long deaths,
        long deadMessages) {}

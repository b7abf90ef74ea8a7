package io.millrace.api.metrics;

/**
 * The engines of one task. Counts are those since its worker was started; values are at most about a second old.
 *
 * @param node empty if it is not known
 * @param min engines that it has at least
 * @param max engines that it may have
 * @param all engines that are ready
 * @param free those of them without a message
 * @param busyShare share of their time that they had a message, 0 to 1, in the last second
 * @param service how long a message was in an engine
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

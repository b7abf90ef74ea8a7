package io.millrace.cluster.model;

import java.util.List;

/**
 * Which tasks of a topology talk how much, and what CPU they use: smoothed rates.
 *
 * @param measured false until there are figures: after a start, of a worker or the controller, for one to two intervals
 * @param intervalSeconds between measurements; each has half of the weight, all before it the other half
 * @param ageSeconds since the last measurement
 * @param components flows by pair of components
 * @param flows by pair of tasks; pairs that never sent are not in it
 */
public record TrafficReport(
        String topology,
        boolean measured,
        double intervalSeconds,
        double ageSeconds,
        List<ComponentFlow> components,
        List<Flow> flows,
        List<TaskLoad> tasks) {

    /** What lies between two tasks. */
    public enum Distance {
        /** They run on one thread. */
        EXECUTOR,
        /** Two threads of one process. */
        WORKER,
        /** Two processes of one node. */
        NODE,
        /** Two nodes. */
        REMOTE,
        /** One of them does not run, or no supervisor says where. */
        UNKNOWN
    }

    /** What the tasks of one component send to those of another; the shares, 0 to 1, are of the messages by distance. */
    public record ComponentFlow(
            String source,
            String target,
            double messagesPerSecond,
            double bytesPerSecond,
            double executorShare,
            double workerShare,
            double nodeShare,
            double remoteShare) {}

    /**
     * What one task sends to another, on all streams.
     *
     * @param bytesPerSecond of messages that were encoded, because they left the worker
     */
    public record Flow(
            String source,
            int sourceTask,
            String target,
            int targetTask,
            double messagesPerSecond,
            double bytesPerSecond,
            Distance distance) {}

    /**
     * What one task costs.
     *
     * @param executor position among the worker's executors, from 0
     * @param cpu processors that it keeps busy, such as 0.25
     */
    public record TaskLoad(int task, String component, String worker, String node, int executor, double cpu) {}
}

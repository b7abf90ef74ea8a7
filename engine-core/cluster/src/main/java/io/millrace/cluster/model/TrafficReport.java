// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.List;

/**
 * Smoothed rates of the messages between a topology's tasks, and their CPU use.
 *
 * @param measured whether there are figures; false for one to two intervals after the start of the workers or the
 *     controller
 * @param intervalSeconds the time between measurements, which is also the half-life of the averages
 * @param ageSeconds the time since the last measurement
 * @param components the flows by pair of components
 * @param flows the flows by pair of tasks; pairs without messages are not in it
 */
public record TrafficReport(
        String topology,
        boolean measured,
        double intervalSeconds,
        double ageSeconds,
        List<ComponentFlow> components,
        List<Flow> flows,
        List<TaskLoad> tasks) {

    public enum Distance {
        /** Both tasks run on one thread. */
        EXECUTOR,
        /** The tasks run on two threads of one process. */
        WORKER,
        /** The tasks run in two processes of one node. */
        NODE,
        /** The tasks run on two nodes. */
        REMOTE,
        /** The distance is not known: one of the tasks does not run, or no supervisor reports it. */
        UNKNOWN
    }

    /**
     * The flow from the tasks of one component to those of another. The shares, 0 to 1, are shares of the messages by
     * distance.
     */
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
     * The flow from one task to another, on all streams.
     *
     * @param bytesPerSecond the bytes of the messages that left the worker, and were therefore encoded
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
     * The CPU use of one task.
     *
     * @param executor the position among the worker's executors, from 0
     * @param cpu the processors that it keeps busy, such as 0.25
     */
    public record TaskLoad(int task, String component, String worker, String node, int executor, double cpu) {}
}

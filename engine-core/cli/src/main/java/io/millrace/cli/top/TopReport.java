// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.json.Inline;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.StuckSpout;
import java.util.List;

/**
 * The activity of a cluster in an interval.
 *
 * @param seconds length of the interval
 * @param workers number of workers of all shown topologies
 * @param workersUp the number of workers that have registered
 * @param missing requested topologies that no longer exist
 */
public record TopReport(
        String cluster,
        double seconds,
        int nodes,
        int workers,
        int workersUp,
        List<Topology> topologies,
        List<String> missing) {

    /** One topology. */
    public record Topology(
            String topology,
            Status status,
            @Inline Size size,
            @Inline Latency latency,
            @Inline Activity activity,
            @Inline Waiting waiting) {

        public List<Component> components() {
            return activity.components();
        }

        public List<Executor> executors() {
            return activity.executors();
        }
    }

    /** The numbers of workers and tasks of a topology. */
    public record Size(int workers, int workersUp, int tasks) {}

    /**
     * How long tuples of a topology take.
     *
     * @param endToEnd the latency of the last seconds
     * @param clockErrorNanos the error that {@code endToEnd} has because of clock offsets between nodes
     */
    public record Latency(LatencySummary endToEnd, long clockErrorNanos) {}

    /**
     * The activity of a topology.
     *
     * @param custom the components' own metrics
     */
    public record Activity(List<Component> components, List<Executor> executors, List<CustomMetric> custom) {}

    /**
     * The tuples that wait in a topology.
     *
     * @param stuckSpouts spout tasks that stand still because of their pending trees
     * @param eventTimes the event time of each task that has one
     * @param batches the batches of each task that executes batches
     * @param queues the queues of each task whose tuples wait for free tasks, or may do so
     */
    public record Waiting(
            List<SlowSubscriber> slowSubscribers,
            List<StuckSpout> stuckSpouts,
            List<EventTime> eventTimes,
            List<Batches> batches,
            List<Queue> queues) {}

    /**
     * One component, its tasks together; percentiles are those of the slowest task since its worker started.
     *
     * @param displayName the display name; empty if it has none
     * @param errors errors since the workers started
     * @param slowCalls slow calls since the workers started
     * @param capacity estimated share of the tasks' time that was spent in {@code execute}; 1 is all of it, and no more
     *     than their executors were busy
     */
    public record Component(
            String component,
            String displayName,
            int tasks,
            double executedPerSecond,
            double emittedPerSecond,
            double ackedPerSecond,
            double failedPerSecond,
            long errors,
            long slowCalls,
            long pending,
            long inbox,
            long outbox,
            LatencySummary queueWait,
            LatencySummary execute,
            double capacity) {}

    /**
     * The event time at one task.
     *
     * @param watermarkMillis the watermark since 1970; -1 if it is not known yet, {@link Long#MAX_VALUE} if all sources
     *     have finished
     * @param lagSeconds the lag behind the clock of the node; -1 if it is not known yet
     * @param heldByTask the task for which it waits; -1 for none
     * @param heldBy the component of that task; empty for none
     */
    public record EventTime(
            String component, int task, long watermarkMillis, double lagSeconds, int heldByTask, String heldBy) {

        boolean isKnown() {
            return watermarkMillis != -1;
        }

        boolean isEnded() {
            return watermarkMillis == Long.MAX_VALUE;
        }
    }

    /**
     * The batches of one task in the last second.
     *
     * @param intervalMillis the time for which a batch waits now
     * @param meanSize tuples of a batch; 0 if there was none
     * @param processingMillis mean time of a call; 0 if there was none
     * @param load share of the time that calls took
     */
    public record Batches(
            String component, int task, double intervalMillis, double meanSize, double processingMillis, double load) {}

    /**
     * The tuples that one task has emitted by firstIdle, and that wait for free tasks.
     *
     * @param headAgeSeconds the time for which the first tuple has waited
     * @param spilledBytes the bytes that are in files
     */
    public record Queue(
            String component, int task, double tuples, double headAgeSeconds, double bytes, double spilledBytes) {}

    /**
     * One executor; the shares of busy, back-pressured and idle time are of the interval and add up to 1, or are all 0
     * if nothing was measured.
     */
    public record Executor(
            String worker,
            int executor,
            List<Integer> tasks,
            double busy,
            double backPressured,
            double idle,
            double queueFill,
            double ringFill) {}
}

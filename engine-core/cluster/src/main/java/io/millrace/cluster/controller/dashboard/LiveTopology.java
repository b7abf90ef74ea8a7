// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.api.json.Inline;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.cluster.model.TopologyDescription.Findings;
import io.millrace.cluster.model.TopologyInfo;
import java.util.List;

/**
 * One topology in the latest interval. Rates are per second, shares from 0 to 1.
 *
 */
public record LiveTopology(
        TopologyInfo info,
        @Inline Interval interval,
        @Inline Latencies latencies,
        @Inline Graph graph,
        @Inline Running running,
        @Inline Stages inStages,
        @Inline Findings findings) {

    /**
     * The latest interval.
     *
     * @param atMillis its end, in milliseconds since 1970
     * @param seconds its length; 0 for the first one, which has no rates
     */
    public record Interval(long atMillis, double seconds, Totals totals) {}

    /**
     * End to end.
     *
     * @param latency the latency in the interval
     * @param latencySinceStart since the workers started
     * @param clockErrorNanos the error that latencies between nodes may have
     */
    public record Latencies(LatencySummary latency, LatencySummary latencySinceStart, long clockErrorNanos) {}

    /** Its components and their subscriptions. */
    public record Graph(List<Component> components, List<Edge> edges) {}

    /**
     * What runs it.
     *
     * @param traffic between pairs of workers, and inside each
     */
    public record Running(
            List<Worker> workers,
            List<WorkerTraffic> traffic,
            Shares shares,
            List<Executor> executors,
            List<Connection> connections) {}

    /**
     * Where sampled tuples spent their time.
     *
     * @param stages the stages in the interval, over all streams
     * @param edgeStages since the workers started
     */
    public record Stages(List<StageNow> stages, List<StageMetrics> edgeStages) {}

    /**
     * The topology as a whole.
     *
     * @param emitted tuples that its spouts emit
     * @param executed tuples that its bolts execute
     * @param acked trees
     * @param failed trees
     * @param pending trees
     * @param errors exceptions of components since the workers started
     */
    public record Totals(double emitted, double executed, double acked, double failed, long pending, long errors) {}

    /**
     * One component.
     *
     * @param kind spout or bolt
     * @param executors the executors that run its tasks
     * @param busy the share of its executors' time that its own tasks took
     * @param executorBusy the share of time for which the busiest of its executors worked, also for other components
     * @param backPressured the share of time for which the most back-pressured of its executors waited for room; 0
     *     without outputs
     * @param queueWait the queue wait of the slowest task since its worker started
     * @param execute the execute time of the slowest task since its worker started
     */
    public record Component(
            String id,
            String displayName,
            String kind,
            int tasks,
            int executors,
            double emitted,
            double executed,
            double acked,
            double failed,
            long errors,
            long slowCalls,
            long pending,
            long inbox,
            long outbox,
            double busy,
            double executorBusy,
            double backPressured,
            LatencySummary queueWait,
            LatencySummary execute) {}

    /**
     * A subscription of one component to another.
     *
     * @param grouping the grouping of the streams that connect them, with "; " between different ones
     * @param bytes the bytes of the messages that left their worker
     */
    public record Edge(String source, String target, String grouping, double messages, double bytes, Shares shares) {}

    /**
     * The shares of messages by kind of link.
     *
     * @param direct the share within an executor
     * @param queue the share within a worker, from one executor to another
     * @param ring the share within a node, from one worker to another
     * @param net the share between nodes
     */
    public record Shares(double direct, double queue, double ring, double net) {}

    /** One worker with its tasks. */
    public record Worker(String worker, String node, long pid, int starts, boolean up, double cpu, List<Task> tasks) {}

    /** @param cpu the processors that it keeps busy, such as 0.25 */
    public record Task(int task, String component, int executor, double cpu) {}

    /** The messages from one worker to another, or inside one. */
    public record WorkerTraffic(String from, String to, double messages, double bytes) {}

    /** One executor; busy, backPressured and idle add up to 1, or are all 0 if nothing was measured. */
    public record Executor(
            String worker,
            int executor,
            int tasks,
            double busy,
            double backPressured,
            double idle,
            long queued,
            long queueCapacity,
            long ringUsedBytes,
            long ringBytes,
            double ringFull,
            double ringSkips) {}

    /**
     * One connection to a worker of another node, as one end counts it.
     *
     * @param creditLimited the share of the interval in which something waited for credit
     * @param messagesPerWrite the mean number of messages in a write to the socket
     * @param drops messages that did not arrive, or may not have arrived, since they first connected
     * @param closes connections that ended
     */
    public record Connection(
            String worker,
            String peer,
            boolean connected,
            long rttNanos,
            long lastRttNanos,
            long windowBytes,
            long inFlightBytes,
            long queuedBytes,
            double creditLimited,
            double sent,
            double received,
            double sentBytes,
            double messagesPerWrite,
            double bytesPerWrite,
            long drops,
            long closes,
            String lastFailure) {}

    /** One stage in the interval. */
    public record StageNow(Stage stage, LatencySummary latency) {}
}

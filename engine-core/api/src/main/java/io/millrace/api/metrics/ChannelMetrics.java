package io.millrace.api.metrics;

import java.util.List;
import java.util.Map;

/**
 * A channel between two tasks in different regions. Counts begin at 0 when it is opened, as when a worker restarts or a task
 * moves.
 *
 * @param streams that it carries, each as {@code topology.geo.order} names it
 * @param source component of the source task
 * @param target component of the target task
 * @param order how tuples are delivered, as {@code topology.geo.order} has it; empty if the target's worker has not reported
 * @param model by which batches are chosen
 * @param objective for which they are chosen
 * @param batchEvents tuples in a batch
 * @param routesUsed how many routes batches go by
 * @param compressed whether they are compressed
 * @param reason of the last choice; empty before the first
 * @param eventsPerSecond that the source offers; 0 before the first choice
 * @param eventBytes of one of them before compression; 0 before the first choice
 * @param predictedNanos latency of the mean tuple, by the model; 0 before the first choice, -1 if the channel has not the capacity
 * @param predictedP99Nanos the same of 99 of 100 tuples
 * @param measuredNanos latency of the mean tuple lately; 0 if it is not known
 * @param measuredP99Nanos what the oldest tuple took in 99 of 100 batches lately; 0 if it is not known
 * @param reorderNanos how long batches waited for earlier ones lately, the mean
 * @param events tuples that were taken
 * @param batches that were made of them
 * @param resends batches that were sent again
 * @param keptBytes that wait for their acknowledgement
 * @param bytesPerSecond that left the region lately
 * @param moneyPerHour that was spent lately
 * @param money that was spent in all
 * @param dropped tuples that came too late, by cause
 */
public record ChannelMetrics(
        List<String> streams,
        String source,
        int sourceTask,
        String sourceWorker,
        String sourceRegion,
        String target,
        int targetTask,
        String targetWorker,
        String targetRegion,
        String order,
        String model,
        String objective,
        int batchEvents,
        int routesUsed,
        boolean compressed,
        String reason,
        double eventsPerSecond,
        double eventBytes,
        long predictedNanos,
        long predictedP99Nanos,
        long measuredNanos,
        long measuredP99Nanos,
        long reorderNanos,
        long events,
        long batches,
        long resends,
        long keptBytes,
        double bytesPerSecond,
        double moneyPerHour,
        double money,
        Map<String, Long> dropped,
        List<ChannelRoute> routes) {}

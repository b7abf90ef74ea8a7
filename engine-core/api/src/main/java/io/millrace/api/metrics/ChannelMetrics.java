package io.millrace.api.metrics;

import java.util.List;
import java.util.Map;

/**
 * A channel between two tasks in different regions. Counts begin at 0 when it is opened, as when a worker restarts or a
 * task moves.
 *
 * @param streams the streams that it carries, each as {@code topology.geo.order} names it
 * @param source component of the source task
 * @param target component of the target task
 * @param order the order of delivery, as {@code topology.geo.order} has it; empty if the target's worker has not
 *     reported
 * @param model the model by which batches are chosen
 * @param objective the objective for which they are chosen
 * @param batchEvents tuples in a batch
 * @param routesUsed the number of routes by which batches go
 * @param compressed whether batches are compressed
 * @param reason the reason of the last choice; empty before the first
 * @param eventsPerSecond the rate of the source in tuples per second; 0 before the first choice
 * @param eventBytes the bytes of one tuple before compression; 0 before the first choice
 * @param predictedNanos latency of the mean tuple, by the model; 0 before the first choice, -1 if the channel has not
 *     the capacity
 * @param predictedP99Nanos latency of 99 of 100 tuples, by the model
 * @param measuredNanos latency of the mean tuple lately; 0 if it is not known
 * @param measuredP99Nanos latency of the oldest tuple in 99 of 100 batches lately; 0 if it is not known
 * @param reorderNanos the mean time for which batches waited for earlier ones lately
 * @param events tuples that were taken
 * @param batches batches that were made of these tuples
 * @param resends batches that were sent again
 * @param keptBytes bytes that wait for their acknowledgement
 * @param bytesPerSecond the bytes that left the region lately
 * @param moneyPerHour the money that was spent lately
 * @param money the money that was spent in all
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

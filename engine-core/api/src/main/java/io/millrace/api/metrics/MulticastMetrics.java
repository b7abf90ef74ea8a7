package io.millrace.api.metrics;

import java.util.List;

/**
 * Copies that a task sends to several tasks of another region. Counts are of the channel by which they go once, and begin at 0 when
 * that is opened: when a worker starts, and when a task moves.
 *
 * @param source component of the source task
 * @param tasks that get copies
 * @param strategy {@code direct}: each gets a copy from the source by its own channel; {@code intermediate}: they go once to an
 *     entry, which copies them; {@code switching}: from one to the other
 * @param entries the routes by which they go once now, the entry's worker in their names; none if they do not
 * @param reason of the last decision; empty before the first
 * @param switches how often the strategy has changed, or the tasks have
 * @param batchEvents tuples in a batch
 * @param compressed whether batches are compressed
 * @param predictedNanos latency of the mean tuple, by the model; 0 if it is not known, -1 if the channel has not the capacity
 * @param measuredNanos latency of the mean tuple lately, at the slowest of the tasks; 0 if it is not known
 * @param events tuples that were taken, one for all tasks
 * @param batches that were made of them
 * @param resends batches that were sent again
 * @param keptBytes that wait for the acknowledgement of all tasks
 * @param bytesPerSecond that left the region lately
 * @param moneyPerHour that was spent lately
 * @param money that was spent in all
 */
public record MulticastMetrics(
        String source,
        int sourceTask,
        String sourceWorker,
        String sourceRegion,
        String targetRegion,
        List<Integer> tasks,
        String strategy,
        List<String> entries,
        String reason,
        long switches,
        int batchEvents,
        boolean compressed,
        long predictedNanos,
        long measuredNanos,
        long events,
        long batches,
        long resends,
        long keptBytes,
        double bytesPerSecond,
        double moneyPerHour,
        double money,
        List<ChannelRoute> routes) {}

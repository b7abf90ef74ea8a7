package io.millrace.api.metrics;

import java.util.List;

/**
 * Copies that a task sends to several tasks of another region. Counts are those of the channel to the entry, and begin
 * at 0 when it is opened: when a worker starts, and when a task moves.
 *
 * @param source component of the source task
 * @param tasks the tasks that get copies
 * @param strategy {@code direct}: each task gets its copy from the source by its own channel; {@code intermediate}:
 *     tuples go once to an entry, which copies them; {@code switching}: the strategy is being changed
 * @param entries the routes to the entry that are used now, the entry's worker in their names; empty with another
 *     strategy
 * @param reason the reason of the last decision; empty before the first
 * @param switches the number of changes of the strategy or the tasks
 * @param batchEvents tuples in a batch
 * @param compressed whether batches are compressed
 * @param predictedNanos latency of the mean tuple, by the model; 0 if it is not known, -1 if the channel has not the
 *     capacity
 * @param measuredNanos latency of the mean tuple lately, at the slowest of the tasks; 0 if it is not known
 * @param events tuples that were taken, one for all tasks
 * @param batches batches that were made of these tuples
 * @param resends batches that were sent again
 * @param keptBytes bytes that wait for the acknowledgement of all tasks
 * @param bytesPerSecond the bytes that left the region lately
 * @param moneyPerHour the money that was spent lately
 * @param money the money that was spent in all
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

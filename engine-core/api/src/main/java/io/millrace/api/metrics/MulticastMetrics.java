// SPDX-License-Identifier: Apache-2.0
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
        Figures<MulticastFigure> figures,
        List<ChannelRoute> routes) {

    /** Whether copies go once to an entry, now or soon. */
    public boolean isOnce() {
        return !strategy.equals("direct");
    }
}

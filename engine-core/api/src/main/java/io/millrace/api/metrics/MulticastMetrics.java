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

package io.millrace.runtime.geo;

import java.util.List;

/**
 * What a task reports that sends copies to several tasks of another region.
 *
 * @param tasks that get copies
 * @param strategy direct, intermediate or switching
 * @param reason of the last decision
 * @param switches how often the strategy, or what it goes to, has changed
 * @param sending the channel by which copies go once; null if there was none
 */
public record MulticastEnd(
        String source,
        int sourceTask,
        String sourceRegion,
        String targetRegion,
        List<Integer> tasks,
        String strategy,
        String reason,
        long switches,
        SendingEnd sending) {}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import java.util.List;

/**
 * The report of a task that sends copies to several tasks of another region.
 *
 * @param tasks tasks that get copies
 * @param strategy direct, intermediate or switching
 * @param reason reason of the last decision
 * @param switches number of changes of the strategy, or of the entries that it uses
 * @param sending channel by which copies go once; null if there was none
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

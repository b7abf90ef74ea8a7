// SPDX-License-Identifier: Apache-2.0
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
 * @param reason the reason of the last choice; empty before the first
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
        String reason,
        Figures<ChannelFigure> figures,
        Map<String, Long> dropped,
        List<ChannelRoute> routes) {}

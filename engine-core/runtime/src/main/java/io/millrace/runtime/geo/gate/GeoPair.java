// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.api.Subscription;
import io.millrace.api.config.StreamOrder;
import io.millrace.api.config.StreamOrders;
import io.millrace.runtime.link.SiteChannel;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;

/**
 * The two tasks of a channel between sites.
 *
 * @param streams streams that the target gets from the source
 */
record GeoPair(int channel, int sourceTask, int targetTask, String source, String target, List<String> streams) {

    static GeoPair of(int channel, TaskPlan tasks) {
        int source = SiteChannel.source(channel, tasks.taskCount());
        int target = SiteChannel.target(channel, tasks.taskCount());
        String component = tasks.componentOf(source);
        return new GeoPair(
                channel,
                source,
                target,
                component,
                tasks.componentOf(target),
                tasks.specOf(target).inputs().stream()
                        .filter(input -> input.source().equals(component))
                        .map(Subscription::stream)
                        .distinct()
                        .toList());
    }

    /** Returns the strictest of the orders of the streams, as they share a channel. */
    StreamOrder order(StreamOrders orders) {
        return streams.stream()
                .map(stream -> orders.of(source, stream))
                .reduce(StreamOrder::stricter)
                .orElse(StreamOrder.ORDERED);
    }
}

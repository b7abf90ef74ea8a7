// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cli.terminal.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A subscription to results that takes them too slowly, at one task.
 *
 * @param holding whether it has no room, and therefore holds the topology back
 * @param waiting tuples that it has not taken
 * @param dropped tuples that it has dropped since it began
 */
public record SlowSubscriber(
        String component, int task, String subscriber, boolean holding, long waiting, long dropped) {

    private static final String PREFIX = "subscriber.";
    private static final String HOLDING = ".holding";

    /** Returns the subscriptions that hold the topology back now, or have dropped tuples since the earlier reading. */
    static List<SlowSubscriber> of(Map<Integer, TaskMetrics> before, List<TaskMetrics> tasks) {
        List<SlowSubscriber> slow = new ArrayList<>();
        for (TaskMetrics task : tasks) {
            task.gauges().forEach((gauge, holding) -> {
                if (!gauge.startsWith(PREFIX) || !gauge.endsWith(HOLDING)) {
                    return;
                }
                String subscriber = gauge.substring(PREFIX.length(), gauge.length() - HOLDING.length());
                long dropped = value(task, subscriber, ".dropped");
                TaskMetrics earlier = before.get(task.task());
                boolean drops = earlier != null && dropped > value(earlier, subscriber, ".dropped");
                if (holding > 0 || drops) {
                    slow.add(new SlowSubscriber(
                            task.component(),
                            task.task(),
                            subscriber,
                            holding > 0,
                            value(task, subscriber, ".waiting"),
                            dropped));
                }
            });
        }
        return slow;
    }

    private static long value(TaskMetrics task, String subscriber, String what) {
        return task.gauges().getOrDefault(PREFIX + subscriber + what, 0.0).longValue();
    }

    String line() {
        return component + ", task " + task + ": subscriber '" + subscriber + "' "
                + (holding
                        ? "holds the topology back, " + Format.count(waiting) + " wait"
                        : "is too slow, " + Format.count(dropped) + " dropped");
    }
}

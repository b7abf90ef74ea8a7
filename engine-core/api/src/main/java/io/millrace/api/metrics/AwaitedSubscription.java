// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A results bolt without a subscription, while tuples wait there for the first subscription: they hold back the sources
 * of the bolt.
 *
 * @param seconds the time for which the first tuple has waited, 5 at least
 */
public record AwaitedSubscription(String component, long seconds) {

    /**
     * The gauge of a task of the bolt with the seconds for which a tuple has waited for a subscription; 0 if no tuple
     * has waited for long.
     */
    public static final String SECONDS = "subscription.awaited.seconds";

    /** Finds the awaited subscriptions among all tasks of a topology, by their gauges. */
    public static List<AwaitedSubscription> of(List<TaskMetrics> tasks) {
        Map<String, Long> longest = new TreeMap<>();
        tasks.forEach(task -> {
            long seconds = Math.round(task.gauges().getOrDefault(SECONDS, 0.0));
            if (seconds > 0) {
                longest.merge(task.component(), seconds, Math::max);
            }
        });
        return longest.entrySet().stream()
                .map(bolt -> new AwaitedSubscription(bolt.getKey(), bolt.getValue()))
                .toList();
    }

    /** Returns the message in one line, with the remedy. */
    public String line() {
        return "results of '" + component + "' have waited for a subscription for " + seconds
                + " s, and hold back what feeds it: subscribe by RunningTopology.results(\"" + component
                + "\"), or drop them by Bolts.results().discarding()";
    }
}

package io.millrace.runtime.task;

import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.TopologyKeys;

/**
 * The settings of a task: those of the topology, overridden by those of its component.
 *
 * @param tracked whether trees are tracked
 * @param covered whether a tuple is acked when a snapshot covers it
 * @param inbox tuples that may wait before the task is paused
 * @param inboxBytes bytes that may wait before the task is paused
 * @param commands of other threads that may wait
 * @param detailed whether latencies and the traffic between tasks are measured
 */
public record TaskSettings(
        boolean tracked,
        boolean covered,
        long messageTimeoutNanos,
        int maxSpoutPending,
        int inbox,
        long inboxBytes,
        int commands,
        boolean detailed,
        ErrorPolicy onError) {

    /** @param config of the topology, overridden by the component's own settings */
    public static TaskSettings of(Config config) {
        return new TaskSettings(
                config.get(TopologyKeys.GUARANTEE) == Guarantee.AT_LEAST_ONCE,
                config.get(TopologyKeys.GUARANTEE) == Guarantee.EXACTLY_ONCE,
                config.get(TopologyKeys.MESSAGE_TIMEOUT).toNanos(),
                config.get(TopologyKeys.MAX_SPOUT_PENDING),
                config.get(TopologyKeys.INBOX),
                config.get(TopologyKeys.INBOX_BYTES),
                config.get(TopologyKeys.COMMANDS),
                config.get(TopologyKeys.METRICS) == MetricsDetail.FULL,
                config.get(TopologyKeys.ON_ERROR));
    }
}

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
 * @param maxSpoutPendingBytes most bytes of pending trees; {@link #NO_BOUND} if there is no bound
 * @param inbox number of tuples that may wait before the task is paused
 * @param inboxBytes number of bytes that may wait before the task is paused
 * @param views whether long values may stay in the ring
 * @param commands number of commands of other threads that may wait
 * @param detailed whether latencies and the traffic between tasks are measured
 */
public record TaskSettings(
        boolean tracked,
        boolean covered,
        long messageTimeoutNanos,
        int maxSpoutPending,
        long maxSpoutPendingBytes,
        int inbox,
        long inboxBytes,
        boolean views,
        int commands,
        boolean detailed,
        ErrorPolicy onError) {

    static final long NO_BOUND = Long.MAX_VALUE;

    private static final long LEAST_NO_BOUND = 1L << 40;

    private static long pendingBytes(long bound) {
        return bound >= LEAST_NO_BOUND ? NO_BOUND : bound;
    }

    /** @param config configuration of the topology, overridden by the component's own settings */
    public static TaskSettings of(Config config) {
        return new TaskSettings(
                config.get(TopologyKeys.GUARANTEE) == Guarantee.AT_LEAST_ONCE,
                config.get(TopologyKeys.GUARANTEE) == Guarantee.EXACTLY_ONCE,
                config.get(TopologyKeys.MESSAGE_TIMEOUT).toNanos(),
                config.get(TopologyKeys.MAX_SPOUT_PENDING),
                pendingBytes(config.get(TopologyKeys.MAX_SPOUT_PENDING_BYTES)),
                config.get(TopologyKeys.INBOX),
                config.get(TopologyKeys.INBOX_BYTES),
                config.get(TopologyKeys.VIEWS),
                config.get(TopologyKeys.COMMANDS),
                config.get(TopologyKeys.METRICS) == MetricsDetail.FULL,
                config.get(TopologyKeys.ON_ERROR));
    }
}

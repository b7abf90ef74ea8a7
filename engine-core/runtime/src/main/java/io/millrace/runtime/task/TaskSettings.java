// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.TopologyKeys;

/**
 * The settings of a task: those of the topology, overridden by those of its component.
 *
 * @param inbox number of tuples that may wait before the task is paused
 * @param commands number of commands of other threads that may wait
 * @param pollNanos the longest time from a call of a spout that found nothing to the next one
 * @param views whether long values may stay in the ring
 * @param detailed whether latencies and the traffic between tasks are measured
 */
public record TaskSettings(
        Trees trees, Bound inbox, int commands, long pollNanos, boolean views, boolean detailed, ErrorPolicy onError) {

    /**
     * What a spout keeps of its tuples until it knows what became of them.
     *
     * @param pending tuples of one task
     */
    public record Trees(Guarantee guarantee, long timeoutNanos, Bound pending) {}

    /** A bound of tuples and one of their bytes; {@link #NO_BOUND} bytes if these have none. */
    public record Bound(int tuples, long bytes) {}

    static final long NO_BOUND = Long.MAX_VALUE;

    private static final long LEAST_NO_BOUND = 1L << 40;

    private static long pendingBytes(long bound) {
        return bound >= LEAST_NO_BOUND ? NO_BOUND : bound;
    }

    /** @param config configuration of the topology, overridden by the component's own settings */
    public static TaskSettings of(Config config) {
        return new TaskSettings(
                new Trees(
                        config.get(TopologyKeys.GUARANTEE),
                        config.get(TopologyKeys.MESSAGE_TIMEOUT).toNanos(),
                        new Bound(
                                config.get(TopologyKeys.MAX_SPOUT_PENDING),
                                pendingBytes(config.get(TopologyKeys.MAX_SPOUT_PENDING_BYTES)))),
                new Bound(config.get(TopologyKeys.INBOX), config.get(TopologyKeys.INBOX_BYTES)),
                config.get(TopologyKeys.COMMANDS),
                config.get(TopologyKeys.SPOUT_POLL).toNanos(),
                config.get(TopologyKeys.VIEWS),
                config.get(TopologyKeys.METRICS) == MetricsDetail.FULL,
                config.get(TopologyKeys.ON_ERROR));
    }

    /** Whether trees are tracked. */
    public boolean tracked() {
        return trees.guarantee() == Guarantee.AT_LEAST_ONCE;
    }

    /** Whether a tuple is acked when a snapshot covers it. */
    public boolean covered() {
        return trees.guarantee() == Guarantee.EXACTLY_ONCE;
    }
}

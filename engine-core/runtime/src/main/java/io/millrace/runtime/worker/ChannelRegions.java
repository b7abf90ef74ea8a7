// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.GeoMode;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.link.SiteChannel;

/**
 * The rule between which regions the streams of a topology go by channels; by connections between all others. It only
 * depends on what all workers of the topology have in common, so both ends of a stream follow it. Immutable.
 *
 * @param tasks number of the topology's tasks, with those that are dormant
 * @param near regions between which {@link GeoMode#AUTO} has no channels
 */
public record ChannelRegions(GeoMode mode, int tasks, NearRegions near) {

    /** The most tasks of a topology with channels, as each pair of tasks has a number. */
    public static final int MOST_TASKS = SiteChannel.MOST_TASKS;

    /** The shortest round trip between regions for which {@link GeoMode#AUTO} has channels. */
    public static final int LEAST_ROUND_TRIP_MILLIS = 5;

    public static ChannelRegions of(Config config, int tasks, NearRegions near) {
        return new ChannelRegions(config.get(TopologyKeys.GEO), tasks, near);
    }

    /** Returns whether regions with this measured round trip are near each other. */
    public static boolean isNear(double roundTripMillis) {
        return roundTripMillis < LEAST_ROUND_TRIP_MILLIS;
    }

    /** Returns this rule for other near regions. */
    public ChannelRegions with(NearRegions others) {
        return new ChannelRegions(mode, tasks, others);
    }

    /** Returns whether there may be channels: a topology with too many tasks has none. */
    public boolean areThere() {
        return mode != GeoMode.OFF && tasks <= MOST_TASKS;
    }

    /**
     * Returns whether streams between tasks in these regions go by channels.
     *
     * @param one region; empty if it is not known, as that of a worker of an earlier version, which knows no channels
     */
    public boolean link(String one, String other) {
        return areThere()
                && !one.isEmpty()
                && !other.isEmpty()
                && !one.equals(other)
                && (mode == GeoMode.ON || near.between(one, other).isEmpty());
    }
}

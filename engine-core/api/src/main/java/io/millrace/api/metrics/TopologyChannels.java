// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;

/**
 * The channels between the regions of a topology.
 *
 * @param channels the channels in the order of their tasks
 * @param multicasts copies that several tasks of another region get, in the order of their source tasks
 * @param note the regions between which there are no channels and the reason, in one line; empty if there are channels
 *     between all regions with workers
 */
public record TopologyChannels(
        String topology, List<ChannelMetrics> channels, List<MulticastMetrics> multicasts, String note) {

    public TopologyChannels {
        // A controller of an earlier version does not report them
        multicasts = multicasts == null ? List.of() : multicasts;
        note = note == null ? "" : note;
    }

    /** Makes channels of which nothing is to be said. */
    public TopologyChannels(String topology, List<ChannelMetrics> channels, List<MulticastMetrics> multicasts) {
        this(topology, channels, multicasts, "");
    }
}

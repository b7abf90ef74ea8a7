// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;

/**
 * The channels between the regions of a topology.
 *
 * @param channels the channels in the order of their tasks
 * @param multicasts copies that several tasks of another region get, in the order of their source tasks
 */
public record TopologyChannels(String topology, List<ChannelMetrics> channels, List<MulticastMetrics> multicasts) {

    public TopologyChannels {
        // A controller of an earlier version does not report them
        multicasts = multicasts == null ? List.of() : multicasts;
    }
}

package io.millrace.api.metrics;

import java.util.List;

/**
 * The channels between the regions of a topology.
 *
 * @param channels in the order of their tasks
 */
public record TopologyChannels(String topology, List<ChannelMetrics> channels) {}

package io.millrace.api.metrics;

import java.util.List;

/**
 * What the channels between the regions of a topology could be set to.
 *
 * @param channels in the order of their tasks; those of which nothing was measured yet are left out
 */
public record TopologyAlternatives(String topology, List<ChannelAlternatives> channels) {}

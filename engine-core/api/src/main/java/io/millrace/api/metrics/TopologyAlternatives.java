// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;

/**
 * The settings that the channels between the regions of a topology could have.
 *
 * @param channels the channels in the order of their tasks; channels without measurements are left out
 */
public record TopologyAlternatives(String topology, List<ChannelAlternatives> channels) {}

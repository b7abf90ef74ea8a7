// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.transport.geo.GeoSender;

/** The sending end of a channel for several tasks, with the number of the channel at its receivers. */
public record MulticastChannelEnd(GeoSender sender, int channel, long epoch) {}

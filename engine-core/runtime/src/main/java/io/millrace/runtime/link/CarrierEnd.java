package io.millrace.runtime.link;

import io.millrace.transport.geo.GeoSender;

/** The sending end of a channel by which copies go once, which has this number at its receivers. */
public record CarrierEnd(GeoSender sender, int channel, long epoch) {}

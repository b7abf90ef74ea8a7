// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import java.util.List;
import java.util.stream.Stream;

/** The ends of channels in one worker. */
public record ChannelEnds(List<SendingEnd> sending, List<ReceivingEnd> receiving, List<MulticastEnd> multicasts) {

    public static final ChannelEnds NONE = new ChannelEnds(List.of(), List.of(), List.of());

    public ChannelEnds {
        // A worker of an earlier version does not report multicasts
        multicasts = multicasts == null ? List.of() : multicasts;
    }

    /** Returns these ends and others. */
    public ChannelEnds plus(ChannelEnds others) {
        return new ChannelEnds(
                Stream.concat(sending.stream(), others.sending.stream()).toList(),
                Stream.concat(receiving.stream(), others.receiving.stream()).toList(),
                Stream.concat(multicasts.stream(), others.multicasts.stream()).toList());
    }
}

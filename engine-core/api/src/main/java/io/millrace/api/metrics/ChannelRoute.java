// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * One route of a channel between regions.
 *
 * @param name the name: {@code direct}, or the way by a relay
 */
public record ChannelRoute(String name, Figures<RouteFigure> figures) {

    /** Whether batches go by it now. */
    public boolean used() {
        return figures.is(RouteFigure.USED);
    }

    /** Returns the bytes of what went by it, with what the transport adds. */
    public long bytes() {
        return figures.get(RouteFigure.BYTES);
    }
}

package io.millrace.api.metrics;

/**
 * One way of a channel between regions.
 *
 * @param name {@code direct}, or how it leads
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

package io.millrace.api.metrics;

/**
 * One route of a channel between regions.
 *
 * @param name the name: {@code direct}, or the way by a relay
 * @param usable whether the route is up and its batches are acknowledged
 * @param used whether batches go by the route now
 * @param bytesPerSecond the measured rate of the route
 * @param delayNanos the delay of one way without queues; 0 if it is not known
 * @param jitterNanos the mean deviation of the round trip
 * @param loss the part of its batches that it has lost lately
 * @param share the part of the channel's bytes that went by it lately
 * @param batches batches that went by it
 * @param bytes bytes of these batches, with what the transport adds
 * @param lost batches that it has lost
 */
public record ChannelRoute(
        String name,
        boolean usable,
        boolean used,
        double bytesPerSecond,
        long delayNanos,
        long jitterNanos,
        double loss,
        double share,
        long batches,
        long bytes,
        long lost) {}

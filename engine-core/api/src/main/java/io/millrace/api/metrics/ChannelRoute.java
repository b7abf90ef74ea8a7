package io.millrace.api.metrics;

/**
 * One way of a channel between regions.
 *
 * @param name {@code direct}, or how it leads
 * @param usable whether it is up and was heard of
 * @param used whether batches go by it now
 * @param bytesPerSecond what it carries at most, as measured
 * @param delayNanos one way without queues; 0 if it is not known
 * @param jitterNanos mean deviation of its round trip
 * @param loss which part of its batches it has not brought lately
 * @param share which part of the channel's bytes went by it lately
 * @param batches that went by it
 * @param bytes of these, with what the transport adds
 * @param lost batches that it has not brought
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

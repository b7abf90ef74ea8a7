// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/**
 * Counters and estimates of a route.
 *
 * @param usable whether the route is up and its batches are acknowledged
 * @param active whether the route helps, as far as is known
 * @param used whether batches go by the route now
 * @param batches batches that were sent by it
 * @param bytes bytes of these batches, with what the transport adds
 * @param lost batches that it has lost
 * @param underWayBytes bytes of the batches in flight, as far as is known
 */
public record RouteCounters(
        String name,
        boolean usable,
        boolean active,
        boolean used,
        long batches,
        long bytes,
        long lost,
        long underWayBytes,
        double bytesPerSecond,
        long delayNanos,
        long jitterNanos) {}

package io.millrace.api.metrics;

import java.util.Map;

/**
 * What passed between one worker and one of another node, since they first met. Each value is exact, the set is not taken at one
 * instant.
 *
 * @param worker who counts
 * @param peer the other one
 * @param connected whether tuples can leave for it now
 * @param rttNanos the shortest round trip seen lately, 0 if unknown
 * @param lastRttNanos the latest round trip, with the queues that it met, 0 if unknown
 * @param windowBytes what the peer lets be under way, all its tasks together
 * @param inFlightBytes sent and, as far as is known, not yet consumed
 * @param queuedBytes waiting to be sent
 * @param creditLimitedNanos for how long something waited for the peer to consume what it has
 * @param connectedNanos for how long there was a connection
 * @param sentMessages tuples and control messages
 * @param sentControls of these, acks and other control messages
 * @param receivedMessages what the peer sent here
 * @param receivedControls of these, control messages
 * @param refusedOffers how often a task found no room
 * @param writes calls that wrote to the socket
 * @param largestWriteBytes what the largest of them wrote
 * @param lingers how often a write waited for more, see {@code topology.transport.latency.budget}
 * @param dials attempts to connect
 * @param connections those that were accepted
 * @param lastFailure why the last attempt or connection ended, empty if none did
 * @param drops messages that did not arrive, or may not have, by cause
 * @param refusals hand-shakes that the peer refused, by cause
 * @param closes connections that ended, by cause
 */
public record PeerMetrics(
        String worker,
        String peer,
        boolean connected,
        long rttNanos,
        long lastRttNanos,
        long windowBytes,
        long inFlightBytes,
        long queuedBytes,
        long creditLimitedNanos,
        long connectedNanos,
        long sentMessages,
        long sentControls,
        long sentBytes,
        long receivedMessages,
        long receivedControls,
        long receivedBytes,
        long refusedOffers,
        long writes,
        long largestWriteBytes,
        long lingers,
        long dials,
        long connections,
        String lastFailure,
        Map<String, Long> drops,
        Map<String, Long> refusals,
        Map<String, Long> closes) {

    /** The share of connected time in which something waited for credit, 0 to 1. */
    public double creditLimitedShare() {
        return connectedNanos == 0 ? 0 : (double) creditLimitedNanos / connectedNanos;
    }

    public double meanWriteBytes() {
        return writes == 0 ? 0 : (double) sentBytes / writes;
    }
}

package io.millrace.transport;

import java.util.Map;

/**
 * What happened on the way to one peer, since {@link Transport#connect}. A snapshot: each value is exact, the set is not
 * taken at one instant.
 *
 * @param connected whether messages can leave now
 * @param rttNanos the shortest round trip seen lately, 0 if unknown
 * @param windowBytes the sum of the channels' credit windows, as the peer last granted them
 * @param inFlightBytes sent and, as far as is known, not yet consumed
 * @param queuedBytes in the outgoing buffers
 * @param creditLimitedNanos for how long at least one channel had something to send and no credit
 * @param connectedNanos for how long there was a connection
 * @param refusedOffers offers that found no room
 * @param flushes how often a batch was handed to the socket
 * @param largestBatchBytes the largest of them
 * @param dials connection attempts
 * @param connections handshakes that were accepted
 * @param lastFailure why the last attempt or connection ended, empty if none did
 */
public record PeerCounters(
        boolean connected,
        long rttNanos,
        long windowBytes,
        long inFlightBytes,
        long queuedBytes,
        long creditLimitedNanos,
        long connectedNanos,
        long sentMessages,
        long sentControls,
        long sentBytes,
        long refusedOffers,
        long flushes,
        long largestBatchBytes,
        long dials,
        long connections,
        String lastFailure,
        Map<DropCause, Long> drops,
        Map<RefusalCause, Long> refusals,
        Map<CloseCause, Long> closes) {

    /** The share of connected time in which a channel waited for credit, 0 to 1. */
    public double creditLimitedShare() {
        return connectedNanos == 0 ? 0 : (double) creditLimitedNanos / connectedNanos;
    }

    public double meanBatchBytes() {
        return flushes == 0 ? 0 : (double) sentBytes / flushes;
    }
}

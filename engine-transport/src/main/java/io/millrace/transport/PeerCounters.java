package io.millrace.transport;

import java.util.Map;

/**
 * Counters of the way to one peer, since {@link Transport#connect}. A snapshot: each value is exact, the set is not
 * taken at one instant.
 *
 * @param connected whether messages can leave now
 * @param rttNanos the shortest round trip seen lately, 0 if unknown
 * @param lastRttNanos the latest round trip, queues included, 0 if unknown
 * @param clockOffsetNanos the worker's nanosecond clock minus this one, as its messages are converted, 0 if unknown
 * @param clockErrorNanos by how much the true offset may differ, 0 if the offset is unknown
 * @param windowBytes the sum of the channels' credit windows, as the peer last granted them
 * @param inFlightBytes bytes that were sent and, as far as is known, not yet consumed
 * @param queuedBytes bytes in the outgoing buffers
 * @param creditLimitedNanos for how long at least one channel had something to send and no credit
 * @param connectedNanos for how long there was a connection
 * @param apartNanos for how long there has been none, 0 if there is one
 * @param sentBytes bytes that went to the socket, heads of frames included
 * @param receivedMessages messages that the same worker sent here, over the connection that it made, priority lane
 *     included
 * @param receivedControls those of these messages that came in the priority lane
 * @param receivedBytes bytes of the frames of these messages
 * @param untimedMessages messages received before the clock offset was known, so that their times cannot be converted
 * @param refusedOffers offers that found no room
 * @param flushes how often a batch was handed to the socket
 * @param sentFrames frames of messages in all batches
 * @param largestBatchBytes bytes of the largest batch
 * @param lingers how often a write waited for more, see {@link TransportConfig.Messages#latencyBudget()}
 * @param dials connection attempts
 * @param connections connections whose handshake was accepted
 * @param lastFailure why the last attempt or connection ended, empty if none failed
 */
public record PeerCounters(
        boolean connected,
        long rttNanos,
        long lastRttNanos,
        long clockOffsetNanos,
        long clockErrorNanos,
        long windowBytes,
        long inFlightBytes,
        long queuedBytes,
        long creditLimitedNanos,
        long connectedNanos,
        long apartNanos,
        long sentMessages,
        long sentControls,
        long sentBytes,
        long receivedMessages,
        long receivedControls,
        long receivedBytes,
        long untimedMessages,
        long refusedOffers,
        long flushes,
        long sentFrames,
        long largestBatchBytes,
        long lingers,
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
}

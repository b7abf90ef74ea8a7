package io.millrace.api.metrics;

import java.util.Map;

/**
 * Traffic between one worker and a worker on another node, since they first connected. The values are read one after
 * the other, so they are exact but not of the same instant.
 *
 * @param worker the worker that counts
 * @param peer the other worker
 * @param connected whether tuples can be sent now
 * @param rttNanos shortest recent round trip, 0 if unknown
 * @param lastRttNanos latest round trip, including queues, 0 if unknown
 * @param clockOffsetNanos the peer's nanosecond clock minus this worker's, by which times in its tuples are converted;
 *     0 if unknown
 * @param clockErrorNanos by how much the true offset may differ, 0 if the offset is unknown
 * @param windowBytes credit window that the peer grants, summed over its tasks
 * @param inFlightBytes bytes sent and not yet known to be consumed
 * @param queuedBytes bytes waiting to be sent
 * @param creditLimitedNanos time in which something waited for credit
 * @param connectedNanos time in which there was a connection
 * @param apartNanos time without a connection until now, 0 if there is one
 * @param sentMessages tuples and control messages sent
 * @param sentControls acks and other control messages among {@code sentMessages}
 * @param sentBytes all bytes written to the socket
 * @param receivedMessages tuples and control messages received
 * @param receivedControls control messages among {@code receivedMessages}
 * @param receivedBytes frames of messages received
 * @param untimedMessages messages received before the clock offset was known; latencies of such tuples are not recorded
 * @param refusedOffers the number of times that a task found no room
 * @param writes system calls that wrote to the socket
 * @param largestWriteBytes bytes of the largest of these writes
 * @param lingers writes that waited for more data, see {@code topology.transport.latency.budget}
 * @param dials attempts to connect
 * @param connections attempts that were accepted
 * @param lastFailure why the latest attempt or connection failed, empty if none did
 * @param drops messages that did not arrive, or may not have arrived, by cause
 * @param refusals handshakes that the peer refused, by cause
 * @param closes connections that ended, by cause
 */
public record PeerMetrics(
        String worker,
        String peer,
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
        long writes,
        long largestWriteBytes,
        long lingers,
        long dials,
        long connections,
        String lastFailure,
        Map<String, Long> drops,
        Map<String, Long> refusals,
        Map<String, Long> closes) {

    /** Returns the share of the connected time in which something waited for credit, 0 to 1. */
    public double creditLimitedShare() {
        return connectedNanos == 0 ? 0 : (double) creditLimitedNanos / connectedNanos;
    }

    /** Returns one line about a connection that is down. */
    String brokenLine() {
        String why =
                !lastFailure.isEmpty() ? lastFailure : dials == 0 ? "it was not dialled yet" : "it is being dialled";
        return "worker " + worker + " has no connection to worker " + peer + ": " + why;
    }

    public double meanWriteBytes() {
        return writes == 0 ? 0 : (double) sentBytes / writes;
    }
}

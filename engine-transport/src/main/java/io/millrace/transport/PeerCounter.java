// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

/** The counters of the way to one peer, since {@link Transport#connect}. */
public enum PeerCounter {
    /** 1 if messages can leave now. */
    CONNECTED,
    /** The shortest round trip seen lately, 0 if unknown. */
    RTT_NANOS,
    /** The latest round trip, queues included, 0 if unknown. */
    LAST_RTT_NANOS,
    /** The worker's nanosecond clock minus this one, as its messages are converted, 0 if unknown. */
    CLOCK_OFFSET_NANOS,
    /** By how much the true offset may differ, 0 if the offset is unknown. */
    CLOCK_ERROR_NANOS,
    /** The sum of the channels' credit windows, as the peer last granted them. */
    WINDOW_BYTES,
    /** Sent and, as far as is known, not yet consumed. */
    IN_FLIGHT_BYTES,
    /** In the outgoing buffers. */
    QUEUED_BYTES,
    /** The time in which at least one channel had something to send and no credit. */
    CREDIT_LIMITED_NANOS,
    /** The time in which there was a connection. */
    CONNECTED_NANOS,
    /** The messages sent, priority lane included. */
    SENT_MESSAGES,
    /** The messages among those sent that took the priority lane. */
    SENT_CONTROLS,
    /** The bytes that went to the socket, heads of frames included. */
    SENT_BYTES,
    /** The messages that the same worker sent here, over the connection that it made, priority lane included. */
    RECEIVED_MESSAGES,
    /** The messages among those received that took the priority lane. */
    RECEIVED_CONTROLS,
    /** The bytes of the frames of these messages. */
    RECEIVED_BYTES,
    /** The messages received before the clock offset was known, so that their times cannot be converted. */
    UNTIMED_MESSAGES,
    /** The offers that found no room. */
    REFUSED_OFFERS,
    /** The number of batches that were handed to the socket. */
    WRITES,
    /** The largest of these batches. */
    LARGEST_WRITE_BYTES,
    /** The number of writes that waited for more, see {@link TransportConfig.Messages#latencyBudget()}. */
    LINGERS,
    /** Connection attempts. */
    DIALS,
    /** Handshakes that were accepted. */
    CONNECTIONS,
    /** The time without a connection until now, 0 if there is one. */
    APART_NANOS
}

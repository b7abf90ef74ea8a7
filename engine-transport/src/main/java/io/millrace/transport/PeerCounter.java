package io.millrace.transport;

/** What is counted on the way to one peer, since {@link Transport#connect}. */
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
    /** For how long at least one channel had something to send and no credit. */
    CREDIT_LIMITED_NANOS,
    /** For how long there was a connection. */
    CONNECTED_NANOS,
    /** Priority lane included. */
    SENT_MESSAGES,
    /** Of these, in the priority lane. */
    SENT_CONTROLS,
    /** All that went to the socket, heads of frames included. */
    SENT_BYTES,
    /** What the same worker sent here, over the connection that it made, priority lane included. */
    RECEIVED_MESSAGES,
    /** Of these, in the priority lane. */
    RECEIVED_CONTROLS,
    /** The frames of these messages. */
    RECEIVED_BYTES,
    /** Received before the clock offset was known, so that their times cannot be converted. */
    UNTIMED_MESSAGES,
    /** Offers that found no room. */
    REFUSED_OFFERS,
    /** How often a batch was handed to the socket. */
    WRITES,
    /** The largest of these batches. */
    LARGEST_WRITE_BYTES,
    /** How often a write waited for more, see {@link TransportConfig#latencyBudget()}. */
    LINGERS,
    /** Connection attempts. */
    DIALS,
    /** Handshakes that were accepted. */
    CONNECTIONS,
    /** For how long there has been no connection, 0 if there is one. */
    APART_NANOS
}

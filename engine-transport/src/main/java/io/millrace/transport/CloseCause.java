package io.millrace.transport;

/** Why a connection ended. */
public enum CloseCause {
    /** The other end closed it, or its process died. */
    REMOTE_CLOSED,
    /** The socket failed. */
    IO_ERROR,
    /** This end was asked to close. */
    CLOSED,
    /** Nothing was heard for {@link TransportConfig#idleTimeout()}. */
    IDLE,
    HANDSHAKE_TIMEOUT,
    /** The handshake was refused, see {@link RefusalCause}. */
    REFUSED,
    /** What came before the handshake was not one of ours. */
    NOT_A_WORKER,
    /** A frame that means nothing, or a frame out of place. */
    GARBAGE,
    /** A frame or message above the agreed size. */
    OVERSIZED,
    /** A data frame that does not continue its channel: lost, doubled or replayed. */
    OUT_OF_SEQUENCE,
    /** A peer sent more than it had credit for. */
    CREDIT_OVERRUN,
    TOO_MANY_CHANNELS,
    TOO_MANY_CONNECTIONS,
    /** The same worker connected anew, or a later incarnation of it did. */
    REPLACED,
    /** A defect in this module; it is logged with its stack. */
    INTERNAL
}

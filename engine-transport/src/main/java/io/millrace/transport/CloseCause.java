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
    /** It has not said who it is, and too many newer connections have not either. */
    TOO_MANY_CONNECTIONS,
    /** The same worker connected anew, or a later incarnation of it did. */
    REPLACED,
    /** One end uses TLS and the other does not. */
    ENCRYPTION,
    /** The other end's certificate is over. */
    CERTIFICATE_EXPIRED,
    /** The other end's certificate is valid in the future only. */
    CERTIFICATE_NOT_YET_VALID,
    /** The other end's certificate is good, but not for the name that was dialled or is allowed. */
    CERTIFICATE_NAME,
    /** No trusted authority signed the other end's certificate. */
    CERTIFICATE_UNTRUSTED,
    /** The dialler has no certificate. */
    CERTIFICATE_MISSING,
    /** The other end refuses this end's certificate. */
    CERTIFICATE_REFUSED,
    /** TLS failed otherwise: no common version or cipher, or bytes that were changed on the way. */
    TLS_FAILED,
    /** A defect in this module; it is logged with its stack. */
    INTERNAL
}

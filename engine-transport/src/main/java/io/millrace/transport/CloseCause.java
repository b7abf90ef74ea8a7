// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

/** Why a connection ended. */
public enum CloseCause {
    /** The other end closed it, or its process died. */
    REMOTE_CLOSED,
    /** The socket failed. */
    IO_ERROR,
    /** This end was asked to close. */
    CLOSED,
    /** No byte was received for {@link TransportConfig.Times#idleTimeout()}. */
    IDLE,
    HANDSHAKE_TIMEOUT,
    /** The handshake was refused, see {@link RefusalCause}. */
    REFUSED,
    /** The first bytes were not a handshake of this protocol. */
    NOT_A_WORKER,
    /** A frame was malformed or out of place. */
    GARBAGE,
    /** A frame or message was above the agreed size. */
    OVERSIZED,
    /** A data frame did not continue its channel: one was lost, doubled or replayed. */
    OUT_OF_SEQUENCE,
    /** A peer sent more than it had credit for. */
    CREDIT_OVERRUN,
    TOO_MANY_CHANNELS,
    /** The dialler has not proven who it is, and there are too many newer connections that have not either. */
    TOO_MANY_CONNECTIONS,
    /** The same worker, or a later incarnation of it, opened a new connection. */
    REPLACED,
    /** One end uses TLS and the other does not. */
    ENCRYPTION,
    /** The other end's certificate has expired. */
    CERTIFICATE_EXPIRED,
    /** The other end's certificate is not valid yet. */
    CERTIFICATE_NOT_YET_VALID,
    /** The other end's certificate is valid, but not for the name that was dialled or is allowed. */
    CERTIFICATE_NAME,
    /** No trusted authority signed the other end's certificate. */
    CERTIFICATE_UNTRUSTED,
    /** The dialler has no certificate. */
    CERTIFICATE_MISSING,
    /** The other end refuses this end's certificate. */
    CERTIFICATE_REFUSED,
    /** TLS failed otherwise: no common version or cipher, or bytes that were changed on the way. */
    TLS_FAILED,
    /** There is a defect in this module; it is logged with its stack. */
    INTERNAL,
    /** The end that accepted has not proven that it is the worker that was dialled, of this submission. */
    UNPROVEN
}

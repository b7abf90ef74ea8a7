// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

/** Why a handshake was refused. The ordinal plus one is the code on the wire: add at the end only. */
public enum RefusalCause {
    VERSION,
    /** The dialler has not proven that it belongs to this submission of the topology. It learns no more than that. */
    UNPROVEN,
    /**
     * The dialler is neither a worker of the topology now, nor a service that is registered, or its epoch was not
     * granted.
     */
    NOT_ADMITTED,
    /** The dialler wanted another worker than the one that listens here. */
    RECEIVER,
    /** The dialler wanted another incarnation of this worker. */
    RECEIVER_EPOCH,
    /** The dialler is an older incarnation of a worker; a newer one has connected. */
    STALE_EPOCH,
    TOO_MANY_PEERS,
    /** The sender's frames or messages may be larger than the receiver takes. */
    BOUNDS,
    /** The cause's code is not known to this version. */
    UNKNOWN,
    /** One end uses TLS and the other does not. */
    ENCRYPTION,
    /** A later HELLO of the same process was received before. */
    REPLAYED,
    /** Messages of lost connections take half of the receiver's memory. */
    MEMORY
}

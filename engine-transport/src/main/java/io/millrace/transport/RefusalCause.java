package io.millrace.transport;

/** Why a handshake was refused. The ordinal plus one is the code on the wire: add at the end only. */
public enum RefusalCause {
    VERSION,
    CLUSTER,
    TOPOLOGY,
    /** The dialler wanted another worker than the one that listens here. */
    RECEIVER,
    /** The dialler wanted another incarnation of this worker. */
    RECEIVER_EPOCH,
    /** The dialler is an older incarnation of a worker; a newer one has connected. */
    STALE_EPOCH,
    TOO_MANY_PEERS,
    /** The sender's frames or messages may be larger than the receiver takes. */
    BOUNDS,
    /** A code that this version does not know. */
    UNKNOWN,
    /** One end uses TLS and the other does not. */
    ENCRYPTION,
    /** This HELLO, or a later one of the same sender, was received before: it is a replay, or came late. */
    REPLAYED,
    /** Messages of lost connections take half of the receiver's memory. */
    MEMORY
}

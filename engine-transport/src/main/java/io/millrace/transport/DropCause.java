// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

/** Why a message did not arrive, or may not have arrived. */
public enum DropCause {
    /** The message was sent, and the connection was lost before the peer confirmed it: it may have arrived or not. */
    UNCONFIRMED,
    /** The first fragments were sent on a connection that was lost; the rest was discarded. */
    CUT_OFF,
    /** The message was in the send buffer when the peer was closed. */
    PEER_CLOSED,
    /** The message had been received in part when the connection was lost. */
    INCOMPLETE,
    /** The {@link InboundHandler} threw. */
    HANDLER_FAILED
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.nio.ByteBuffer;

/**
 * A received message. Its holder owns it until {@link #release()}; one thread at a time may use it. Messages that
 * arrived in one frame share memory, and their credit is given back when the last of them is released.
 */
public interface InboundMessage {

    /** The offset of a clock that is not known yet. */
    long UNKNOWN_CLOCK = Long.MIN_VALUE;

    /** The connection number of a message that came by no connection of this transport. */
    long NO_CONNECTION = 0;

    /** A time that was not measured. */
    long UNKNOWN_TIME = Long.MIN_VALUE;

    int targetTask();

    /**
     * The memory that holds the message, little-endian, shared with other messages: read it with absolute gets (or a
     * duplicate), do not write, do not touch after {@link #release()}.
     */
    ByteBuffer buffer();

    /** The offset of the message in {@link #buffer()}: a multiple of 4, unless the message came in fragments. */
    int offset();

    /** The length of the message in bytes, without its {@link #payload}. */
    int length();

    /**
     * The part that the handler has named by {@link InboundHandler#payload}; null if there is none. The array belongs
     * to the handler.
     */
    default byte[] payload() {
        return null;
    }

    /** The offset in the message at which the payload belongs. */
    default int payloadAt() {
        return -1;
    }

    /**
     * The sender's nanosecond clock minus this end's, as far as it was known when the message came: subtract it from a
     * time of the sender. {@link #UNKNOWN_CLOCK} for about one round trip after the connection was made. An estimate,
     * whose error is in {@link PeerCounter#CLOCK_ERROR_NANOS}: no time-out may depend on it.
     */
    long senderClockOffsetNanos();

    /**
     * The time at which the sender gave the message to its socket, by the sender's nanosecond clock; {@link
     * #UNKNOWN_TIME} unless it was offered by {@link Peer#offerTimed}.
     */
    long sentNanos();

    /**
     * The number of the connection by which the message came, see {@link InboundHandler#onClosed}: each accepted
     * connection has another number, above 0.
     */
    default long connection() {
        return NO_CONNECTION;
    }

    /** Gives memory and credit back; any thread. The object may be reused for another message. */
    void release();
}

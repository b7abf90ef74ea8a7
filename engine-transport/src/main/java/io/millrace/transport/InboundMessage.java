package io.millrace.transport;

import java.nio.ByteBuffer;

/**
 * A received message, owned by whoever holds it until {@link #release()}; any one thread at a time. Messages which
 * arrived in one frame share their memory, and their credit goes back when the last of them is released.
 */
public interface InboundMessage {

    int targetTask();

    /**
     * The memory that holds the message, little-endian, shared with other messages: read it with absolute gets (or a
     * duplicate), do not write, do not touch after {@link #release()}.
     */
    ByteBuffer buffer();

    /** Where the message begins in {@link #buffer()}: a multiple of 4, unless the message came in fragments. */
    int offset();

    int length();

    /** Gives memory and credit back, from any thread. The message object may be used again for another message. */
    void release();
}

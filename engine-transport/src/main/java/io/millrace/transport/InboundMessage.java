package io.millrace.transport;

import java.nio.ByteBuffer;

/**
 * A received message. Its holder owns it until {@link #release()}; one thread at a time may use it. Messages that arrived in one frame share memory, and their credit is given back when the last of them is released.
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

    /** Gives memory and credit back; any thread. The object may be reused for another message. */
    void release();
}

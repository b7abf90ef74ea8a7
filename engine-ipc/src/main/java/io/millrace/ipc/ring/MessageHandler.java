package io.millrace.ipc.ring;

import java.nio.ByteBuffer;

/** Receives the messages of a ring. Called by the thread that polls. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Takes one message. If this throws, the message counts as read, and {@code poll} throws the same.
     *
     * @param targetTask the producer's argument
     * @param buffer little-endian, to be read by absolute offsets; valid during this call only
     * @param offset of the first byte
     * @param length in bytes, 0 or more
     */
    void onMessage(int targetTask, ByteBuffer buffer, int offset, int length);
}

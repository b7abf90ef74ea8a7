package io.millrace.ipc.ring;

import java.nio.ByteBuffer;

/** Receives the messages of a ring, in the thread that polls. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * @param targetTask as the producer gave it
     * @param buffer little-endian, to be read by absolute offsets; valid during this call only
     * @param offset of the first byte
     * @param length in bytes, 0 or more
     *     <p>If this throws, the message counts as read, and {@code poll} throws the same.
     */
    void onMessage(int targetTask, ByteBuffer buffer, int offset, int length);
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.nio.ByteBuffer;

/** Receives the messages of a ring. Called by the thread that polls. */
@FunctionalInterface
public interface MessageHandler {
    /** What {@link #payload} returns if there is none. */
    long NO_PAYLOAD = -1;

    /**
     * Takes one message. If this throws, the message counts as read, and {@code poll} throws the same.
     *
     * @param targetTask the producer's argument
     * @param buffer little-endian, to be read by absolute offsets; valid during this call only
     * @param offset of the first byte
     * @param length in bytes, 0 or more
     */
    void onMessage(int targetTask, ByteBuffer buffer, int offset, int length);

    /**
     * Finds the part of a message in fragments that is to be received into an array of its own, when its first fragment
     * has come.
     *
     * @param length of the first fragment
     * @param messageBytes length of the message
     * @return {@code (offset << 32) + length} of the part, the offset in the message, which must be in the first
     *     fragment or its end; {@link #NO_PAYLOAD} for none
     */
    default long payload(ByteBuffer buffer, int offset, int length, int messageBytes) {
        return NO_PAYLOAD;
    }

    /**
     * Takes a message with such a part.
     *
     * @param rest the message without the part, from 0; valid during this call only
     * @param length of the rest
     * @param payloadAt offset of the part in the message
     * @param payload the part, which belongs to the handler
     */
    default void onMessage(int targetTask, ByteBuffer rest, int length, int payloadAt, byte[] payload) {
        throw new UnsupportedOperationException("a handler that names a payload must take it");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.nio.ByteBuffer;

/**
 * Receives what peers send. Called on an event-loop thread, which serves all other channels as well: it must not block.
 * With one event loop (the default) calls never overlap. With several, calls for one sender never overlap.
 */
public interface InboundHandler {

    /**
     * A message on a data channel. The handler may keep it after this method returns; its credit is not given back
     * before {@link InboundMessage#release()}. If this method throws, the message is dropped, counted and released.
     */
    void onMessage(InboundMessage message);

    /** The return value of {@link #payload} for a message without a payload. */
    long NO_PAYLOAD = -1;

    /**
     * Finds the part of a message in fragments that is received into an array of its own. Called when the first
     * fragment has come.
     *
     * @param length of the first fragment
     * @param messageBytes length of the message
     * @return {@code (offset << 32) + length} of the part, the offset in the message, which must be in the first
     *     fragment or its end; {@link #NO_PAYLOAD} for none
     */
    default long payload(int targetTask, ByteBuffer buffer, int offset, int length, int messageBytes) {
        return NO_PAYLOAD;
    }

    /** A message of the priority lane. The bytes are valid during the call only. */
    void onControl(int targetTask, ByteBuffer buffer, int offset, int length);

    /**
     * An accepted connection has gone; all messages that it brought were handed over before.
     *
     * @param connection as {@link InboundMessage#connection()}
     */
    default void onClosed(long connection) {}
}

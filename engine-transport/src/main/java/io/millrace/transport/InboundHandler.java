package io.millrace.transport;

import java.nio.ByteBuffer;

/**
 * Takes what peers send. Called on an event-loop thread, which serves every other channel as well: it must not block.
 * With one event loop (the default) calls never overlap; with several, calls for one sender never overlap.
 */
public interface InboundHandler {

    /**
     * A message on a data channel. It may be kept after this method returns; its channel's credit is out until
     * {@link InboundMessage#release()}. If this method throws, the message is dropped, counted and released.
     */
    void onMessage(InboundMessage message);

    /** A message of the priority lane. The bytes are valid during the call only. */
    void onControl(int targetTask, ByteBuffer buffer, int offset, int length);
}

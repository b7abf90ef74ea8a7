package io.millrace.runtime.executor;

import java.nio.ByteBuffer;

/** Takes the messages of services in other processes for the tasks of one executor. Only the executor's thread calls it. */
@FunctionalInterface
public interface ServiceInbox {

    /**
     * Takes a message, whose bytes are valid during the call only.
     *
     * @throws io.millrace.runtime.codec.CodecException if it is malformed
     */
    void onMessage(ByteBuffer buffer, int offset, int length);
}

package io.millrace.runtime.task;

import java.nio.ByteBuffer;

/** Takes the messages of one kind that come on the control lane of an executor. */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Takes a message, whose bytes are valid during the call only. Called on the executor's thread.
     *
     * @param tasks of the executor that got it
     * @param message little-endian; its first byte is the kind
     * @throws io.millrace.runtime.codec.CodecException if it is malformed
     */
    void onMessage(TaskGroup tasks, ByteBuffer message, int offset, int length);
}

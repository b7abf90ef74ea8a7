// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import java.nio.ByteBuffer;

/** Takes the messages of one kind that come on the control lane of an executor. */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Takes a message, whose bytes are valid during the call only. Called on the executor's thread.
     *
     * @param tasks tasks of the executor that got the message
     * @param message little-endian message, whose first byte is the kind
     * @throws io.millrace.runtime.codec.CodecException if the message is malformed
     */
    void onMessage(TaskGroup tasks, ByteBuffer message, int offset, int length);
}

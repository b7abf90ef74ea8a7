// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.runtime.tuple.ServiceMessage;

/** Carries messages from one thread at a time to another process, in order. */
public interface MessagePath extends AutoCloseable {

    /**
     * Hands over a message.
     *
     * @return false if there is no room now: offer the same message again
     * @throws io.millrace.runtime.codec.CodecException if the message can never be handed over, because a value has no
     *     encoding or it is too large
     */
    boolean offer(ServiceMessage message);

    /** Lets the doorbell of the thread that sends ring when there is room. It must try again after this call. */
    void requestWake();

    @Override
    void close();
}

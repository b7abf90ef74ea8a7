// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Tuple;

/** A message that an engine has been given. */
final class Message {

    final Tuple input;
    final WatermarkQueue.Span span;

    /** The time when it was given to its engine last. Confined to the task's thread. */
    long given;

    /** Whether an engine may have seen it. Its engine's thread sets it. */
    volatile boolean begun;

    /**
     * The {@link MessageHash}, if an engine has died on this message or another. It is set before the end of the
     * message is reported to the task's thread.
     */
    long hash;

    /** Whether it has been acked or failed. Confined to the task's thread. */
    boolean ended;

    Message(Tuple input, WatermarkQueue.Span span) {
        this.input = input;
        this.span = span;
    }
}

package io.millrace.runtime.engine;

import io.millrace.api.Tuple;

/** A message that an engine has been given. */
final class Message {

    final Tuple input;
    final HeldWatermarks.Span span;

    /** When it was given to its engine last. Confined to the task's thread. */
    long given;

    /** Whether an engine may have seen it. Its engine's thread sets it. */
    volatile boolean begun;

    /** By {@link MessageHash}, if its engine has died, or others have. Set before the task's thread is told of its end. */
    long hash;

    /** Whether it has been acked or failed. Confined to the task's thread. */
    boolean ended;

    Message(Tuple input, HeldWatermarks.Span span) {
        this.input = input;
        this.span = span;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.async;

import io.millrace.api.Tuple;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * One call of an {@link AsyncFunction}, and a node in the lists of {@link AsyncCalls}. A repetition is another object,
 * so a call that completes after its time differs from the call that has replaced it.
 */
final class AsyncCall implements BiConsumer<Object, Throwable> {

    final AsyncCalls calls;
    final Tuple input;

    /** The position of the input among all inputs of the task. */
    final long number;

    /** The span of the inputs between the same two watermarks. */
    final AsyncCalls.Span span;

    /** The number of calls that have been made for this input, this one included. */
    final int attempt;

    // These are written by the thread that completes the stage, before the call is pushed
    Object value;
    Throwable error;
    boolean hasCome;

    /** The call that was pushed before this one; later the one to be handled after it. */
    AsyncCall next;

    // These are used by the task's thread while the call is in flight
    CompletionStage<?> stage;
    long deadline;
    AsyncCall older;
    AsyncCall newer;

    /** Whether the result of the call is ignored. */
    boolean abandoned;

    /** Whether the result of the call is to be emitted. */
    boolean finished;

    AsyncCall(AsyncCalls calls, Tuple input, long number, AsyncCalls.Span span, int attempt) {
        this.calls = calls;
        this.input = input;
        this.number = number;
        this.span = span;
        this.attempt = attempt;
    }

    /** Takes the result when the stage completes. Called once, by any thread. */
    @Override
    public void accept(Object completed, Throwable failure) {
        value = completed;
        error = failure;
        hasCome = true;
        calls.completed(this);
    }
}

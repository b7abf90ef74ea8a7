package io.millrace.operators.async;

import io.millrace.api.Tuple;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * One call of an {@link AsyncFunction}, and a node in the lists of {@link AsyncCalls}. A repetition is another object,
 * so a call that completes after its time is told from the one that has replaced it.
 */
final class AsyncCall implements BiConsumer<Object, Throwable> {

    final AsyncCalls calls;
    final Tuple input;

    /** The position of the input among all inputs of the task. */
    final long number;

    /** What has come between the same two watermarks. */
    final AsyncCalls.Span span;

    /** How many calls have been made for this input, with this one. */
    final int attempt;

    // Written by the thread that completes the stage, before the call is pushed
    Object value;
    Throwable error;
    boolean hasCome;

    /** The call that was pushed before this one; later the one to be handled after it. */
    AsyncCall next;

    // The task's thread, while the call is under way
    CompletionStage<?> stage;
    long deadline;
    AsyncCall older;
    AsyncCall newer;

    /** Whether its result is ignored. */
    boolean abandoned;

    /** Whether its result is to be emitted. */
    boolean finished;

    AsyncCall(AsyncCalls calls, Tuple input, long number, AsyncCalls.Span span, int attempt) {
        this.calls = calls;
        this.input = input;
        this.number = number;
        this.span = span;
        this.attempt = attempt;
    }

    /** The stage completes. Called once, by any thread. */
    @Override
    public void accept(Object completed, Throwable failure) {
        value = completed;
        error = failure;
        hasCome = true;
        calls.completed(this);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.async;

import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Units;
import io.millrace.api.error.Foreign;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * The calls of one task of an {@link AsyncBolt}. Confined to the task's thread, except for {@link #completed}.
 *
 * <p>Threads that complete calls push them onto a stack. The thread that finds the stack empty wakes the task, which
 * takes the whole stack at once. Results that come close together therefore cost one wake-up.
 */
final class AsyncCalls {

    /** The number of results that one command handles, so that the task notices when its outbox fills. */
    private static final int BATCH = 64;

    private static final VarHandle COMPLETED;

    static {
        try {
            COMPLETED = MethodHandles.lookup().findVarHandle(AsyncCalls.class, "completed", AsyncCall.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AsyncBolt bolt;
    private final TaskContext context;
    private final BoltCollector out;
    private final long timeoutNanos;
    private final Runnable takeResults = this::takeResults;
    private final Runnable expire = this::expire;

    // Any thread

    /** The call that completed last; null if the task has taken all completed calls. */
    private volatile AsyncCall completed;

    // The task's thread

    /** The calls taken from the stack, the one that completed first in front. */
    private AsyncCall results;

    /** The number of inputs whose results have not been emitted. */
    private int held;

    /** The call of each held input by its number, if the order is kept. The array's length is a power of two. */
    private final AsyncCall[] window;

    /** The inputs that are held between watermarks; the last span has no watermark yet. */
    private final ArrayDeque<Span> spans = new ArrayDeque<>(List.of(new Span()));

    private long firstNumber;
    private long nextNumber;

    // The calls in flight, in the order of start, which is the order of time-out
    private AsyncCall oldest;
    private AsyncCall newest;
    private boolean alarmIsSet;

    /** Calls that wait for their repetition. */
    private final Set<AsyncCall> pausing = new HashSet<>();

    /** The first error that is to be thrown to the task. */
    private Throwable failure;

    AsyncCalls(AsyncBolt bolt, TaskContext context, BoltCollector out) {
        this.bolt = bolt;
        this.context = context;
        this.out = out;
        this.timeoutNanos = bolt.timeout().toNanos();
        this.window = bolt.isOrdered() ? new AsyncCall[powerOfTwo(bolt.capacity())] : null;
    }

    /** Inputs between two watermarks. */
    static final class Span {
        private int held;

        /** Lets the watermark at its end pass; null until it comes. */
        private Runnable pass;
    }

    /** Takes a watermark, which passes when all inputs before it have ended. */
    void watermark(Runnable pass) {
        spans.getLast().pass = pass;
        spans.add(new Span());
        passWatermarks();
    }

    /** Returns the number of inputs whose results are to come. */
    int held() {
        return held;
    }

    private void passWatermarks() {
        while (spans.getFirst().held == 0 && spans.getFirst().pass != null) {
            spans.removeFirst().pass.run();
        }
    }

    private static int powerOfTwo(int atLeast) {
        int power = Integer.highestOneBit(atLeast);
        return power == atLeast ? power : 2 * power;
    }

    /** Makes the first call for an input. */
    void add(Tuple input) {
        AsyncCall call = new AsyncCall(this, input, nextNumber++, spans.getLast(), 1);
        call.span.held++;
        keepPlace(call);
        if (++held == bolt.capacity()) {
            out.pauseInput();
        }
        start(call);
        throwFailure();
    }

    private void keepPlace(AsyncCall call) {
        if (window != null) {
            window[(int) call.number & window.length - 1] = call;
        }
    }

    private void start(AsyncCall call) {
        CompletionStage<?> stage;
        try {
            stage = Objects.requireNonNull(
                    bolt.function().call(call.input),
                    "the function returned null: return a stage, which may be complete");
        } catch (Throwable e) {
            failed(call, e);
            return;
        }
        call.stage = stage;
        call.deadline = context.nanoTime() + timeoutNanos;
        append(call);
        setAlarm();
        try {
            stage.whenComplete(call);
        } catch (Throwable e) {
            // Java's own stages format the error of a call after they have reported it
            if (!call.hasCome) {
                remove(call);
                call.abandoned = true;
                failed(call, e);
            }
        }
    }

    /** Takes a completed call. Any thread may call this, also within {@link #start} and {@link #abandon}. */
    void completed(AsyncCall call) {
        AsyncCall top;
        do {
            top = completed;
            call.next = top;
        } while (!COMPLETED.compareAndSet(this, top, call));
        if (top == null) {
            wake();
        }
    }

    private void wake() {
        try {
            context.execute(takeResults);
        } catch (RejectedExecutionException e) {
            // The task is closed, or the function's own commands fill the queue; then the next alarm finds the result
        }
    }

    /** Handles some results that have come, and wakes the task again if there are more. */
    private void takeResults() {
        handleResults(BATCH);
        if (results != null) {
            wake();
        }
        throwFailure();
    }

    private void handleResults(int most) {
        if (results == null) {
            results = reversed((AsyncCall) COMPLETED.getAndSet(this, null));
        }
        for (int i = 0; i < most && results != null; i++) {
            AsyncCall call = results;
            results = call.next;
            call.next = null;
            if (!call.abandoned) {
                remove(call);
                if (call.error == null) {
                    finish(call);
                } else {
                    failed(call, causeOf(call.error));
                }
            }
        }
    }

    private static AsyncCall reversed(AsyncCall newestFirst) {
        AsyncCall result = null;
        for (AsyncCall call = newestFirst; call != null; ) {
            AsyncCall next = call.next;
            call.next = result;
            result = call;
            call = next;
        }
        return result;
    }

    private static Throwable causeOf(Throwable error) {
        // Only Java's own exceptions are unwrapped: methods of others may throw
        return error.getClass() == CompletionException.class && error.getCause() != null ? error.getCause() : error;
    }

    private void failed(AsyncCall call, Throwable error) {
        if (error instanceof Exception && call.attempt < bolt.attempts()) {
            AsyncCall again = new AsyncCall(this, call.input, call.number, call.span, call.attempt + 1);
            keepPlace(again);
            pausing.add(again);
            context.executeAt(context.nanoTime() + bolt.pauseNanos(call.attempt), () -> repeat(again));
        } else {
            call.error = error;
            finish(call);
        }
    }

    private void repeat(AsyncCall call) {
        pausing.remove(call);
        start(call);
        throwFailure();
    }

    /** Emits the results that the order allows to emit now that this call has ended. */
    private void finish(AsyncCall call) {
        if (window == null) {
            emit(call);
            return;
        }
        call.finished = true;
        while (firstNumber < nextNumber) {
            int place = (int) firstNumber & window.length - 1;
            AsyncCall first = window[place];
            if (!first.finished) {
                break;
            }
            window[place] = null;
            firstNumber++;
            emit(first);
        }
    }

    private void emit(AsyncCall call) {
        if (held-- == bolt.capacity()) {
            out.resumeInput();
        }
        try {
            if (call.error == null) {
                Object[] values = bolt.valuesOf(call.value);
                if (values != null) {
                    out.emit(call.input, values);
                }
                out.ack(call.input);
            } else if (bolt.failureStream() != null
                    && call.error instanceof Exception
                    && !(call.error instanceof Closed)) {
                out.emitTo(bolt.failureStream(), List.of(call.input), call.input.values(), Foreign.message(call.error));
                out.ack(call.input);
            } else {
                fail(call.input, call.error);
            }
        } catch (Throwable e) {
            // The result does not fit the fields, or a record's method throws
            fail(call.input, e);
        }
        call.span.held--;
        passWatermarks();
    }

    private void fail(Tuple input, Throwable error) {
        out.fail(input, error instanceof Closed ? "its task has been closed" : Foreign.line(error));
        if (error instanceof Closed) {
            return;
        }
        if (failure == null) {
            failure = error;
        } else if (Foreign.isFatal(error) && !Foreign.isFatal(failure)) {
            // The error policy must not decide about the worker by a minor error
            out.reportError(failure);
            failure = error;
        } else {
            out.reportError(error);
        }
    }

    /** Lets the task apply the component's error policy. */
    private void throwFailure() {
        if (failure != null) {
            Throwable thrown = failure;
            failure = null;
            AsyncCalls.<RuntimeException>rethrow(thrown);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable error) throws E {
        throw (E) error;
    }

    // The alarm is for time-outs

    private void setAlarm() {
        if (!alarmIsSet && oldest != null) {
            alarmIsSet = true;
            context.executeAt(oldest.deadline, expire);
        }
    }

    private void expire() {
        alarmIsSet = false;
        handleResults(BATCH);
        if (results != null) {
            wake();
        }
        long now = context.nanoTime();
        while (oldest != null && oldest.deadline - now <= 0) {
            AsyncCall late = oldest;
            if (late.hasCome) {
                // The result came in time and waits to be handled
                remove(late);
            } else {
                abandon(late);
                failed(late, new TimeoutException(messageOf(late)));
            }
        }
        setAlarm();
        throwFailure();
    }

    private String messageOf(AsyncCall late) {
        return "a call did not complete in " + Units.duration(bolt.timeout())
                + (bolt.attempts() == 1 ? "" : " (call " + late.attempt + " of " + bolt.attempts() + ")");
    }

    /** Cancels a call and ignores its result. */
    private void abandon(AsyncCall call) {
        CompletionStage<?> stage = call.stage;
        remove(call);
        call.abandoned = true;
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (UnsupportedOperationException e) {
            // The stage cannot be cancelled
        } catch (Throwable e) {
            Foreign.throwIfFatal(e);
            // The call ends all the same
            out.reportError(e);
        }
    }

    private void append(AsyncCall call) {
        call.older = newest;
        if (newest == null) {
            oldest = call;
        } else {
            newest.newer = call;
        }
        newest = call;
    }

    /** Removes a call from the calls in flight. No effect if it is not among them. */
    private void remove(AsyncCall call) {
        if (call.stage == null) {
            return;
        }
        call.stage = null;
        if (call.older == null) {
            oldest = call.newer;
        } else {
            call.older.newer = call.newer;
        }
        if (call.newer == null) {
            newest = call.older;
        } else {
            call.newer.older = call.older;
        }
        call.older = null;
        call.newer = null;
    }

    /** The cause with which calls are cancelled when the task is closed. */
    private static final class Closed extends CancellationException {

        private static final long serialVersionUID = 1L;
    }

    /** Emits the results that have come, cancels all other calls, and fails their inputs. */
    void close() {
        do {
            handleResults(Integer.MAX_VALUE);
        } while (completed != null);
        List<AsyncCall> ended = new ArrayList<>(pausing);
        while (oldest != null) {
            ended.add(oldest);
            abandon(oldest);
        }
        for (AsyncCall call : ended) {
            call.error = new Closed();
            finish(call);
        }
        throwFailure();
    }
}

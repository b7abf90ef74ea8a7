// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.Tuple;
import java.util.concurrent.CompletableFuture;

/**
 * A tracked tuple on its way through a fed spout, and the stage that its sender holds. Any thread may complete or
 * cancel it. All other state belongs to the task's thread that has taken it from its port.
 *
 * @param <T> result of the stage
 */
public abstract class FeedRequest<T> extends CompletableFuture<T> {

    private final Object[] values;
    private volatile long startNanos;
    private int failures;
    private Reason reason = Reason.FAILED;
    private String text;
    private volatile String holder;

    /** Whether a task of this process has the request, which may not have emitted it. */
    private volatile boolean queued;

    /** Whether the task that has the request has emitted it. */
    private volatile boolean emitted;

    /** @param startNanos time when the request was made, by the engine's clock */
    protected FeedRequest(Object[] values, long startNanos) {
        this.values = values;
        this.startNanos = startNanos;
    }

    public final Object[] values() {
        return values;
    }

    /** Returns whether the sender wants an answer, and not only the end of the tree. */
    public abstract boolean isAsked();

    /** Returns whether the request is repeated when a worker dies that may have held a part of its tree. */
    public abstract boolean isRepeatedOnDeath();

    /** The first answer has come. */
    public abstract void answered(Tuple answer);

    /** The tree was completely processed. The call follows that of the answer, if there is one. */
    public abstract void processed();

    /** The request's task is closed before the request has ended. Called on the task's thread. */
    public abstract void orphaned();

    /** The request's task is closed, or its worker has died. */
    public final void orphan() {
        if (!isDone()) {
            orphaned();
        }
    }

    /** Fails the stage. */
    public final boolean fail(Reason cause, String message) {
        return completeExceptionally(new RequestException(cause, message));
    }

    /** A task of this process has the request. */
    final void queued() {
        queued = true;
    }

    final boolean isQueued() {
        return queued;
    }

    final boolean isEmitted() {
        return emitted;
    }

    // The task's thread

    /** Returns the time when the request was made, by the engine's clock. */
    public final long startNanos() {
        return startNanos;
    }

    /** Restarts the time of a request that is repeated. */
    final void restartAt(long now) {
        startNanos = now;
    }

    final int failures() {
        return failures;
    }

    final void noteFailure() {
        failures++;
    }

    /** Sets why the present attempt fails; the first reason of an attempt counts. */
    final void note(Reason cause, String message) {
        if (text == null) {
            reason = cause;
            text = message;
        }
    }

    final Reason reason() {
        return reason;
    }

    final String text() {
        return text;
    }

    /** Notes the bolt that had a part of the tree last. */
    final void heldBy(String bolt) {
        holder = bolt;
    }

    /** Returns the description of the bolt that has the tree; null if it is not known. */
    final String holder() {
        return holder;
    }

    final void beginAttempt() {
        text = null;
        holder = null;
        emitted = true;
    }
}

package io.millrace.api;

import java.io.Serial;
import java.util.Objects;

/**
 * Why a tuple that was sent, or a request that was asked, has failed. The message is one line that says what happened
 * and where. A stage fails with it, possibly inside a {@link java.util.concurrent.CompletionException}.
 */
public final class RequestException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** What kind of failure it is, so that a caller can decide whether to try again. */
    public enum Reason {
        /** There is no room: the topology is behind. Nothing was sent. */
        NO_ROOM,
        /**
         * No worker with a task of the spout is connected: it is starting, or has died. Nothing was sent. See
         * {@link RunningTopology#awaitReady}.
         */
        NOT_CONNECTED,
        /**
         * The tree did not end within its time-out. The message names a component that has, or has waiting, a tuple of it
         * since half of that time. It names none if the tuple was lost, or the component is in a call that does not return.
         */
        TIMED_OUT,
        /** A bolt failed the tuple, or threw an exception. */
        FAILED,
        /** A bolt answered with an error. */
        ERROR_ANSWER,
        /** The tree was processed, and nobody answered. */
        NO_ANSWER,
        /** A worker died, and the caller did not want the request to be repeated. */
        WORKER_DIED,
        /** The topology was killed, has failed, or the handle was closed. */
        CLOSED,
        /** The tuple cannot be emitted: a value has no encoding, or it is too large. Or its answer cannot be decoded. */
        INVALID
    }

    private final Reason reason;

    public RequestException(Reason reason, String message) {
        // An answer must not cost a stack trace, which would show only the engine
        super(message, null, false, false);
        this.reason = Objects.requireNonNull(reason);
    }

    public Reason reason() {
        return reason;
    }
}

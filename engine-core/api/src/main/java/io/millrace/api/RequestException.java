// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.io.Serial;
import java.util.Objects;

/**
 * Says why a tuple that was sent, or a request that was asked, has failed. The message is one line that says what
 * happened and where. A stage fails with it, possibly inside a {@link java.util.concurrent.CompletionException}.
 */
public final class RequestException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The kind of failure, by which a caller can decide whether to try again. */
    public enum Reason {
        /** There is no room, as the topology is behind. The tuple was not sent. */
        NO_ROOM,
        /**
         * No worker with a task of the spout is connected: it is starting, or has died. The tuple was not sent. See
         * {@link RunningTopology#awaitReady}.
         */
        NOT_CONNECTED,
        /**
         * The tree did not end within its time-out. The message names a component at which a tuple of the tree has
         * been, or has been waiting, for half of that time. It names no component if the tuple was lost, or the
         * component is in a call that does not return.
         */
        TIMED_OUT,
        /** A bolt failed the tuple, or threw an exception. */
        FAILED,
        /** A bolt answered with an error. */
        ERROR_ANSWER,
        /** The tree was processed, and no bolt answered. */
        NO_ANSWER,
        /** A worker died, and the caller did not want the request to be repeated. */
        WORKER_DIED,
        /** The topology was killed, has failed, or the handle was closed. */
        CLOSED,
        /** The tuple cannot be emitted, as a value has no encoding or is too large, or its answer cannot be decoded. */
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

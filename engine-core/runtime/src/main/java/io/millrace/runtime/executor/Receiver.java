// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

/** Brings messages of other processes to an executor's tasks. Only the executor's thread calls it, once per turn. */
public interface Receiver {

    /** Receives at most {@code limit} messages; returns how many. */
    int receive(int limit);

    /** Returns when it must be called even if no doorbell rings; {@link Long#MAX_VALUE} for never. */
    long deadline(long now);

    /** Returns how many bytes wait to be received, as far as that is known. */
    default long waitingBytes() {
        return 0;
    }

    /**
     * Returns how often senders found no room. It adds up the counts of all senders, so do not call it in each turn.
     */
    default long fullEvents() {
        return 0;
    }

    /** Returns how often a message was passed over that was being written. */
    default long skips() {
        return 0;
    }

    /** A process that sent to this one may have died. */
    default void peerLost() {}

    /** The executor's tasks are closed. */
    default void close() {}
}

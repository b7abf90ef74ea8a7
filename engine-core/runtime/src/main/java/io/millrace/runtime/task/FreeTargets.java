// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;

/**
 * The components to which a task sends a tuple when one of their tasks is free. Until then tuples wait here, which are
 * not counted as sent. Called on the thread of the task's executor.
 */
public interface FreeTargets {

    /** The targets of a task that chooses all targets at once. */
    FreeTargets NONE = new NoFreeTargets();

    /** Returns whether there are such components. */
    boolean exist();

    /** Sends a tuple for any task of the target's component, or keeps it. */
    void send(DataTuple tuple, int taskOfComponent);

    /** Returns how many tuples wait. */
    long waiting();

    /** Returns whether the component must not be called, as its emissions find no room. */
    boolean isFull();

    /** Returns whether a waiting tuple may be sent now. */
    boolean mayDrain();

    /** Sends the waiting tuples that may be sent. Returns how many. */
    int drain(long now);

    /** Returns when the task must run although nothing comes; {@link Long#MAX_VALUE} for never. */
    long deadline(long now);

    /** Informs the targets of the waiting tuples, at the end of a turn of the task. */
    void tell();

    /** A tuple that was sent cannot be handed over. */
    void undo(DataTuple tuple);

    /** Returns the edges of all waiting tuples. */
    AckBuffer edges();

    /** Drops the waiting tuples. Returns how many. */
    long clear();
}

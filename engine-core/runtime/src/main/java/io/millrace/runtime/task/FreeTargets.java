package io.millrace.runtime.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;

/**
 * The components to which a task sends a tuple when one of their tasks is free. Until then tuples wait here, which are not counted as sent. Called on the thread of the
 * task's executor.
 */
public interface FreeTargets {

    /** Of a task that chooses all targets at once. */
    FreeTargets NONE = new NoFreeTargets();

    /** Whether there are any. */
    boolean exist();

    /** Sends a tuple of which only a task of the target's component is known, or keeps it. */
    void send(DataTuple tuple, int taskOfComponent);

    /** Returns how many tuples wait. */
    long waiting();

    /** Whether the component must not be called, as what it emits finds no room. */
    boolean isFull();

    /** Whether something that waits may be sent now. */
    boolean mayDrain();

    /** Sends what may be sent. Returns how many. */
    int drain(long now);

    /** Returns when the task must run although nothing comes; {@link Long#MAX_VALUE} for never. */
    long deadline(long now);

    /** Lets the targets know what waits, at the end of a turn of the task. */
    void tell();

    /** A tuple that was sent cannot be handed over. */
    void undo(DataTuple tuple);

    /** Returns the edges of all that wait. */
    AckBuffer edges();

    /** Drops what waits. Returns how many. */
    long clear();
}

package io.millrace.runtime.task;

import io.millrace.api.Spout;
import io.millrace.runtime.ledger.TreeListener.Cause;
import io.millrace.runtime.tuple.DataTuple;

/**
 * A spout of the engine, which gets work from other threads and learns more of its trees than an author's spout. Called on
 * the task's thread.
 */
public interface TreeWatcher extends Spout {

    /** Returns whether there is something to emit, or to do at this time. Called in each turn. */
    boolean hasWork(long now);

    /** Returns when it has something to do even if nothing comes; {@link Long#MAX_VALUE} for never. */
    long deadline();

    /** Does what is due, also while the spout may not emit. Returns how much. */
    int work(long now);

    /** Returns whether the tree with this id is tracked even in an at-most-once topology. */
    boolean isAlwaysTracked(Object messageId);

    /** A bolt has answered, or says why the tree fails. */
    void replied(Object messageId, DataTuple reply);

    /** A reply came for a tree that has ended. */
    void repliedLate();

    /** The tree has failed. {@link #fail} follows, unless the cause is {@link Cause#CLOSED}. */
    void failed(Object messageId, Cause cause);
}

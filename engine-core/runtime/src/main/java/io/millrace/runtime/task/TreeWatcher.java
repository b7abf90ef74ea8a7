// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.ledger.TreeListener.Cause;
import io.millrace.runtime.tuple.DataTuple;

/**
 * The engine's view of a spout of its own: it gets work from other threads and learns more of its trees than an
 * author's spout. Called on the task's thread.
 */
public interface TreeWatcher {

    /** The watcher of an author's spout, which does nothing. */
    TreeWatcher NONE = new TreeWatcher() {};

    /** Returns whether {@link #hasWork} must be called in each turn. */
    default boolean isPolled() {
        return false;
    }

    /** Returns whether there is a tuple to emit, or work to do at this time. */
    default boolean hasWork(long now) {
        return false;
    }

    /** Returns the time when it has work to do even if nothing comes; {@link Long#MAX_VALUE} for never. */
    default long deadline() {
        return Long.MAX_VALUE;
    }

    /** Does the work that is due, also while the spout may not emit. Returns how much. */
    default int work(long now) {
        return 0;
    }

    /** Returns whether the tree with this id is tracked even in an at-most-once topology. */
    default boolean isAlwaysTracked(Object messageId) {
        return false;
    }

    /** A bolt has answered, or has sent the reason why the tree fails. */
    default void replied(Object messageId, DataTuple reply) {}

    /** A reply came for a tree that has ended. */
    default void repliedLate() {}

    /** The task is closed, and the tree with this id was acked before. */
    default void acked(Object messageId) {}

    /** The tree has failed. {@link io.millrace.api.Spout#fail} follows, unless the cause is {@link Cause#CLOSED}. */
    default void failed(Object messageId, Cause cause) {}
}

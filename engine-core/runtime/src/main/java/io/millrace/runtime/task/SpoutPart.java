// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.tuple.StreamRef;

/** A part of a spout task that follows the emissions of the spout, and whether it is done. */
public interface SpoutPart extends TaskPart {

    /** The part of a task that has no such parts, which does nothing. */
    SpoutPart NONE = new SpoutPart() {};

    /** Returns whether the spout may emit more. */
    default boolean hasRoom() {
        return true;
    }

    /** The task is about to emit these values. */
    default void emits(StreamRef stream, Object[] values) {}

    /** Takes the message id of a tuple whose tree is not tracked. Returns false if the spout gets its ack at once. */
    default boolean covers(Object messageId) {
        return false;
    }

    /** The spout is about to be told that a tree was acked or has failed. */
    default void tells(Object messageId, boolean acked) {}

    /** Returns whether all that follows the last tuple has been sent, once the spout has finished. */
    default boolean hasSentEnd() {
        return true;
    }

    /** Returns whether nothing is left to do for this part, once the spout has finished. */
    default boolean isFinished() {
        return hasSentEnd();
    }

    /** The spout emits again after it had finished. */
    default void finishWithdrawn() {}

    /**
     * A turn ends.
     *
     * @param trees number of pending trees
     * @param stands whether the spout stands still: it is not called as too many trees are pending, or as its emissions
     *     wait, and nothing has moved in this turn
     */
    default void look(long now, int trees, boolean stands) {}
}

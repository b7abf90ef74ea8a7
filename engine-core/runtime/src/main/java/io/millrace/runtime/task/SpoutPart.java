package io.millrace.runtime.task;

import io.millrace.runtime.tuple.StreamRef;

/** A part of a spout task that follows what the spout emits, and whether it is done. */
public interface SpoutPart extends TaskPart {

    /** Whether the spout may emit more. */
    default boolean hasRoom() {
        return true;
    }

    /** The task is about to emit these values. */
    default void emits(StreamRef stream, Object[] values) {}

    /** Takes the message id of a tuple whose tree is not tracked. Returns false if the spout is told at once that it is processed. */
    default boolean covers(Object messageId) {
        return false;
    }

    /** Whether all that is sent behind the last tuple has been sent, once the spout has finished. */
    default boolean hasSentEnd() {
        return true;
    }

    /** Whether nothing is left to do for this part, once the spout has finished. */
    default boolean isFinished() {
        return hasSentEnd();
    }

    /** The spout emits again after it had finished. */
    default void finishWithdrawn() {}

    /**
     * A turn ends.
     *
     * @param trees that are pending
     * @param stands whether the spout is not called as these are too many, or as what it has emitted waits, and nothing has moved in this turn
     */
    default void look(long now, int trees, boolean stands) {}
}

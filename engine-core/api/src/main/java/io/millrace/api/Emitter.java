// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.codec.PayloadWriter;

/**
 * Emits for a {@link BasicBolt}, anchored to its input. Valid during {@code execute} only. No method blocks. Errors are
 * those of {@link BoltCollector}.
 */
public interface Emitter {

    /** Emits on the default stream. Takes one value per declared field. */
    void emit(Object... values);

    /** Emits on a stream. Takes one value per declared field. */
    void emitTo(String stream, Object... values);

    /** Emits on a direct stream, to one task of a component that subscribed to it. */
    void emitDirect(int task, String stream, Object... values);

    /**
     * Emits on the default stream, with a last value of bytes that a writer writes directly into the send buffer; see
     * {@link SpoutCollector#emitInto}.
     *
     * @param length the number of bytes, 0 or more
     * @param before the values before the last
     */
    default void emitInto(int length, PayloadWriter writer, Object... before) {
        emit(PayloadValues.behind(before, length, writer));
    }

    /** Answers the requests to which the input belongs, as {@link BoltCollector#answer} does. */
    void answer(Object... values);

    /** Answers the requests to which the input belongs with an error, as {@link BoltCollector#answerError} does. */
    void answerError(String message);

    /** Returns the task ids of the last emission, as {@link BoltCollector#lastTargets} does. */
    int[] lastTargets();
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.codec.PayloadWriter;
import java.util.Collection;

/**
 * Emits, acks and fails for a bolt task. To be used only by the thread that calls the task, within these calls; other
 * threads get an {@link IllegalStateException}. No method blocks: a tuple for which a link has no room waits in the
 * task's outbox, and the task is not called again until the outbox is empty.
 *
 * <p>An emission throws {@link IllegalArgumentException} and emits nothing if the component does not declare the
 * stream, if the number of values differs from the number of fields, or if the named task does not subscribe to the
 * stream.
 */
public interface BoltCollector {

    /** Emits on the default stream, as part of the anchor's tree. Takes one value per declared field. */
    void emit(Tuple anchor, Object... values);

    /** Emits on the default stream, as part of the trees of all anchors, for joins and aggregates. */
    void emit(Collection<Tuple> anchors, Object... values);

    /** Emits on the default stream, outside any tree: the loss of this tuple is not detected. */
    void emitUnanchored(Object... values);

    /** Emits on a stream. Without anchors the tuple is outside any tree. */
    void emitTo(String stream, Collection<Tuple> anchors, Object... values);

    /** Emits on a direct stream, to one task of a component that subscribed to it. */
    void emitDirect(int task, String stream, Collection<Tuple> anchors, Object... values);

    /**
     * Emits on the default stream, as part of the anchor's tree, with a last value of bytes that a writer writes
     * straight to where they are sent from; see {@link SpoutCollector#emitInto}. If the writer throws, fail the input:
     * when it is acked, its tree ends without this tuple.
     *
     * @param length of the bytes, 0 or more
     * @param before the values before the last
     */
    default void emitInto(Tuple anchor, int length, PayloadWriter writer, Object... before) {
        emit(anchor, PayloadValues.behind(before, length, writer));
    }

    /**
     * Emits on a stream, with a last value of bytes as {@link #emitInto} does, and anchors as {@link #emitTo} takes
     * them.
     */
    default void emitIntoStream(
            String stream, Collection<Tuple> anchors, int length, PayloadWriter writer, Object... before) {
        emitTo(stream, anchors, PayloadValues.behind(before, length, writer));
    }

    /**
     * Answers the requests ({@link RunningTopology#ask}) to whose trees an input belongs, directly or through anchored
     * emissions, also after joins. Each request takes its first answer; later ones are counted and ignored. Must be
     * called before the input is acked. Does nothing for an input that belongs to no request.
     *
     * @param values one per field that the fed spout declares by {@link FedSpout#answers}
     * @throws IllegalArgumentException if the number of values differs from these fields
     * @throws IllegalStateException if the input was acked or failed before
     */
    void answer(Tuple input, Object... values);

    /**
     * Answers the requests of an input with an error: they fail with this message. The input must still be acked or
     * failed.
     */
    void answerError(Tuple input, String message);

    /**
     * Calls {@code execute} with no further tuple until {@link #resumeInput}. So the task's inbox fills, and its
     * sources slow down. Ticks and commands of {@link TaskContext#execute} go on. This is meant for bolts that hold
     * inputs, which no inbox counts.
     */
    void pauseInput();

    /** Ends {@link #pauseInput}. */
    void resumeInput();

    /**
     * Returns the ids of the tasks that the last emission of this task went to, in no particular order, for protocols
     * that count what they have sent. Empty if no component subscribes to its stream. Not defined after an emission
     * that has thrown.
     */
    int[] lastTargets();

    /** Acks an input. Call this exactly once per input, after the emissions anchored to it. */
    void ack(Tuple input);

    /** Fails an input: its trees fail at once, and their spouts are notified. */
    void fail(Tuple input);

    /**
     * Fails an input as {@link #fail(Tuple)} does. A request ({@link RunningTopology#ask}) to whose tree it belongs
     * fails with this component, task and reason. The call counts and logs no error: {@link #reportError} does that.
     *
     * @param reason the reason in one line; a long text is cut
     */
    default void fail(Tuple input, String reason) {
        fail(input);
    }

    /**
     * Restarts the time-out of the input's trees, for an input whose processing takes longer than {@code
     * topology.message.timeout}. The spout's task is notified at the end of the turn. No effect if the input is
     * untracked, or was acked or failed.
     */
    void resetTimeout(Tuple input);

    /** Counts and logs an error, without failing a tuple. */
    void reportError(Throwable error);
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.BoltCollector;
import io.millrace.api.Tuple;
import java.util.Collection;

/**
 * Emits for a {@link BatchBolt}. Valid during {@code execute} only. Emissions are sent when {@code execute} returns,
 * and dropped if it throws. A mistake in an emission (see {@link BoltCollector}) therefore shows when {@code execute}
 * has returned: it fails the batch, which is not executed again.
 */
public interface BatchEmitter {

    /**
     * Emits on the default stream, as part of the trees of all tuples of the batch. Such a tuple carries a number for
     * each tree (16 bytes between workers), so choose the inputs by {@link #emitFor(Tuple, Object...)} if it comes from
     * few.
     *
     * @param values one value per declared field
     */
    void emit(Object... values);

    /** Emits on the default stream, as part of the tree of one tuple of the batch. */
    void emitFor(Tuple input, Object... values);

    /** Emits on the default stream, as part of the trees of these tuples of the batch. */
    void emitFor(Collection<Tuple> inputs, Object... values);

    /** Emits on a stream. Without inputs the tuple is outside any tree. */
    void emitTo(String stream, Collection<Tuple> inputs, Object... values);

    /** Emits on a direct stream, to one task of a component that subscribed to it. */
    void emitDirect(int task, String stream, Collection<Tuple> inputs, Object... values);

    /** Answers the requests to which a tuple of the batch belongs, as {@link BoltCollector#answer} does. */
    void answer(Tuple input, Object... values);

    /** Answers the requests of a tuple of the batch with an error, as {@link BoltCollector#answerError} does. */
    void answerError(Tuple input, String message);
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.Tuple;
import java.util.List;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.TupleImpl;

/**
 * A tuple as a bolt of Storm gets it, with the engine's tuple that it was. Its settlement belongs to the task's thread.
 */
final class InputTuple extends TupleImpl {

    private static final MessageId UNANCHORED = MessageId.makeUnanchored();

    private final Tuple origin;
    private boolean settled;

    InputTuple(
            GeneralTopologyContext context,
            List<Object> values,
            String component,
            int task,
            String stream,
            Tuple origin) {
        super(context, values, component, task, stream, UNANCHORED);
        this.origin = origin;
        this.settled = origin.isTick();
    }

    Tuple origin() {
        return origin;
    }

    boolean isSettled() {
        return settled;
    }

    /** Returns false if it was acked or failed before, which Storm allows. */
    boolean settle() {
        boolean first = !settled;
        settled = true;
        return first;
    }
}

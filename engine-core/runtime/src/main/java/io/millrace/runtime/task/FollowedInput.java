package io.millrace.runtime.task;

import io.millrace.api.Tuple;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Trace;
import java.util.Collection;

/** Finds the input whose way an emission for several inputs goes on with: the last one, for which the others have waited. Stateless. */
final class FollowedInput {

    private FollowedInput() {}

    /**
     * Returns the input that is being executed if it is one of the anchors, else the last of those that are followed; null if none is.
     *
     * @param anchors null if there are none
     * @param current the input that is being executed, or null
     */
    static DataTuple of(Collection<? extends Tuple> anchors, DataTuple current) {
        if (anchors == null) {
            return null;
        }
        DataTuple last = null;
        for (Tuple anchor : anchors) {
            DataTuple input = (DataTuple) anchor;
            if (input == current) {
                return current;
            }
            Trace trace = input.trace();
            if (trace != null
                    && trace.way() != null
                    && (last == null || trace.begun() - last.trace().begun() >= 0)) {
                last = input;
            }
        }
        return last;
    }
}

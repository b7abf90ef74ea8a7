package io.millrace.runtime.task;

import io.millrace.api.Tuple;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Trace;
import java.util.Collection;

/** Finds the input whose way an emission for several inputs goes on with: the last one, for which the others have waited. Stateless. */
final class FollowedInput {

    private FollowedInput() {}

    /**
     * Returns the last of the anchors; null if it is not known which is the last.
     *
     * @param anchors null if there are none
     * @param current the input that is being executed, or null
     */
    static DataTuple of(Collection<? extends Tuple> anchors, DataTuple current) {
        if (anchors == null || anchors.isEmpty()) {
            return null;
        }
        DataTuple last = null;
        boolean known = true;
        for (Tuple anchor : anchors) {
            DataTuple input = (DataTuple) anchor;
            if (input == current) {
                return current;
            }
            Trace trace = input.trace();
            known &= trace != null;
            if (!known && current == null) {
                return null;
            }
            if (known && (last == null || trace.begun() - last.trace().begun() >= 0)) {
                last = input;
            }
        }
        return known ? last : null;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Tuple;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StageTimes;
import java.util.Collection;

/**
 * Finds, of several inputs of an emission, the input whose trace goes on with the emission: the last one, for which the
 * others have waited. Stateless.
 */
final class FollowedInput {

    private FollowedInput() {}

    /**
     * Returns the input that is being executed if it is one of the anchors, else the last followed anchor; null if none
     * is followed.
     *
     * @param anchors anchors of the emission; null if there are none
     * @param current input that is being executed, or null
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
            StageTimes times = input.stageTimes();
            if (times != null
                    && times.trace() != null
                    && (last == null || times.begun() - last.stageTimes().begun() >= 0)) {
                last = input;
            }
        }
        return last;
    }
}

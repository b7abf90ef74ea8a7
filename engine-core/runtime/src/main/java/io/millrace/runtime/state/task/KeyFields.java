// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state.task;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Grouping;
import io.millrace.api.Subscription;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;

/** The fields of the inputs of a bolt that are the key of its states. Immutable, but for a cache of its thread. */
final class KeyFields {

    private record Input(String component, String stream, List<String> fields) {}

    private final List<Input> inputs = new ArrayList<>();

    // The stream of the last tuple
    private Object lastStream;
    private int[] lastPositions;

    KeyFields(ComponentSpec spec) {
        for (Subscription input : spec.inputs()) {
            if (input.grouping() instanceof Grouping.ByFields by) {
                inputs.add(new Input(input.source(), input.stream(), by.fields().names()));
            }
        }
    }

    /** Sets the current key of the states to that of a tuple. */
    void enter(DataTuple tuple, TaskStates states) {
        if (tuple.stream() != lastStream) {
            lastPositions = positions(tuple);
            lastStream = tuple.stream();
        }
        if (lastPositions == null) {
            states.noKey("the input of " + tuple.stream() + " is not grouped by fields");
        } else {
            states.key(tuple.array(lastPositions), lastPositions);
        }
    }

    private int[] positions(DataTuple tuple) {
        for (Input input : inputs) {
            if (input.component().equals(tuple.stream().component())
                    && input.stream().equals(tuple.stream().name())) {
                return input.fields().stream()
                        .mapToInt(tuple.stream().fields()::indexOf)
                        .toArray();
            }
        }
        return null;
    }
}

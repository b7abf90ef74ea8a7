// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.EmitsLater;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import java.util.List;

/** A kind of windows: it keeps and ends the windows of the current key. Confined to the task's thread. */
interface WindowKind {

    /** Takes the results of windows. */
    interface Results {
        void emit(long from, long to, WindowRows rows, int row);
    }

    /** Returns the state whose keys have open windows. */
    StateSpec<?> counted();

    /** Counts the windows of a restored key of that state, and sets its timers again. */
    void restored();

    /** The number of longs of each row of {@link WindowRows} for the kind itself. The first is the beginning. */
    int heads();

    /** Returns the states that the kind needs. */
    List<StateSpec<?>> states();

    /** Opens the kind, when the states are available. */
    void open(TaskContext context, WindowClock clock, WindowAggregates aggregates);

    /**
     * Takes an input.
     *
     * @return false if all windows to which it belongs are gone
     */
    boolean add(Tuple input, Results out);

    /**
     * Returns the time that must have passed for an input of this time to be emitted first by a timer; {@link
     * EmitsLater#NEVER} if no timer emits it.
     */
    long emittedAt(long time);

    /** Ends the windows up to this time, which has passed. */
    void passed(long millis, Results out);

    /** Emits the values that open windows have so far. */
    void early(Results out);
}

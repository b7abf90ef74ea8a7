package io.millrace.operators.window;

import io.millrace.api.EmitsLater;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import java.util.List;

/** How windows of one kind keep and end what belongs to the current key. Confined to the task's thread. */
interface WindowKind {

    /** Takes the result of a window. */
    interface Results {
        void emit(long from, long to, WindowRows rows, int row);
    }

    /** Returns the state whose keys have open windows. */
    StateSpec<?> counted();

    /** A key of that state was restored: counts its windows, and sets its timers again. */
    void restored();

    /** Returns how many longs of each of {@link WindowRows} it uses itself. The first is the beginning. */
    int heads();

    /** Returns the states that it needs. */
    List<StateSpec<?>> states();

    /** The states are there. */
    void open(TaskContext context, WindowClock clock, WindowAggregates aggregates);

    /**
     * Takes an input.
     *
     * @return false if all windows that could have it are gone
     */
    boolean add(Tuple input, Results out);

    /** Returns what time must have passed for an input of this time to be emitted first by a timer; {@link EmitsLater#NEVER} if none does that. */
    long emittedAt(long time);

    /** All up to this time has passed. */
    void passed(long millis, Results out);

    /** Tells what open windows have so far. */
    void early(Results out);
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.tuple.DataTuple;

/** A part of a bolt task that stands between arriving tuples and the bolt. */
public interface InputPart extends TaskPart {

    /** The part of a task that has no such parts, which does nothing. */
    InputPart NONE = new InputPart() {};

    /** Returns whether this tuple may be executed now, without passing the inbox. */
    default boolean admits(DataTuple tuple) {
        return true;
    }

    /** A tuple has come, and is about to be executed without passing the inbox. */
    default void admitted(DataTuple tuple) {}

    /** A tuple was executed without passing the inbox, outside of a turn of the task. */
    default void executedAtOnce() {}

    /** A tuple has come, and was put into the inbox. */
    default void queued(DataTuple tuple) {}

    /** A tuple has come, and is not executed. */
    default void refused(DataTuple tuple) {}

    /** Returns whether the inbox takes more tuples than there is room for. */
    default boolean takesAll() {
        return false;
    }

    /** A tuple was taken out of the inbox. */
    default void unqueued(DataTuple tuple) {}

    /** Returns whether no tuple may be taken out of the inbox. */
    default boolean closesInbox() {
        return false;
    }

    /**
     * Takes a tuple that was taken out of the inbox, unless the bolt is to execute it.
     *
     * @param budget most calls of the component
     * @return amount of work in the unit of the budget; 0 if the tuple is for the bolt
     */
    default int take(DataTuple tuple, long now, int budget) {
        return 0;
    }

    /** A tuple for this task was dropped by its source. */
    default void skipped(int sourceTask, short generation) {}
}

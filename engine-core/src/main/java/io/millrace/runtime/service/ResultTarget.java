package io.millrace.runtime.service;

import io.millrace.api.Tuple;

/** Takes the results of a task. Called on the task's thread. */
public interface ResultTarget {

    /**
     * Offers a tuple.
     *
     * @return false if there is no room now: {@link ResultsPort#roomMade} must be called when there is
     */
    boolean offer(Tuple tuple);

    /** The task is closed: no further tuples come from it. */
    default void closed() {}
}

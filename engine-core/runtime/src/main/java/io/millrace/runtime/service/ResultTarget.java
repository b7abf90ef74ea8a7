// SPDX-License-Identifier: Apache-2.0
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

    /** Returns the name of the subscription. */
    String name();

    /** Returns how many tuples the subscription has not taken. */
    int waiting();

    /** Returns how many tuples the subscription has dropped; -1 if it drops none. */
    long droppedOldest();

    /** Returns how many tuples were lost on their way to the subscription with a connection; -1 if none can be. */
    default long lostOnTheirWay() {
        return -1;
    }

    /** Returns whether the subscription has no room, and so holds the topology back. */
    boolean holdsBack();

    /** The task is closed: no further tuples come from it. */
    default void closed() {}
}

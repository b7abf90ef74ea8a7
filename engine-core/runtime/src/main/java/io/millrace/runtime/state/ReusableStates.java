// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The states of tasks that have ended in this process, and that a committed snapshot contains without change: their
 * successors need not read them if they begin with that snapshot. Any thread.
 */
public final class ReusableStates {

    private record Reusable(long snapshotId, TaskStates states) {}

    private final Map<Integer, Reusable> byTask = new ConcurrentHashMap<>();

    /** A task has ended. Its thread does not use the states any more. */
    public void keep(int task, long snapshotId, TaskStates states) {
        byTask.put(task, new Reusable(snapshotId, states));
    }

    /** Returns the states that a task has left and a snapshot contains; null if there are none. */
    public TaskStates of(int task, long snapshotId) {
        Reusable reusable = byTask.get(task);
        return reusable == null || reusable.snapshotId() != snapshotId ? null : reusable.states();
    }

    /** Forgets the states, as successors have got them, or will read them. */
    public void clear() {
        byTask.clear();
    }
}

package io.millrace.runtime.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The states of tasks that have ended in this process, and that a committed snapshot contains as they are: their successors need not
 * read them if they begin with that snapshot. Any thread.
 */
public final class KeptStates {

    private record Kept(long snapshotId, TaskStates states) {}

    private final Map<Integer, Kept> byTask = new ConcurrentHashMap<>();

    /** A task has ended. Its thread does not use the states any more. */
    public void keep(int task, long snapshotId, TaskStates states) {
        byTask.put(task, new Kept(snapshotId, states));
    }

    /** Returns what a task has left that a snapshot contains; null if there is nothing. */
    public TaskStates of(int task, long snapshotId) {
        Kept kept = byTask.get(task);
        return kept == null || kept.snapshotId() != snapshotId ? null : kept.states();
    }

    /** Successors have got what was kept, or will read it. */
    public void clear() {
        byTask.clear();
    }
}

package io.millrace.runtime.snapshot.task;

import java.util.List;

/**
 * What keeps a task from taking a snapshot.
 *
 * @param of the task
 * @param tasks that it waits for, by the cause
 * @param barriers how many it has yet to take, whatever the cause; they only become fewer
 */
public record SnapshotWait(String of, Cause cause, List<Integer> tasks, int barriers) {

    /** Why it waits. Those come first that are not the consequence of others. */
    public enum Cause {
        EMISSIONS("cannot emit, as nothing is taken by"),
        PAUSED("has paused its input"),
        BARRIERS("waits for barriers of"),
        FIRST_BARRIER("waits for the first barrier, of");

        private final String words;

        Cause(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import java.util.List;

/**
 * The reason why a task has not taken a snapshot.
 *
 * @param of name of the task
 * @param tasks tasks that it waits for, by the cause
 * @param barriers number of barriers that it has yet to take, whatever the cause; the number only falls
 */
public record SnapshotWait(String of, Cause cause, List<Integer> tasks, int barriers) {

    /** The causes of the wait. Those come first that are not the consequence of others. */
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

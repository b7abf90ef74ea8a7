// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.Fields;

/**
 * The tuple that divides the tuples that a task has sent to another one before a snapshot from those after it. It
 * travels behind the earlier ones. Its count of tuples shows whether all of them have arrived. Stateless.
 */
public final class Barrier {

    /** The stream of barriers. Each component has it. */
    public static final StreamRef STREAM =
            new StreamRef("__system", StreamRef.BARRIERS, "__barrier", Fields.of("snapshot", "tuples"), true);

    /** The stream of the marks in an inbox for unreadable tuples, so that barriers count them. It is never sent. */
    public static final StreamRef UNREADABLE =
            new StreamRef("__system", StreamRef.UNREADABLE, "__unreadable", Fields.of(), true);

    private Barrier() {}

    /** Returns the values of a barrier that has not been handed over. */
    public static Object[] values(long snapshotId) {
        return new Object[] {snapshotId, 0L};
    }

    /**
     * Completes a barrier that is handed over now, as tuples that were sent before it may have failed.
     *
     * @param tuples number of tuples that the source task has sent to the target task in this generation
     */
    public static void complete(DataTuple barrier, long tuples) {
        barrier.array()[1] = tuples;
    }

    public static long snapshotId(DataTuple barrier) {
        return barrier.getLong(0);
    }

    public static long tuples(DataTuple barrier) {
        return barrier.getLong(1);
    }
}

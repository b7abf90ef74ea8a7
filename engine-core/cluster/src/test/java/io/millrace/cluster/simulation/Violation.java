// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

/** An invariant of the control plane does not hold. */
final class Violation extends AssertionError {

    private static final long serialVersionUID = 1L;

    enum Invariant {
        /** An assignment names each task of its topology once. */
        EACH_TASK_ONCE,
        /** The epoch of an assignment grows with each change. */
        EPOCHS_GROW,
        /** Only the controller of the current term changes topologies. */
        NOBODY_ACTS_ON_A_FENCED_TERM,
        /** Only a topology that has ended loses its assignment, and only one that was killed its record. */
        NO_RUNNING_TOPOLOGY_IS_REMOVED,
        /** A worker is started only if the latest assignment wants it there. */
        NO_UNWANTED_START,
        /** No assignment has a task on a node outside the regions of its component. */
        NO_TASK_LEAVES_ITS_REGION,
        /** The files of each topology that may run are on some machine's disk. */
        NO_FILE_IS_LOST,
        /** A file that a topology names stays where it is, unless its disk is lost. */
        NO_NAMED_FILE_IS_DELETED,
        /** No supervisor stops a worker that the latest assignment wants as it is. */
        NO_WANTED_WORKER_IS_STOPPED,
        /** The leader's answer to a client has all existing topologies. */
        NO_ANSWER_LEAVES_OUT_A_TOPOLOGY,
        /** While no node is lost, no task is open in two processes. */
        NO_TASK_IS_OPEN_TWICE,
        /** A request that is sent again is not done again, and is answered as the first time. */
        REPEATED_REQUESTS_ARE_DONE_ONCE,
        /** A topology completes only when its sources have no more tuples. */
        NOTHING_COMPLETES_TOO_EARLY,
        /** After the faults, each topology runs, has failed with a reason, or is removed. */
        EACH_TOPOLOGY_ENDS_WELL,
        /** After all are killed, no node and no file is left of them. */
        NOTHING_IS_LEFT,
        /** A loop only sees the errors that it expects. */
        NO_UNEXPECTED_ERROR
    }

    private final Invariant invariant;

    Violation(Invariant invariant, String what) {
        super(invariant + ": " + what);
        this.invariant = invariant;
    }

    Violation(Invariant invariant, String what, Throwable cause) {
        super(invariant + ": " + what, cause);
        this.invariant = invariant;
    }

    Invariant invariant() {
        return invariant;
    }
}

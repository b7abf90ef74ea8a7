// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/** Called after each step of the protocol, so that tests can stop or kill a process there. */
@FunctionalInterface
interface FailPoint {
    /** The steps, named after what was just done. */
    enum Step {
        LINKED,
        REGISTERED,
        TAIL_LOADED,
        ANNOUNCED,
        CLAIMED,
        DESCRIBED,
        ANNOUNCE_CLEARED,
        FLUSH_ANNOUNCED,
        FLUSH_CLAIMED,
        FLUSH_DESCRIBED,
        FLUSH_ANNOUNCE_CLEARED,
        CLAIM_FAILED,
        READY_STORED,
        COMMITTED,
        ABORTED,
        WAKE_REQUESTED,
        HANDLED,
        MARKED,
        TAIL_SEEN,
        ANNOUNCES_SEEN,
        SUSPECTED,
        PROVEN_DEAD,
        SLOT_FREED,
        WAKE_TAKEN,
        TAKEN_OVER
    }

    FailPoint NONE = step -> {};

    void reached(Step step);
}

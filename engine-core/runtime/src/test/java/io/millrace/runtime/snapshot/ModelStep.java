// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/**
 * A step that a model can take.
 *
 * @param process index of a coordinator or of a worker's start
 * @param other index of the sender of a message; of a write; or of the way in which a worker crashes
 */
record ModelStep(Kind kind, int process, int other) {

    /** The kind of event. */
    enum Kind {
        POINTER_READ,
        POINTER_WRITTEN,
        POINTER_ASSUMED,
        POINTER_UNKNOWN(true),
        LATE_WRITE(true),
        LATE_WRITE_VANISHES,
        MANIFEST_PUBLISHED,
        MANIFEST_FAILS(true),
        SNAPSHOT_DUE(true),
        COORDINATOR_REPEATS,
        SNAPSHOT_TIMES_OUT(true),
        POINTER_TRIED_AGAIN,
        COORDINATOR_HEARS,
        COORDINATOR_LOSES(true),
        LOSS_NOTICED,
        WORKER_HEARS,
        WORKER_LOSES(true),
        COORDINATOR_FOUND,
        FILE_PUBLISHED,
        FILE_FAILS(true),
        WORKER_REPEATS,
        WORKER_DIES(true);

        /** Whether the step need never happen. */
        final boolean chance;

        Kind() {
            this(false);
        }

        Kind(boolean chance) {
            this.chance = chance;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

/** A mistake of a spout, a sink or the store of the pointer. {@link EngineMutant} has those of the engine. */
enum Mutant {
    NONE(Faults.DEATHS),
    /** A snapshot's commit is told before the pointer names it. */
    COMMIT_BEFORE_POINTER(Faults.DEATHS),
    /** A sink does not note what it has made visible. */
    MARKER_LEFT_OUT(Faults.DEATHS),
    /** A spout's position is read when it is written, after tuples behind the barrier were emitted. */
    OFFSET_AFTER_EMISSION(Faults.DEATHS),
    /** A sink removes the outputs that later generations have prepared. */
    RECOVER_REMOVES_LATER_ONES(Faults.ZOMBIES);

    /** The faults that show it. */
    final Faults faults;

    Mutant(Faults faults) {
        this.faults = faults;
    }
}

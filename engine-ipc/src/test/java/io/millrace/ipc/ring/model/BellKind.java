// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** How the consumer waits. */
enum BellKind {
    /** It reads a pipe. */
    PIPE,
    /** It reads a pipe, or is parked if it has a deadline. */
    PARKING,
    /** It waits for a change of the word. */
    FUTEX;

    /** Producers wait in the same way, but one doorbell at which a thread reads or parks has states enough. */
    BellKind ofProducers() {
        return this == PARKING ? PIPE : this;
    }

    Bell make(Field.Packing bits, int ringers, BellMutant mutant) {
        return switch (this) {
            case PIPE -> new PipeBell(bits, ringers);
            case PARKING -> new ParkingBell(bits, mutant);
            case FUTEX -> new FutexBell(bits);
        };
    }
}

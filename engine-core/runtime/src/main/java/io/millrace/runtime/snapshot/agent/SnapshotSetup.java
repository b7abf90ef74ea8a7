// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.snapshot.savepoint.SavepointOrigin;
import io.millrace.runtime.state.ReusableStates;
import java.util.Optional;

/**
 * The objects from outside that a worker needs to take snapshots.
 *
 * @param store store of the topology's snapshots, which the worker closes
 * @param pointers store of the topology's pointer
 * @param assignment epoch of the assignment with which the worker starts
 * @param from savepoint with which the topology begins
 * @param connectors class loader in which stores of savepoints are looked for
 * @param reusable states that tasks of this process have left to their successors, also in an earlier worker
 */
public record SnapshotSetup(
        SnapshotStore store,
        PointerStore pointers,
        long assignment,
        Optional<SavepointOrigin> from,
        ClassLoader connectors,
        ReusableStates reusable) {

    /** Makes the setup of a topology that begins without a savepoint. */
    public SnapshotSetup(SnapshotStore store, PointerStore pointers, long assignment) {
        this(store, pointers, assignment, Optional.empty(), SnapshotSetup.class.getClassLoader(), new ReusableStates());
    }
}

package io.millrace.runtime.snapshot.agent;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.snapshot.savepoint.SavepointOrigin;
import io.millrace.runtime.state.KeptStates;
import java.util.Optional;

/**
 * What a worker needs from outside to take snapshots.
 *
 * @param store of the topology's snapshots, which the worker closes
 * @param pointers where the pointer of the topology is
 * @param assignment the epoch of the assignment with which the worker starts
 * @param from the savepoint with which the topology begins
 * @param connectors where stores of savepoints are looked for
 * @param kept what tasks of this process have left to their successors, also in an earlier worker
 */
public record SnapshotSetup(
        SnapshotStore store,
        PointerStore pointers,
        long assignment,
        Optional<SavepointOrigin> from,
        ClassLoader connectors,
        KeptStates kept) {

    /** Makes one of a topology that begins without a savepoint. */
    public SnapshotSetup(SnapshotStore store, PointerStore pointers, long assignment) {
        this(store, pointers, assignment, Optional.empty(), SnapshotSetup.class.getClassLoader(), new KeptStates());
    }
}

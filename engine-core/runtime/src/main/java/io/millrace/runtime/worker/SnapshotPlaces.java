// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.snapshot.agent.PointerStore;
import io.millrace.runtime.snapshot.agent.SnapshotSetup;
import io.millrace.runtime.snapshot.savepoint.SavepointOrigin;
import io.millrace.runtime.snapshot.store.SnapshotStores;
import io.millrace.runtime.state.ReusableStates;
import java.io.IOException;

/** Opens the stores that a worker needs for snapshots. Any thread may call it. */
public final class SnapshotPlaces {

    private SnapshotPlaces() {}

    /**
     * Returns the setup of a worker process; null if its topology takes no snapshots.
     *
     * @param connectors class loader in which the store of the location is looked for beside those of the engine
     * @param assignment epoch of the assignment with which it was started
     * @param reusable states that earlier workers of the process have left
     * @throws TopologyException if there is no directory for snapshots, or it cannot be used
     */
    public static SnapshotSetup open(
            Config topology, ClassLoader connectors, PointerStore pointers, long assignment, ReusableStates reusable) {
        SnapshotSettings settings = SnapshotSettings.of(topology);
        if (!settings.enabled()) {
            return null;
        }
        if (settings.stateDir().isEmpty()) {
            throw new TopologyException(
                    TopologyKeys.STATE_DIR.name() + " is not set: a topology that takes snapshots needs a directory"
                            + " that all its nodes reach, such as /mnt/state");
        }
        return new SnapshotSetup(
                store(topology, connectors, settings),
                pointers,
                assignment,
                SavepointOrigin.of(topology, connectors),
                connectors,
                reusable);
    }

    /**
     * Returns the setup of a worker whose topology ends with its process; null if it takes no snapshots. Without a
     * directory snapshots are kept on the heap.
     */
    public static SnapshotSetup openInProcess(
            Config topology, ClassLoader connectors, SnapshotStore onHeap, PointerStore pointers) {
        SnapshotSettings settings = SnapshotSettings.of(topology);
        if (!settings.enabled()) {
            return null;
        }
        return new SnapshotSetup(
                settings.stateDir().isEmpty() ? onHeap : store(topology, connectors, settings),
                pointers,
                1,
                SavepointOrigin.of(topology, connectors),
                connectors,
                new ReusableStates());
    }

    private static SnapshotStore store(Config topology, ClassLoader connectors, SnapshotSettings settings) {
        try {
            return SnapshotStores.open(settings.stateDir(), topology.asMap(), connectors);
        } catch (IOException e) {
            throw new TopologyException(TopologyKeys.STATE_DIR.name() + ": " + e.getMessage(), e);
        }
    }
}

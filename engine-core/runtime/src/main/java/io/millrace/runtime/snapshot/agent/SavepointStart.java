// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.ComponentSpec;
import io.millrace.api.config.SecretSettings;
import io.millrace.api.error.TopologyException;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.snapshot.savepoint.SavepointChecks;
import io.millrace.runtime.snapshot.savepoint.SavepointOrigin;
import io.millrace.runtime.snapshot.store.DamagedSnapshotException;
import io.millrace.runtime.snapshot.store.ManifestRef;
import io.millrace.runtime.snapshot.store.Savepoint;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import io.millrace.runtime.snapshot.store.SnapshotFormatException;
import io.millrace.runtime.snapshot.store.SnapshotWriter;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Lets a topology that has never begun begin with a savepoint. To the coordinator it looks as if the pointer named a
 * snapshot already: reading the pointer the first time copies the savepoint into the topology's own store, publishes a
 * manifest, and sets the pointer by a compare-and-set, which is the commit. If the coordinator dies before the commit,
 * nothing has changed, and the next coordinator begins again; afterwards the savepoint is not needed. Used in the
 * background of the coordinator.
 */
final class SavepointStart implements PointerStore {

    private final PointerStore pointers;
    private final SavepointOrigin origin;
    private final SnapshotStore store;
    private final SnapshotWriter.Owner owner;
    private final List<ComponentSpec> components;
    private final Supplier<WrittenClasses> present;

    /**
     * Makes the pointer store of a topology that begins with a savepoint.
     *
     * @param pointers store that holds the pointer
     * @param store snapshot store of the topology
     * @param owner names of the coordinator's worker
     * @param components components of the topology
     * @param present forms in which its classes are encoded now
     */
    SavepointStart(
            PointerStore pointers,
            SavepointOrigin origin,
            SnapshotStore store,
            SnapshotWriter.Owner owner,
            List<ComponentSpec> components,
            Supplier<WrittenClasses> present) {
        this.pointers = pointers;
        this.origin = origin;
        this.store = store;
        this.owner = owner;
        this.components = components;
        this.present = present;
    }

    /** @throws TopologyException if the topology cannot begin with the savepoint, however often it is tried */
    @Override
    public Seen read() throws IOException {
        Seen seen = pointers.read();
        if (seen.pointer().generation() != 0 || seen.pointer().snapshotId() != 0) {
            return seen;
        }
        Pointer first = restored(seen.pointer().term());
        try {
            return new Seen(first, pointers.set(seen.version(), first));
        } catch (ReplacedException e) {
            // Another coordinator has begun meanwhile
            return pointers.read();
        }
    }

    @Override
    public long set(long version, Pointer next) throws IOException, ReplacedException {
        return pointers.set(version, next);
    }

    private Pointer restored(Term term) throws IOException {
        try (SavepointPlace place = origin.open()) {
            Savepoint savepoint = place.read();
            SavepointChecks.check(origin.location(), savepoint, components, origin.dropped(), present);
            ManifestRef manifest = place.restore(savepoint, store, owner.names(), owner.worker(), owner.epoch());
            long id = savepoint.snapshot().snapshotId();
            // Ids and generations continue those of the topology from which the savepoint was taken, as sinks order
            // their prepared transactions by them
            return new Pointer(
                    savepoint.snapshot().generation(), id, manifest.name(), manifest.digest(), id, term, List.of());
        } catch (DamagedSnapshotException | SnapshotFormatException e) {
            throw new TopologyException(
                    "the topology cannot begin with the savepoint in " + SecretSettings.shownText(origin.location())
                            + ": " + e.getMessage(),
                    e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.PublishedManifest;
import io.millrace.runtime.snapshot.savepoint.Shapes;
import io.millrace.runtime.snapshot.store.Manifest;
import io.millrace.runtime.snapshot.store.ManifestRef;
import io.millrace.runtime.snapshot.store.Manifests;
import io.millrace.runtime.snapshot.store.SnapshotCleaner;
import io.millrace.runtime.snapshot.store.SnapshotNames;
import io.millrace.runtime.snapshot.store.WorkerPart;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The manifests of a topology, and the deletion of unneeded files. Confined to the background of the coordinator. */
final class Archive {

    private final SnapshotNames names;
    private final TaskPlan plan;
    private final Manifests manifests;
    private final SnapshotCleaner cleaner;
    private final LongSupplier wallMillis;
    private final String engineVersion;
    private final Supplier<WrittenClasses> classes;
    /** Whether nothing is deleted. Set by the host's thread. */
    private volatile boolean held;

    private boolean started;
    private Manifest last;

    /** @param classes supplier of the written classes, which is called in the background */
    Archive(
            SnapshotStore store,
            SnapshotNames names,
            TaskPlan plan,
            int keep,
            LongSupplier wallMillis,
            String engineVersion,
            Supplier<WrittenClasses> classes) {
        this.names = names;
        this.plan = plan;
        this.manifests = new Manifests(store, names);
        this.cleaner = new SnapshotCleaner(store, names, keep);
        this.wallMillis = wallMillis;
        this.engineVersion = engineVersion;
        this.classes = classes;
    }

    /** Makes the manifest of a snapshot durable. */
    PublishedManifest publish(long generation, long snapshotId, List<WorkerPart> parts) throws IOException {
        Optional<String> missing = started ? cleaner.missing(parts) : Optional.empty();
        if (missing.isPresent()) {
            throw new IOException("a worker refers to " + missing.get() + ", which no snapshot needs any more");
        }
        last = new Manifest(
                Manifest.VERSION,
                names.topology(),
                names.topologyId(),
                snapshotId,
                generation,
                engineVersion,
                wallMillis.getAsLong(),
                started ? cleaner.kept() : List.of(),
                parts,
                Shapes.of(plan.components()),
                classes.get());
        var ref = manifests.publish(last);
        return new PublishedManifest(snapshotId, ref.name(), ref.digest());
    }

    /** Sets whether nothing is deleted from the next snapshot on. Any thread may call it. */
    void hold(boolean on) {
        held = on;
    }

    /** Deletes the files that these snapshots do not need. */
    void cleanUp(List<PublishedManifest> kept, long snapshotId) throws IOException {
        var newest = new ManifestRef(kept.get(0).name(), kept.get(0).digest());
        if (!started || last == null || last.snapshotId() != snapshotId) {
            cleaner.startFrom(newest);
            started = true;
        } else {
            cleaner.committed(newest, last);
        }
        if (!held) {
            cleaner.clean(snapshotId + 1);
        }
    }
}

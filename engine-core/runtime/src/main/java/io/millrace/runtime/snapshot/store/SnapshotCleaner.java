// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which snapshots of a topology are kept, and deletes all other objects of the topology. Used by the thread of
 * the coordinator's writer.
 *
 * <p>Its process may die at any point: it deletes nothing that a kept manifest needs, and a manifest before the objects
 * that only this manifest needs.
 */
public final class SnapshotCleaner {

    /** The least number of kept snapshots: the last one, and the one that is used if the last one is damaged. */
    private static final int LEAST = 2;

    private final SnapshotStore store;
    private final SnapshotNames names;
    private final int keep;

    /** The manifests that are kept, newest first, with the objects that they need; null before the start. */
    private Map<ManifestRef, Set<String>> kept;

    /** @param keep value of {@code topology.snapshot.keep}; at least 2 are kept */
    public SnapshotCleaner(SnapshotStore store, SnapshotNames names, int keep) {
        this.store = store;
        this.names = names;
        this.keep = Math.max(keep, LEAST);
    }

    /** The topology has no snapshot yet. */
    public void startWithout() {
        kept = Map.of();
    }

    /**
     * Reads which snapshots were kept, as far as they can be read.
     *
     * @param last snapshot from which the topology goes on
     * @throws IOException if the manifest cannot be read; earlier knowledge is kept
     */
    public void startFrom(ManifestRef last) throws IOException {
        Map<ManifestRef, Set<String>> found = new LinkedHashMap<>();
        Manifest newest = Manifests.read(store, last);
        found.put(last, newest.objects());
        for (ManifestRef ref : newest.earlier()) {
            try {
                if (found.size() < keep) {
                    found.put(ref, Manifests.read(store, ref).objects());
                }
            } catch (DamagedSnapshotException e) {
                // The manifest can never be restored, so one before takes its place
            }
        }
        kept = found;
    }

    /** Notes that the pointer names this manifest now. Does no I/O, so that it cannot fail. */
    public void committed(ManifestRef ref, Manifest manifest) {
        Map<ManifestRef, Set<String>> next = new LinkedHashMap<>();
        next.put(ref, manifest.objects());
        known().forEach((earlier, objects) -> {
            if (next.size() < keep) {
                next.putIfAbsent(earlier, objects);
            }
        });
        kept = next;
    }

    /** Returns the manifests that are kept, newest first. The next manifest names them as earlier ones. */
    public List<ManifestRef> kept() {
        return List.copyOf(known().keySet());
    }

    /**
     * Returns an object that a worker refers to, and that may be deleted, because no kept manifest needs it. The
     * snapshot must fail. This can happen if a worker has not heard of the last commits.
     *
     * @param parts parts of a snapshot that is to be committed
     */
    public Optional<String> missing(List<WorkerPart> parts) {
        Set<String> needed = needed();
        return parts.stream()
                .flatMap(part -> part.references().stream())
                .filter(object -> !needed.contains(object))
                .findFirst();
    }

    /**
     * Deletes the objects that are not needed. If it fails, nothing that is needed is lost, and the next run deletes
     * the rest.
     *
     * @param from least id of a snapshot that may still be committed: that of the running one, or of the next one.
     *     Objects with this id or a greater one stay
     * @return number of deleted objects
     */
    public int clean(long from) throws IOException {
        Set<String> needed = needed();
        List<String> manifests = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (SnapshotStore.Entry entry : store.list(names.prefix())) {
            String name = entry.name();
            SnapshotNames.parse(name)
                    .filter(parsed -> parsed.snapshotId() < from && !needed.contains(name))
                    .ifPresent(parsed -> (parsed.isManifest() ? manifests : parts).add(name));
        }
        // Manifests are deleted first, so that no manifest is left whose parts are deleted
        for (String manifest : manifests) {
            store.delete(manifest);
        }
        for (String part : parts) {
            store.delete(part);
        }
        store.removeDrafts(
                names.prefix(),
                name -> SnapshotNames.parse(name)
                        .map(parsed -> parsed.snapshotId() < from)
                        .orElse(false));
        return manifests.size() + parts.size();
    }

    private Set<String> needed() {
        Set<String> needed = new HashSet<>();
        known().forEach((ref, objects) -> {
            needed.add(ref.name());
            needed.addAll(objects);
        });
        return needed;
    }

    private Map<ManifestRef, Set<String>> known() {
        if (kept == null) {
            throw new IllegalStateException("it is not known what must be kept: start the cleaner first");
        }
        return kept;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes and reads the manifests of one topology. Any thread may call it. */
public final class Manifests {

    private final SnapshotStore store;
    private final SnapshotNames names;

    public Manifests(SnapshotStore store, SnapshotNames names) {
        this.store = store;
        this.names = names;
    }

    /** Makes a manifest durable and returns the reference by which the pointer names it. */
    public ManifestRef publish(Manifest manifest) throws IOException {
        byte[] json = Json.write(manifest);
        String digest = Crc.digest(Crc.of(ByteBuffer.wrap(json)));
        String name = names.manifest(manifest.generation(), manifest.snapshotId(), digest);
        try (SnapshotStore.Draft draft = store.write(name)) {
            draft.out().write(json);
            draft.publish();
        }
        return new ManifestRef(name, digest);
    }

    /**
     * Reads a manifest.
     *
     * @throws DamagedSnapshotException if the manifest is missing, or is not what was published
     * @throws SnapshotFormatException if a newer engine wrote the manifest
     */
    public Manifest read(ManifestRef ref) throws IOException {
        return read(store, ref);
    }

    static Manifest read(SnapshotStore store, ManifestRef ref) throws IOException {
        String name = ref.name();
        byte[] json = bytes(store, name);
        String digest = Crc.digest(Crc.of(ByteBuffer.wrap(json)));
        if (!digest.equals(ref.digest())) {
            throw new DamagedSnapshotException(
                    name, "is damaged: it has the digest " + digest + " instead of " + ref.digest());
        }
        try {
            // The version is read first: the rest may be different in a newer manifest
            int version = Json.read(json, Version.class).version();
            if (version < 1 || version > Manifest.VERSION) {
                throw new SnapshotFormatException(name, version, Manifest.VERSION);
            }
            return Json.read(json, Manifest.class);
        } catch (JsonException e) {
            throw new DamagedSnapshotException(name, "is no manifest: " + e.getMessage(), e);
        }
    }

    private record Version(int version) {}

    static byte[] bytes(SnapshotStore store, String name) throws IOException {
        long length = store.length(name);
        if (length < 0) {
            throw new DamagedSnapshotException(name, "is missing");
        }
        if (length > Integer.MAX_VALUE - 8) {
            throw new DamagedSnapshotException(name, "is damaged: a manifest does not have " + length + " bytes");
        }
        try {
            byte[] json = new byte[(int) length];
            store.read(name, 0, json.length).get(json);
            return json;
        } catch (NoSuchFileException | EOFException e) {
            throw new DamagedSnapshotException(name, "is missing or becomes shorter", e);
        }
    }

    /**
     * Returns the manifests that can be restored, the newest first: the committed one, and those before. If the
     * committed one cannot be read, those before are the manifests that the store has. The cleaner has left only
     * committed ones among them, except for those that were published since it ran.
     *
     * @param committed reference by which the pointer names the manifest
     */
    public List<ManifestRef> candidates(ManifestRef committed) throws IOException {
        List<ManifestRef> candidates = new ArrayList<>();
        candidates.add(committed);
        try {
            candidates.addAll(read(committed).earlier());
        } catch (DamagedSnapshotException e) {
            candidates.addAll(before(committed));
        }
        return candidates;
    }

    private List<ManifestRef> before(ManifestRef committed) throws IOException {
        long id = SnapshotNames.parse(committed.name())
                .map(SnapshotNames.Parsed::snapshotId)
                .orElse(0L);
        record Found(SnapshotNames.Parsed parsed, ManifestRef ref) {}
        List<Found> found = new ArrayList<>();
        for (SnapshotStore.Entry entry : store.list(names.prefix())) {
            SnapshotNames.parse(entry.name())
                    .filter(parsed -> parsed.isManifest() && parsed.snapshotId() < id)
                    .ifPresent(parsed -> found.add(new Found(parsed, new ManifestRef(entry.name(), parsed.digest()))));
        }
        Comparator<Found> order = Comparator.comparingLong(each -> each.parsed().snapshotId());
        return found.stream()
                .sorted(order.thenComparing(each -> each.parsed().generation()).reversed())
                .map(Found::ref)
                .toList();
    }
}

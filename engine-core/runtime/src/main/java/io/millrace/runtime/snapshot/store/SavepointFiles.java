// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import io.millrace.runtime.snapshot.store.Savepoint.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Makes, reads and checks savepoints, and makes the first snapshot of a topology of one. Methods block. A caller that
 * writes gives a writer's name that no other process has. So two writers of one request never write the same object,
 * except for the manifest, which names the objects of its own writer.
 */
public final class SavepointFiles {

    private static final Pattern PART = Pattern.compile("[0-9]+-[0-9]+-[0-9]+\\.part");

    private SavepointFiles() {}

    /**
     * Makes a savepoint. The manifest appears last, so there is either a whole savepoint or none; if this fails, it
     * removes what it has written.
     *
     * @param snapshot committed snapshot, which stays until this returns
     * @param to store that is empty, or holds parts of a writer of the same request
     * @param writer term of the coordinator that writes
     * @param request request that the savepoint fulfils; if there is a savepoint that fulfils it, nothing is written
     */
    public static Savepoint write(
            SnapshotStore from, ManifestRef snapshot, SnapshotStore to, String writer, String request)
            throws IOException {
        Optional<Savepoint> there = earlier(to, request);
        if (there.isPresent()) {
            return there.get();
        }
        List<String> written = new ArrayList<>();
        try {
            Manifest manifest = Manifests.read(from, snapshot);
            Map<String, long[]> contents = new TreeMap<>();
            List<WorkerPart> parts = new ArrayList<>();
            for (WorkerPart part : manifest.parts()) {
                if (!part.file().isEmpty()) {
                    String name = written.size() + "-" + writer + ".part";
                    written.add(name);
                    parts.add(copy(from, part, to, name, contents));
                }
            }
            Savepoint savepoint = new Savepoint(
                    Savepoint.VERSION,
                    request,
                    with(manifest, manifest.topology(), manifest.topologyId(), parts),
                    contents(contents));
            publish(to, savepoint);
            return savepoint;
        } catch (IOException | RuntimeException e) {
            remove(to, written, e);
            throw e;
        }
    }

    /** Returns a savepoint that fulfils the request already, or refuses a place that holds something else. */
    private static Optional<Savepoint> earlier(SnapshotStore to, String request) throws IOException {
        List<SnapshotStore.Entry> entries = to.list("");
        if (entries.stream().anyMatch(entry -> entry.name().equals(Savepoint.MANIFEST))) {
            Savepoint savepoint = read(to);
            if (savepoint.request().equals(request)) {
                return Optional.of(savepoint);
            }
        } else if (entries.stream().allMatch(entry -> PART.matcher(entry.name()).matches())) {
            return Optional.empty();
        }
        throw new IOException(SecretSettings.shownText(to.location()) + " holds "
                + entries.get(0).name() + " already: name a directory that is empty or not there");
    }

    private static void remove(SnapshotStore to, List<String> written, Exception because) {
        for (String name : written) {
            try {
                to.delete(name);
            } catch (IOException e) {
                because.addSuppressed(e);
            }
        }
    }

    private static List<Content> contents(Map<String, long[]> counts) {
        List<Content> contents = new ArrayList<>();
        counts.forEach((component, count) -> contents.add(
                new Content(component, (int) count[0], (int) count[1], (int) count[2], (int) count[3], count[4])));
        return contents;
    }

    /** Copies all blocks of a part, wherever they are, into one object, and counts them. */
    private static WorkerPart copy(
            SnapshotStore from, WorkerPart part, SnapshotStore to, String name, Map<String, long[]> contents)
            throws IOException {
        SnapshotFileReader reader = new SnapshotFileReader(from);
        Map<BlockName, BlockLocation> blocks = reader.index(part);
        try (SnapshotFileWriter file = new SnapshotFileWriter(to, name)) {
            new BlockReads(reader).read(blocks, (block, content) -> {
                if (block.kind() == BlockName.Kind.CHANNEL) {
                    throw new IOException("snapshot object '" + part.file() + "' has " + SnapshotFileReader.named(block)
                            + ", which a savepoint cannot have: take another one");
                }
                long[] count = contents.computeIfAbsent(block.component(), none -> new long[5]);
                count[block.kind().ordinal()]++;
                count[4] += content.remaining();
                file.put(block, content);
            });
            file.publish();
            return new WorkerPart(part.worker(), name, file.bytes(), file.digest(), List.of());
        }
    }

    private static Manifest with(Manifest manifest, String topology, String topologyId, List<WorkerPart> parts) {
        return new Manifest(
                manifest.version(),
                topology,
                topologyId,
                manifest.snapshotId(),
                manifest.generation(),
                manifest.engineVersion(),
                manifest.createdMillis(),
                List.of(),
                parts,
                manifest.components(),
                manifest.classes());
    }

    private static void publish(SnapshotStore to, Savepoint savepoint) throws IOException {
        byte[] json = Json.write(savepoint);
        String digest = Crc.digest(Crc.of(ByteBuffer.wrap(json)));
        try (SnapshotStore.Draft draft = to.write(Savepoint.MANIFEST)) {
            draft.out().write(json);
            draft.out().write(("\n" + digest + "\n").getBytes(StandardCharsets.UTF_8));
            draft.publish();
        }
    }

    /**
     * Reads the description of a savepoint.
     *
     * @throws DamagedSnapshotException if the savepoint is missing or damaged
     * @throws SnapshotFormatException if a newer engine wrote the savepoint
     */
    public static Savepoint read(SnapshotStore store) throws IOException {
        byte[] bytes = Manifests.bytes(store, Savepoint.MANIFEST);
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        String digest = Crc.digest(Crc.of(ByteBuffer.wrap(lines[0].getBytes(StandardCharsets.UTF_8))));
        if (lines.length != 3 || !lines[2].isEmpty() || !lines[1].equals(digest)) {
            throw new DamagedSnapshotException(
                    Savepoint.MANIFEST, "is damaged: its first line has the checksum " + digest);
        }
        byte[] json = lines[0].getBytes(StandardCharsets.UTF_8);
        try {
            Versions versions = Json.read(json, Versions.class);
            String engine =
                    versions.snapshot() == null ? "" : versions.snapshot().engineVersion();
            if (versions.version() < 1 || versions.version() > Savepoint.VERSION) {
                throw SnapshotFormatException.ofSavepoint(
                        SecretSettings.shownText(store.location()), versions.version(), engine, Savepoint.VERSION);
            }
            Savepoint savepoint = Json.read(json, Savepoint.class);
            if (savepoint.snapshot().version() > Manifest.VERSION) {
                throw SnapshotFormatException.ofSavepoint(
                        SecretSettings.shownText(store.location()),
                        savepoint.snapshot().version(),
                        engine,
                        Manifest.VERSION);
            }
            return savepoint;
        } catch (JsonException e) {
            throw new DamagedSnapshotException(Savepoint.MANIFEST, "is no savepoint: " + e.getMessage(), e);
        }
    }

    private record Versions(int version, Engine snapshot) {}

    private record Engine(String engineVersion) {}

    /** Reads all of a savepoint. Returns the damages, one line for each part; empty if there are none. */
    public static List<String> verify(SnapshotStore store) throws IOException {
        List<String> wrong = new ArrayList<>();
        try {
            for (WorkerPart part : read(store).snapshot().parts()) {
                try {
                    SnapshotFileReader reader = new SnapshotFileReader(store);
                    new BlockReads(reader).read(reader.index(part), (name, content) -> {});
                } catch (DamagedSnapshotException e) {
                    wrong.add(e.getMessage());
                }
            }
        } catch (DamagedSnapshotException e) {
            wrong.add(e.getMessage());
        }
        return wrong;
    }

    /**
     * Makes the snapshot with which a topology begins. The snapshot does not need the savepoint any more.
     *
     * @param names names of the topology
     * @param worker worker of the coordinator that writes, and {@code epoch} of its start
     * @return the reference by which the pointer names it
     */
    public static ManifestRef restore(
            SnapshotStore from, Savepoint savepoint, SnapshotStore to, SnapshotNames names, String worker, long epoch)
            throws IOException {
        Manifest snapshot = savepoint.snapshot();
        List<WorkerPart> parts = new ArrayList<>();
        for (WorkerPart part : snapshot.parts()) {
            String by = worker + "-" + parts.size();
            String name = names.part(snapshot.generation(), snapshot.snapshotId(), by, epoch);
            parts.add(copy(from, part, to, name, new HashMap<>()));
        }
        Manifest manifest = with(snapshot, names.topology(), names.topologyId(), parts);
        return new Manifests(to, names).publish(manifest);
    }
}

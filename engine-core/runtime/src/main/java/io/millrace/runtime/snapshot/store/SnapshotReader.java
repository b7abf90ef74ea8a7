// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Reads a snapshot, and checks all that it returns. A missing or changed part is a {@link DamagedSnapshotException},
 * after which the caller takes the snapshot before. Used by one thread.
 */
public final class SnapshotReader {

    private final Manifest manifest;
    private final Map<BlockName, BlockLocation> blocks;
    private final BlockReads reads;

    /** Takes the blocks of tasks. */
    public interface Target {

        /**
         * A block that a task needs.
         *
         * @param content content from position to limit; valid during the call
         */
        void block(TaskClaim task, BlockName name, ByteBuffer content) throws IOException;
    }

    private SnapshotReader(Manifest manifest, Map<BlockName, BlockLocation> blocks, BlockReads reads) {
        this.manifest = manifest;
        this.blocks = blocks;
        this.reads = reads;
    }

    /**
     * Reads the manifest, and the places of all blocks.
     *
     * @param ref reference in the pointer or a later manifest
     * @throws DamagedSnapshotException if the manifest or an index is missing or damaged
     * @throws SnapshotFormatException if a newer engine wrote the snapshot
     */
    public static SnapshotReader open(SnapshotStore store, ManifestRef ref) throws IOException {
        Manifest manifest = Manifests.read(store, ref);
        SnapshotFileReader reader = new SnapshotFileReader(store);
        Map<BlockName, BlockLocation> blocks = new LinkedHashMap<>();
        for (WorkerPart part : manifest.parts()) {
            if (part.file().isEmpty()) {
                continue;
            }
            for (Map.Entry<BlockName, BlockLocation> entry : reader.index(part).entrySet()) {
                if (blocks.putIfAbsent(entry.getKey(), entry.getValue()) != null) {
                    throw new DamagedSnapshotException(
                            ref.name(),
                            "is wrong: two workers have written " + SnapshotFileReader.named(entry.getKey()));
                }
            }
        }
        return new SnapshotReader(manifest, blocks, new BlockReads(reader));
    }

    public Manifest manifest() {
        return manifest;
    }

    /** Returns all blocks of the snapshot with their places and lengths. */
    public Map<BlockName, BlockLocation> blocks() {
        return Collections.unmodifiableMap(blocks);
    }

    /**
     * Reads all blocks that these tasks need, each once, also if several tasks need it. Blocks come in no particular
     * order.
     */
    public void read(Collection<TaskClaim> tasks, Target target) throws IOException {
        read(tasks, (task, name) -> true, target);
    }

    /**
     * Reads some of the blocks that these tasks need. A block that several tasks need is read once. Blocks come in no
     * particular order.
     *
     * @param tasks tasks that the caller runs now
     * @param reads whether a block that a task needs is to be read for it
     */
    public void read(Collection<TaskClaim> tasks, BiPredicate<TaskClaim, BlockName> reads, Target target)
            throws IOException {
        Map<String, List<TaskClaim>> byComponent = new HashMap<>();
        for (TaskClaim task : tasks) {
            byComponent
                    .computeIfAbsent(task.component(), none -> new ArrayList<>())
                    .add(task);
        }
        Map<BlockName, BlockLocation> wanted = new LinkedHashMap<>();
        Map<BlockName, List<TaskClaim>> claims = new HashMap<>();
        blocks.forEach((name, location) -> {
            for (TaskClaim task : byComponent.getOrDefault(name.component(), List.of())) {
                if (task.needs(name) && reads.test(task, name)) {
                    wanted.put(name, location);
                    claims.computeIfAbsent(name, none -> new ArrayList<>()).add(task);
                }
            }
        });
        this.reads.read(wanted, (name, content) -> {
            for (TaskClaim task : claims.get(name)) {
                target.block(task, name, content.duplicate());
            }
        });
    }

    /**
     * Reads the states of all tasks of a component that belong to no key. Blocks come in no particular order.
     *
     * @return false, without reading any, if not each of the component's tasks of that time has written some
     */
    public boolean readStatesOfTasks(String component, Consumer<ByteBuffer> target) throws IOException {
        Map<BlockName, BlockLocation> wanted = new LinkedHashMap<>();
        blocks.forEach((name, location) -> {
            if (name.kind() == BlockName.Kind.TASK && name.component().equals(component)) {
                wanted.put(name, location);
            }
        });
        if (wanted.isEmpty() || wanted.size() < manifest.tasksOf(component)) {
            return false;
        }
        reads.read(wanted, (name, content) -> target.accept(content));
        return true;
    }

    /**
     * Reads all blocks.
     *
     * @return number of their bytes
     * @throws DamagedSnapshotException for the first block that is missing or damaged
     */
    public long verify() throws IOException {
        long[] bytes = {0};
        reads.read(blocks, (name, content) -> bytes[0] += content.remaining());
        return bytes[0];
    }
}

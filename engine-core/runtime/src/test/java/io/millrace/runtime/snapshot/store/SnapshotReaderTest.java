// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.runtime.snapshot.store.BlockName.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SnapshotReaderTest {

    private static final int PARTITIONS = 256;
    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 200 : 20;

    private final MemoryStore store = new MemoryStore();
    private final Manifests manifests = new Manifests(store, ManifestsTest.NAMES);

    private static String name(long generation, long snapshotId, String worker) {
        return ManifestsTest.NAMES.part(generation, snapshotId, worker, 1);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes).toString();
    }

    private WorkerPart write(String file, Map<BlockName, String> blocks) throws IOException {
        try (SnapshotFileWriter writer = new SnapshotFileWriter(store, file)) {
            for (Map.Entry<BlockName, String> block : blocks.entrySet()) {
                writer.put(block.getKey(), bytes(block.getValue()));
            }
            writer.publish();
            return new WorkerPart("w", file, writer.bytes(), writer.digest(), List.of());
        }
    }

    private static List<TaskClaim> claims(String component, int tasks) {
        List<TaskClaim> claims = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            claims.add(new TaskClaim(component, i, tasks, i * PARTITIONS / tasks, (i + 1) * PARTITIONS / tasks));
        }
        return claims;
    }

    /**
     * Former and present numbers of tasks and workers are random; each block must come to the task that owns it now.
     */
    @Test
    void eachTaskGetsWhatIsItsWhoeverHadItBefore() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            store.objects.clear();
            Map<BlockName, String> all = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
            int[] before = {1 + random.nextInt(20), 1 + random.nextInt(20)};
            for (int c = 0; c < 2; c++) {
                for (int p = 0; p < PARTITIONS; p++) {
                    if (random.nextInt(3) > 0) {
                        all.put(new BlockName("c" + c, Kind.PARTITION, p), "c" + c + " p" + p);
                    }
                }
                for (int task = 0; task < before[c]; task++) {
                    for (Kind kind : List.of(Kind.TASK, Kind.POSITION, Kind.PREPARED, Kind.CHANNEL)) {
                        all.put(new BlockName("c" + c, kind, task), "c" + c + " " + kind + " " + task);
                    }
                }
            }
            List<Map<BlockName, String>> files = new ArrayList<>();
            for (int w = random.nextInt(4); w >= 0; w--) {
                files.add(new TreeMap<>((a, b) -> a.toString().compareTo(b.toString())));
            }
            all.forEach(
                    (name, content) -> files.get(random.nextInt(files.size())).put(name, content));
            List<WorkerPart> parts = new ArrayList<>();
            for (Map<BlockName, String> file : files) {
                parts.add(
                        file.isEmpty()
                                ? new WorkerPart("w", "", 0, "", List.of())
                                : write(name(1, 1, "w" + parts.size()), file));
            }
            SnapshotReader reader = SnapshotReader.open(
                    store,
                    manifests.publish(ManifestsTest.manifest(1, 1, List.of(), parts.toArray(WorkerPart[]::new))));
            assertThat(reader.blocks().keySet()).containsExactlyInAnyOrderElementsOf(all.keySet());

            // The present tasks are on several workers, each of which reads for itself; "new" did not exist before
            List<TaskClaim> now = new ArrayList<>(claims("c0", 1 + random.nextInt(20)));
            now.addAll(claims("c1", 1 + random.nextInt(20)));
            now.addAll(claims("new", 2));
            int workers = 1 + random.nextInt(4);
            TreeMap<String, Integer> got = new TreeMap<>();
            for (int w = 0; w < workers; w++) {
                int worker = w;
                List<TaskClaim> own = now.stream()
                        .filter(task -> (task.taskIndex() + task.component().hashCode()) % workers == worker)
                        .toList();
                reader.read(own, (task, name, content) -> {
                    assertThat(own).contains(task);
                    assertThat(text(content)).isEqualTo(all.get(name));
                    got.merge(task + " " + name, 1, Integer::sum);
                });
            }
            TreeMap<String, Integer> expected = new TreeMap<>();
            for (BlockName name : all.keySet()) {
                for (TaskClaim task : now) {
                    boolean first = task.taskIndex() == 0 && name.index() >= task.tasks();
                    boolean its = switch (name.kind()) {
                        case PARTITION -> task.firstPartition() <= name.index() && name.index() < task.endPartition();
                        case POSITION -> true;
                        default -> task.taskIndex() == name.index() || first;
                    };
                    if (task.component().equals(name.component()) && its) {
                        expected.put(task + " " + name, 1);
                    }
                }
            }
            assertThat(got).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void aBlockOfAnotherWorkersTasksIsNotReadAndNotChecked() throws IOException {
        ManifestRef ref = publish();
        SnapshotReader reader = SnapshotReader.open(store, ref);
        long offset =
                reader.blocks().get(new BlockName("count", Kind.PARTITION, 200)).offset();
        store.objects.get(name(1, 1, "b"))[(int) offset] ^= 1;
        List<String> got = new ArrayList<>();
        reader.read(List.of(new TaskClaim("count", 0, 2, 0, 128)), (task, name, content) -> got.add(text(content)));
        assertThat(got).containsExactlyInAnyOrder("of a", "too");
        assertThatThrownBy(
                        () -> reader.read(List.of(new TaskClaim("count", 1, 2, 128, 256)), (task, name, content) -> {}))
                .isInstanceOfSatisfying(
                        DamagedSnapshotException.class,
                        e -> assertThat(e.object()).isEqualTo(name(1, 1, "b")))
                .hasMessageContaining("partition 200 of component 'count'");
        assertThatThrownBy(reader::verify).isInstanceOf(DamagedSnapshotException.class);
    }

    /** Publishes two blocks of each of two workers, which are read at once. */
    private ManifestRef publish() throws IOException {
        return manifests.publish(ManifestsTest.manifest(
                1,
                1,
                List.of(),
                write(
                        name(1, 1, "a"),
                        Map.of(
                                new BlockName("count", Kind.PARTITION, 3), "of a",
                                new BlockName("count", Kind.PARTITION, 4), "too")),
                write(
                        name(1, 1, "b"),
                        Map.of(
                                new BlockName("count", Kind.PARTITION, 200), "of b",
                                new BlockName("count", Kind.PARTITION, 201), "as well"))));
    }

    @Test
    void theBlockIsNamedThatAnEarlierObjectDoesNotContainAnyMore() throws IOException {
        String earlier = name(1, 1, "w");
        store.objects.put(earlier, "onetwo".getBytes(StandardCharsets.UTF_8));
        WorkerPart part;
        try (SnapshotFileWriter writer = new SnapshotFileWriter(store, name(1, 2, "w"))) {
            for (int p = 0; p < 2; p++) {
                writer.same(
                        new BlockName("count", Kind.PARTITION, p),
                        new BlockLocation(earlier, p * 3, 3, Crc.of(bytes(p == 0 ? "one" : "two"))));
            }
            writer.publish();
            part = new WorkerPart("w", name(1, 2, "w"), writer.bytes(), writer.digest(), List.of(earlier));
        }
        ManifestRef ref = manifests.publish(ManifestsTest.manifest(1, 2, List.of(), part));
        assertThat(SnapshotReader.open(store, ref).verify()).isEqualTo(6);
        store.objects.put(earlier, "onetw".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> SnapshotReader.open(store, ref).verify())
                .isInstanceOf(DamagedSnapshotException.class)
                .hasMessageContaining(
                        "'" + earlier + "' is damaged: it ends before the end of partition 1 of component");
    }

    @Test
    void verifyReadsAllBlocks() throws IOException {
        ManifestRef ref = publish();
        assertThat(SnapshotReader.open(store, ref).verify()).isEqualTo(4 + 3 + 4 + 7);
    }

    /** Verify names the object of any change. */
    @Test
    void eachFlippedByteAndEachTruncationOfEachObjectIsFound() throws IOException {
        ManifestRef ref = publish();
        for (String object : List.copyOf(store.objects.keySet())) {
            byte[] whole = store.objects.get(object);
            for (int i = 0; i < whole.length; i++) {
                byte[] flipped = whole.clone();
                flipped[i] ^= 0x20;
                for (byte[] damaged : List.of(flipped, Arrays.copyOf(whole, i))) {
                    store.objects.put(object, damaged);
                    assertThatThrownBy(() -> SnapshotReader.open(store, ref).verify())
                            .isInstanceOfSatisfying(
                                    DamagedSnapshotException.class,
                                    e -> assertThat(e.object()).isEqualTo(object));
                }
            }
            store.objects.put(object, whole);
        }
    }

    @Test
    void aFailureOfTheStoreIsNoDamage() throws IOException {
        ManifestRef ref = publish();
        int calls = 0;
        for (boolean failed = true; failed; calls++) {
            FailingStore failing = new FailingStore(store, calls, false);
            try {
                SnapshotReader.open(failing, ref).verify();
                failed = false;
            } catch (IOException e) {
                assertThat(e).isNotInstanceOf(DamagedSnapshotException.class).hasMessage("injected");
            }
        }
        assertThat(calls).isGreaterThan(10);
    }

    @Test
    void twoOwnersOfOneBlockAreRefused() throws IOException {
        Map<BlockName, String> block = Map.of(new BlockName("count", Kind.PARTITION, 3), "x");
        ManifestRef ref = manifests.publish(
                ManifestsTest.manifest(1, 1, List.of(), write(name(1, 1, "a"), block), write(name(1, 1, "b"), block)));
        assertThatThrownBy(() -> SnapshotReader.open(store, ref))
                .isInstanceOf(DamagedSnapshotException.class)
                .hasMessageContaining("two workers have written partition 3 of component 'count'");
    }

    @Test
    void manyBlocksAreReadInFewPieces() throws IOException {
        Map<BlockName, String> blocks = new TreeMap<>((a, b) -> a.index() - b.index());
        for (int p = 0; p < PARTITIONS; p++) {
            blocks.put(new BlockName("count", Kind.PARTITION, p), "x".repeat(100_000));
        }
        ManifestRef ref = manifests.publish(ManifestsTest.manifest(1, 1, List.of(), write(name(1, 1, "a"), blocks)));
        SnapshotReader reader = SnapshotReader.open(store, ref);
        int before = store.reads;
        TreeSet<Integer> seen = new TreeSet<>();
        reader.read(claims("count", 1), (task, name, content) -> {
            assertThat(content.remaining()).isEqualTo(100_000);
            seen.add(name.index());
        });
        assertThat(seen).hasSize(PARTITIONS);
        // The blocks of 25.6 MB are read in pieces of at most 4 MiB
        assertThat(store.reads - before).isEqualTo(7);
    }
}

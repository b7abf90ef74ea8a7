// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A topology with one component by key, whose state is a text per partition, with its writers, readers and cleaner of
 * snapshots.
 */
final class SnapshotLife {

    private static final int PARTITIONS = 16;

    private final MemoryStore disk = new MemoryStore();
    private final Random random;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Worker> zombies = new ArrayList<>();
    private final ValuesCodec codec = new ValuesCodec(List.of());

    /** The state of the topology: its text for each partition, and the count of its changes. */
    private final Map<Integer, String> state = new TreeMap<>();

    private final Map<Integer, Integer> changedAt = new TreeMap<>();
    private int changes;

    // The pointer in ZooKeeper
    private ManifestRef pointer;
    private long reserved;
    private long generation;

    /** The expected contents of the kept snapshots. */
    private final Map<ManifestRef, Map<Integer, String>> expected =
            new TreeMap<>((a, b) -> (a.name() + a.digest()).compareTo(b.name() + b.digest()));

    private SnapshotCleaner cleaner;
    private int epochs;
    private int commits;
    int recoveries;
    int references;
    int refused;

    SnapshotLife(long seed) throws IOException {
        random = new Random(seed);
        recover("start");
    }

    /** One process. Its tasks know what they have captured, and of which snapshot they have heard. */
    private final class Worker implements SnapshotListener {

        final long bornIn = generation;
        final String name;
        final List<TaskClaim> tasks = new ArrayList<>();
        final Map<Long, Integer> changesAtCapture = new TreeMap<>();
        final Map<Long, WorkerPart> written = new TreeMap<>();
        final SnapshotWriter writer;
        long heardOf;
        int heardOfCommits;

        Worker(String name) {
            this.name = name;
            // The worker has a store of its own, whose calls fail now and then
            FlakyStore store = new FlakyStore(disk, random);
            writer = new SnapshotWriter(
                    store,
                    new SnapshotWriter.Owner(ManifestsTest.NAMES, name, ++epochs),
                    codec,
                    () -> 0,
                    this,
                    () -> {});
        }

        @Override
        public void written(long ofGeneration, long id, WorkerPart part, long wholeBytes, WriteTimes times) {
            assertThat(ofGeneration).isEqualTo(bornIn);
            written.put(id, part);
            references += part.references().size();
        }

        @Override
        public void failed(long ofGeneration, long id, String reason) {
            if (!reason.endsWith("injected")) {
                // The worker has missed commits, so it wants to copy a block that the cleaner has deleted
                assertThat(reason).contains("is missing, which has");
                assertThat(commits - heardOfCommits).isGreaterThan(1);
                refused++;
            }
        }

        void begin(long id) {
            writer.begin(bornIn, id, tasks.size());
        }

        void capture(long id) {
            changesAtCapture.put(id, changes);
            for (TaskClaim task : tasks) {
                Map<Integer, String> blocks = new TreeMap<>();
                for (int p = task.firstPartition(); p < task.endPartition(); p++) {
                    if (state.containsKey(p)) {
                        boolean same = heardOf > 0 && changedAt.get(p) <= changesAtCapture.get(heardOf);
                        blocks.put(p, same && random.nextInt(10) > 0 ? "" : state.get(p));
                    }
                }
                writer.add(
                        bornIn,
                        id,
                        new TaskCapture(
                                "count",
                                task.taskIndex(),
                                0,
                                List.of(new TaskCapture.States(new FakeCapture(blocks), heardOf))));
            }
        }

        void work() {
            while (writer.doWork() > 0) {
                // The loop ends when no call is left
            }
        }
    }

    /** A store whose calls fail at random, one in 60. */
    private static final class FlakyStore extends FailingStore {

        FlakyStore(MemoryStore store, Random random) {
            super(store, () -> random.nextInt(60) == 0);
        }
    }

    void step(String when) throws IOException {
        for (int i = random.nextInt(4); i > 0; i--) {
            int partition = random.nextInt(PARTITIONS);
            state.put(partition, "p" + partition + " changed " + ++changes + " ".repeat(random.nextInt(300)));
            changedAt.put(partition, changes);
        }
        switch (random.nextInt(12)) {
            case 0 -> recover(when);
            case 1 -> zombie();
            case 2, 3 -> clean(when);
            default -> snapshot(when);
        }
        if (random.nextInt(5) == 0) {
            check(when);
        }
    }

    private void snapshot(String when) throws IOException {
        long id = ++reserved;
        boolean captureFirst = random.nextInt(4) == 0;
        for (Worker worker : workers) {
            if (captureFirst) {
                worker.capture(id);
            }
            worker.begin(id);
            if (!captureFirst) {
                worker.capture(id);
            }
            if (random.nextBoolean()) {
                worker.work();
            }
        }
        if (random.nextInt(8) == 0) {
            clean(when);
        }
        Map<Integer, String> captured = new TreeMap<>(state);
        workers.forEach(Worker::work);
        List<WorkerPart> parts = new ArrayList<>();
        for (Worker worker : workers) {
            if (worker.written.containsKey(id)) {
                parts.add(worker.written.get(id));
            }
        }
        boolean complete = parts.size() == workers.size() && random.nextInt(8) > 0;
        if (complete && cleaner.missing(parts).isPresent()) {
            refused++;
            complete = false;
        }
        if (complete) {
            Manifest manifest =
                    ManifestsTest.manifest(generation, id, cleaner.kept(), parts.toArray(WorkerPart[]::new));
            ManifestRef ref = new Manifests(disk, ManifestsTest.NAMES).publish(manifest);
            // The coordinator may die between manifest and pointer
            if (random.nextInt(12) > 0) {
                pointer = ref;
                commits++;
                expected.put(ref, captured);
                cleaner.committed(ref, manifest);
                hearOf(id);
                return;
            }
        }
        workers.forEach(worker -> worker.writer.abort(id));
    }

    /** Lets workers learn of a commit. Workers may miss it; tasks may miss what their worker's writer has learnt. */
    private void hearOf(long id) {
        for (Worker worker : workers) {
            if (random.nextInt(4) > 0) {
                worker.writer.committed(id);
                worker.heardOfCommits = commits;
                if (random.nextInt(4) > 0) {
                    worker.heardOf = id;
                }
            }
        }
    }

    /**
     * Takes the topology back to the pointer's snapshot, with other workers and tasks; the old processes may live on.
     */
    private void recover(String when) throws IOException {
        recoveries++;
        generation++;
        zombies.addAll(workers);
        workers.clear();
        int count = 1 + random.nextInt(3);
        for (int w = 0; w < count; w++) {
            workers.add(new Worker("w" + w));
        }
        int tasks = count + random.nextInt(5);
        for (int t = 0; t < tasks; t++) {
            TaskClaim claim = new TaskClaim("count", t, tasks, t * PARTITIONS / tasks, (t + 1) * PARTITIONS / tasks);
            workers.get(t % count).tasks.add(claim);
        }
        Map<Integer, String> restored = new TreeMap<>();
        if (pointer != null) {
            SnapshotReader reader = SnapshotReader.open(disk, pointer);
            for (Worker worker : workers) {
                reader.read(
                        worker.tasks,
                        (task, block, content) -> assertThat(restored.put(
                                        block.index(),
                                        StandardCharsets.UTF_8.decode(content).toString()))
                                .isNull());
            }
            assertThat(restored).as(when).isEqualTo(expected.get(pointer));
        }
        state.clear();
        changedAt.clear();
        changes++;
        restored.forEach((p, text) -> {
            state.put(p, text);
            changedAt.put(p, changes);
        });
        cleaner = new SnapshotCleaner(disk, ManifestsTest.NAMES, 1 + random.nextInt(3));
        if (pointer == null) {
            cleaner.startWithout();
        } else {
            cleaner.startFrom(pointer);
        }
    }

    /** Lets a process of a former generation go on, with ids that are used again. */
    private void zombie() {
        if (!zombies.isEmpty()) {
            Worker zombie = zombies.get(random.nextInt(zombies.size()));
            long id = Math.max(1, reserved + random.nextInt(3) - 1);
            zombie.heardOf = 0;
            zombie.begin(id);
            zombie.capture(id);
            zombie.work();
        }
    }

    private void clean(String when) throws IOException {
        FailingStore dying = new FailingStore(disk, random.nextInt(30), true);
        SnapshotCleaner own = cleaner;
        try {
            if (pointer != null && random.nextBoolean()) {
                own = new SnapshotCleaner(dying, ManifestsTest.NAMES, 2);
                own.startFrom(pointer);
            }
            own.clean(reserved + (random.nextInt(3) == 0 ? 0 : 1) - 1);
        } catch (IOException e) {
            assertThat(e).as(when).hasMessage("injected");
        }
    }

    /** Checks that the last two committed snapshots can be read in full. */
    private void check(String when) throws IOException {
        if (pointer == null) {
            return;
        }
        List<ManifestRef> candidates = new Manifests(disk, ManifestsTest.NAMES).candidates(pointer);
        for (ManifestRef ref : candidates.subList(0, Math.min(2, candidates.size()))) {
            Map<Integer, String> read = new TreeMap<>();
            SnapshotReader reader = SnapshotReader.open(disk, ref);
            reader.verify();
            reader.read(
                    List.of(new TaskClaim("count", 0, 1, 0, PARTITIONS)),
                    (task, block, content) -> read.put(
                            block.index(),
                            StandardCharsets.UTF_8.decode(content).toString()));
            assertThat(read).as(when).isEqualTo(expected.get(ref));
        }
    }

    /** Checks at the end that there are the objects that the kept manifests need, and no others. */
    void finish(String when) throws IOException {
        check(when);
        if (pointer == null) {
            return;
        }
        SnapshotCleaner last = new SnapshotCleaner(disk, ManifestsTest.NAMES, 2);
        last.startFrom(pointer);
        last.clean(Long.MAX_VALUE);
        Set<String> needed = new HashSet<>();
        for (ManifestRef ref : last.kept()) {
            needed.add(ref.name());
            needed.addAll(Manifests.read(disk, ref).objects());
        }
        assertThat(disk.objects.keySet()).as(when).isEqualTo(needed);
        assertThat(disk.drafts).as(when).isEmpty();
        check(when);
    }
}

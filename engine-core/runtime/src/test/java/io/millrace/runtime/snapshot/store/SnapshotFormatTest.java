// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.CommittingBolt;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Snapshots that engines have written stay readable. The directory {@code format-1} holds one of the first format, and
 * stays for ever; a new format gets a directory of its own beside it.
 */
class SnapshotFormatTest {

    private static final ManifestRef REF = new ManifestRef("words/words-1/1-2-753dc974.manifest", "753dc974");

    private static SnapshotStore format1() throws IOException, URISyntaxException {
        Path file = Path.of(
                SnapshotFormatTest.class.getResource("format-1/" + REF.name()).toURI());
        return FileSnapshotStoreProvider.open(file.getParent().getParent().getParent());
    }

    @Test
    void aSnapshotOfFormat1IsRestored() throws IOException, URISyntaxException {
        ValueBlocks values = new ValueBlocks(new ValuesCodec(List.of()));
        Map<String, Object> read = new TreeMap<>();
        try (SnapshotStore store = format1()) {
            SnapshotReader reader = SnapshotReader.open(store, REF);
            assertThat(reader.manifest().engineVersion()).isEqualTo("0.9.0");
            assertThat(reader.manifest().components().get(1).states().get(0).classes())
                    .containsExactly("java.lang.String", "java.lang.Long");
            reader.verify();
            reader.read(
                    List.of(
                            new TaskClaim("lines", 0, 1, 0, 256),
                            new TaskClaim("count", 0, 1, 0, 256),
                            new TaskClaim("sink", 0, 1, 0, 256)),
                    (task, name, content) -> read.put(
                            task.component() + " " + name.kind() + " " + name.index(),
                            switch (name.kind()) {
                                case POSITION -> values.position(content);
                                case PREPARED -> values.prepared(content);
                                default ->
                                    StandardCharsets.UTF_8.decode(content).toString();
                            }));
        }
        assertThat(read)
                .isEqualTo(Map.of(
                        "lines POSITION 0",
                        42L,
                        "lines POSITION 1",
                        List.of("file", 7),
                        "count PARTITION 3",
                        "three".repeat(100),
                        "count PARTITION 200",
                        "two hundred, later",
                        "count TASK 1",
                        "of the task",
                        "sink PREPARED 0",
                        List.of(new CommittingBolt.Prepared(2, 0, "tmp-2")),
                        "sink CHANNEL 0",
                        "tuples"));
    }

    @Test
    void thisEngineWritesTheNewestFormat() throws IOException, URISyntaxException {
        assertThat(List.of(Manifest.VERSION, SnapshotFileDescriptor.VERSION)).containsExactly(1, 1);
        MemoryStore written = new MemoryStore();
        ManifestRef now = writeTo(written);
        try (SnapshotStore kept = format1()) {
            // Fields that were added to the manifest have no value here
            assertThat(Manifests.read(written, now)).isEqualTo(Manifests.read(kept, REF));
            written.objects.remove(now.name());
            assertThat(kept.list("words/words-1/"))
                    .extracting(SnapshotStore.Entry::name)
                    .filteredOn(name -> !name.equals(REF.name()))
                    .containsExactlyElementsOf(written.objects.keySet());
            for (Map.Entry<String, byte[]> object : written.objects.entrySet()) {
                assertThat(kept.read(object.getKey(), 0, (int) kept.length(object.getKey())))
                        .as(object.getKey())
                        .isEqualTo(ByteBuffer.wrap(object.getValue()));
            }
        }
    }

    /** Writes two snapshots, of which the second refers to the first. */
    static ManifestRef writeTo(SnapshotStore store) throws IOException {
        List<WorkerPart> parts = new ArrayList<>();
        SnapshotListener listener = new SnapshotListener() {
            @Override
            public void written(long generation, long snapshotId, WorkerPart part, long wholeBytes, WriteTimes times) {
                parts.add(part);
            }

            @Override
            public void failed(long generation, long snapshotId, String reason) {
                throw new AssertionError(reason);
            }
        };
        SnapshotWriter writer = new SnapshotWriter(
                store,
                new SnapshotWriter.Owner(ManifestsTest.NAMES, "w1", 1),
                new ValuesCodec(List.of()),
                () -> 0,
                listener,
                () -> {});
        writer.begin(1, 1, 1);
        writer.add(1, 1, states(0, 0, Map.of(3, "three".repeat(100), 200, "two hundred")));
        writer.committed(1);
        writer.begin(1, 2, 5);
        writer.add(1, 2, states(0, 1, Map.of(3, "", 200, "two hundred, later")));
        writer.add(1, 2, states(1, 1, Map.of(-1, "of the task")));
        writer.add(1, 2, new TaskCapture("lines", 0, 0, List.of(new TaskCapture.Position(42L))));
        writer.add(1, 2, new TaskCapture("lines", 1, 0, List.of(new TaskCapture.Position(List.of("file", 7)))));
        writer.add(
                1,
                2,
                new TaskCapture(
                        "sink",
                        0,
                        0,
                        List.of(
                                new TaskCapture.Prepared(List.of(new CommittingBolt.Prepared(2, 0, "tmp-2"))),
                                new TaskCapture.Channel(ByteBuffer.wrap("tuples".getBytes(StandardCharsets.UTF_8))))));
        while (writer.doWork() > 0) {
            // The loop ends when no call is left
        }
        return new Manifests(store, ManifestsTest.NAMES).publish(ManifestsTest.manifest(1, 2, List.of(), parts.get(1)));
    }

    private static TaskCapture states(int task, long since, Map<Integer, String> blocks) {
        return new TaskCapture("count", task, 0, List.of(new TaskCapture.States(new FakeCapture(blocks), since)));
    }
}

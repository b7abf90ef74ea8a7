// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.CommittingBolt;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.snapshot.store.Savepoint.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SavepointFilesTest {

    private static final SnapshotNames NEW = new SnapshotNames("words", "words-2");

    private final MemoryStore store = new MemoryStore();
    private final MemoryStore place = new MemoryStore();
    private ManifestRef snapshot;

    @BeforeEach
    void takeSnapshots() throws IOException {
        snapshot = twoSnapshots(store);
    }

    /** Takes two snapshots of two workers, of which the second refers to the first. */
    static ManifestRef twoSnapshots(SnapshotStore store) throws IOException {
        List<WorkerPart> parts = new ArrayList<>();
        for (int worker = 1; worker <= 2; worker++) {
            SnapshotWriter writer = new SnapshotWriter(
                    store,
                    new SnapshotWriter.Owner(ManifestsTest.NAMES, "w" + worker, 1),
                    new ValuesCodec(List.of()),
                    () -> 0,
                    new SnapshotListener() {
                        @Override
                        public void written(
                                long generation, long snapshotId, WorkerPart part, long wholeBytes, WriteTimes times) {
                            if (snapshotId == 2) {
                                parts.add(part);
                            }
                        }

                        @Override
                        public void failed(long generation, long snapshotId, String reason) {
                            throw new AssertionError(reason);
                        }
                    },
                    () -> {});
            int first = worker == 1 ? 3 : 200;
            int index = worker - 1;
            writer.begin(1, 1, 1);
            writer.add(1, 1, states(index, 0, Map.of(first, "text " + first, first + 1, "changes")));
            writer.committed(1);
            writer.begin(1, 2, 3);
            writer.add(1, 2, states(index, 1, Map.of(first, "", first + 1, "later " + first)));
            writer.add(1, 2, new TaskCapture("lines", index, 0, List.of(new TaskCapture.Position(42L + index))));
            writer.add(
                    1,
                    2,
                    new TaskCapture(
                            "sink",
                            index,
                            0,
                            List.of(new TaskCapture.Prepared(
                                    List.of(new CommittingBolt.Prepared(2, index, "tmp-" + index))))));
            while (writer.doWork() > 0) {
                // The loop ends when no call is left
            }
        }
        Manifest manifest = ManifestsTest.manifest(1, 2, List.of(), parts.toArray(WorkerPart[]::new));
        return new Manifests(store, ManifestsTest.NAMES).publish(manifest);
    }

    private static TaskCapture states(int task, long since, Map<Integer, String> blocks) {
        return new TaskCapture("count", task, 0, List.of(new TaskCapture.States(new FakeCapture(blocks), since)));
    }

    private static Map<String, String> content(SnapshotStore store, ManifestRef ref) throws IOException {
        Map<String, String> content = new TreeMap<>();
        SnapshotReader.open(store, ref)
                .read(
                        List.of(
                                new TaskClaim("lines", 0, 1, 0, 256),
                                new TaskClaim("count", 0, 1, 0, 256),
                                new TaskClaim("sink", 0, 1, 0, 256)),
                        (task, name, bytes) -> content.put(
                                name.toString(),
                                StandardCharsets.ISO_8859_1.decode(bytes).toString()));
        return content;
    }

    private Savepoint write(SnapshotStore from, SnapshotStore to) throws IOException {
        return SavepointFiles.write(from, snapshot, to, "1-1", "words-1#1");
    }

    @Test
    void aSavepointHoldsAllOfASnapshotAndNeedsNothingElse() throws IOException {
        Map<String, String> before = content(store, snapshot);
        Savepoint written = write(store, place);
        store.objects.clear();

        assertThat(place.objects.keySet()).containsExactlyInAnyOrder("0-1-1.part", "1-1-1.part", "savepoint.manifest");
        assertThat(SavepointFiles.read(place)).isEqualTo(written);
        assertThat(SavepointFiles.verify(place)).isEmpty();
        assertThat(written.contents())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("bytes")
                .containsExactly(
                        new Content("count", 4, 0, 0, 0, 0),
                        new Content("lines", 0, 0, 2, 0, 0),
                        new Content("sink", 0, 0, 0, 2, 0));
        assertThat(written.contents().get(0).bytes()).isEqualTo("text 3later 3text 200later 200".length());

        MemoryStore own = new MemoryStore();
        ManifestRef first = SavepointFiles.restore(place, written, own, NEW, "w1", 7);
        place.objects.clear();
        assertThat(content(own, first)).isEqualTo(before).hasSize(8);
        assertThat(first.name()).startsWith("words/words-2/1-2-");
        assertThat(Manifests.read(own, first).topologyId()).isEqualTo("words-2");
    }

    @Test
    void aPlaceThatHoldsSomethingIsRefused() throws IOException {
        place.objects.put("notes.txt", new byte[1]);
        assertThatThrownBy(() -> write(store, place))
                .hasMessage(place.location() + " holds notes.txt already: name a directory that is empty or not there");
        place.objects.clear();
        write(store, place);
        Map<String, byte[]> before = new HashMap<>(place.objects);
        // A writer that takes the request over finds that it is done; another request may not replace the savepoint
        write(store, place);
        assertThatThrownBy(() -> SavepointFiles.write(store, snapshot, place, "1-2", "words-1#2"))
                .hasMessageContaining(" already: name a directory");
        assertThat(place.objects).isEqualTo(before);
    }

    @Test
    void aFailureAtAnyCallLeavesNothingAndADeathLeavesWhatTheNextOneIgnores() throws IOException {
        int calls = 0;
        for (; ; calls++) {
            FailingStore failing = new FailingStore(place, calls, false);
            try {
                write(store, failing);
                break;
            } catch (IOException e) {
                assertThat(e).hasMessage("injected");
                assertThat(place.objects).as("call %s", calls).isEmpty();
                assertThat(place.drafts).as("call %s", calls).isEmpty();
            }
        }
        assertThat(calls).isGreaterThan(10);
        Map<String, String> whole = content(store, snapshot);
        for (int dies = 0; dies < calls; dies++) {
            place.objects.clear();
            place.drafts.clear();
            FailingStore dying = new FailingStore(place, dies, true);
            assertThatThrownBy(() -> write(store, dying)).hasMessage("injected");
            assertThat(place.objects).doesNotContainKey(Savepoint.MANIFEST);

            Savepoint savepoint = SavepointFiles.write(store, snapshot, place, "1-2", "words-1#1");
            MemoryStore own = new MemoryStore();
            assertThat(content(own, SavepointFiles.restore(place, savepoint, own, NEW, "w1", 1)))
                    .as("death at call %s", dies)
                    .isEqualTo(whole);
        }
    }

    @Test
    void whatCannotBeReadOfTheSnapshotFailsTheSavepoint() {
        int calls = 0;
        while (true) {
            try {
                write(new FailingStore(store, calls++, false), place);
                break;
            } catch (IOException e) {
                assertThat(place.objects).isEmpty();
            }
        }
        assertThat(calls).isGreaterThan(8);
    }

    @Test
    void eachFlippedBitIsFoundAndItsPartAndBlockNamed() throws IOException {
        write(store, place);
        for (Map.Entry<String, byte[]> object : place.objects.entrySet()) {
            byte[] bytes = object.getValue();
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                assertThat(SavepointFiles.verify(place))
                        .as("bit %s of %s", bit, object.getKey())
                        .hasSize(1)
                        .allSatisfy(line -> assertThat(line).contains("'" + object.getKey() + "'"));
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
        byte[] part = place.objects.get("1-1-1.part");
        part[10] ^= 1;
        assertThat(SavepointFiles.verify(place).get(0))
                .matches(
                        "snapshot object '1-1-1.part' is damaged: partition 20[01] of component 'count' has the checksum .*");
    }

    @Test
    void aSavepointOfANewerEngineIsRefusedWithItsVersion() throws IOException {
        write(store, place);
        String[] lines = new String(place.objects.get(Savepoint.MANIFEST), StandardCharsets.UTF_8).split("\n");
        byte[] newer = lines[0].replace("{\"version\":1,\"request\"", "{\"version\":2,\"request\"")
                .getBytes(StandardCharsets.UTF_8);
        String text =
                new String(newer, StandardCharsets.UTF_8) + "\n" + Crc.digest(Crc.of(ByteBuffer.wrap(newer))) + "\n";
        place.objects.put(Savepoint.MANIFEST, text.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> SavepointFiles.read(place))
                .isInstanceOf(SnapshotFormatException.class)
                .hasMessage(
                        "the savepoint in " + place.location() + " has format 2 of Millrace 0.9.0, this engine reads"
                                + " formats 1 to 1: use the engine that wrote it, or a later one");
    }
}

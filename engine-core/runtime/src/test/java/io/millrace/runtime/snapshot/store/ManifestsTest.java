// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.state.StateSpec.Form;
import io.millrace.runtime.snapshot.store.Manifest.ComponentShape;
import io.millrace.runtime.snapshot.store.Manifest.StateShape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestsTest {

    static final SnapshotNames NAMES = new SnapshotNames("words", "words-1");

    private final MemoryStore store = new MemoryStore();
    private final Manifests manifests = new Manifests(store, NAMES);

    static Manifest manifest(long generation, long snapshotId, List<ManifestRef> earlier, WorkerPart... parts) {
        return new Manifest(
                Manifest.VERSION,
                NAMES.topology(),
                NAMES.topologyId(),
                snapshotId,
                generation,
                "0.9.0",
                1_700_000_000_000L,
                earlier,
                List.of(parts),
                List.of(
                        new ComponentShape("lines", Manifest.Kind.SPOUT, 2, 0, List.of()),
                        new ComponentShape(
                                "count",
                                Manifest.Kind.BOLT,
                                3,
                                1,
                                List.of(new StateShape(
                                        "by word", Form.MAP, false, List.of("java.lang.String", "java.lang.Long"))))),
                null);
    }

    @Test
    void aManifestComesBackUnderANameWithItsDigest() throws IOException {
        WorkerPart part = new WorkerPart("w1", "words/words-1/2-7-w1-3.part", 100, "0badcafe", List.of("a", "b"));
        Manifest manifest = manifest(2, 7, List.of(new ManifestRef("earlier", "00000000")), part);
        ManifestRef ref = manifests.publish(manifest);
        assertThat(ref.name()).isEqualTo("words/words-1/2-7-" + ref.digest() + ".manifest");
        assertThat(manifests.read(ref)).isEqualTo(manifest);
        assertThat(manifest.objects()).containsExactly("a", "b", "words/words-1/2-7-w1-3.part");
    }

    @Test
    void eachFlippedBitAndEachTruncationIsFoundAndNamed() throws IOException {
        ManifestRef ref = manifests.publish(manifest(1, 1, List.of()));
        byte[] object = store.objects.get(ref.name());
        for (int bit = 0; bit < object.length * 8; bit++) {
            object[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> manifests.read(ref))
                    .isInstanceOf(DamagedSnapshotException.class)
                    .hasMessageContaining("'" + ref.name() + "' is damaged: it has the digest ");
            object[bit / 8] ^= (byte) (1 << bit % 8);
        }
        for (int length = 0; length < object.length; length++) {
            store.objects.put(ref.name(), Arrays.copyOf(object, length));
            assertThatThrownBy(() -> manifests.read(ref)).isInstanceOf(DamagedSnapshotException.class);
        }
        store.objects.remove(ref.name());
        assertThatThrownBy(() -> manifests.read(ref))
                .isInstanceOf(DamagedSnapshotException.class)
                .hasMessageContaining("'" + ref.name() + "' is missing");
    }

    private ManifestRef put(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        store.objects.put("x", bytes);
        return new ManifestRef("x", Crc.digest(Crc.of(ByteBuffer.wrap(bytes))));
    }

    @Test
    void aLaterVersionIsRefusedWhateverItsFieldsAre() {
        assertThatThrownBy(() -> manifests.read(put("{\"version\":2,\"parts\":\"elsewhere\"}")))
                .isInstanceOf(SnapshotFormatException.class)
                .hasMessageContaining("'x' has format 2, this engine reads formats 1 to 1");
        assertThatThrownBy(() -> manifests.read(put("{\"parts\":[]}"))).isInstanceOf(SnapshotFormatException.class);
    }

    @Test
    void fieldsOfALaterReleaseAreSkippedAndOthersMayBeMissing() throws IOException {
        Manifest manifest = manifests.read(put("{\"version\":1,\"snapshotId\":5,\"new\":{\"a\":[1]}}"));
        assertThat(manifest.snapshotId()).isEqualTo(5);
        assertThat(manifest.parts()).isEmpty();
    }

    @Test
    void whatIsNoManifestIsNamed() {
        assertThatThrownBy(() -> manifests.read(put("{\"version\":1,\"parts\":3}")))
                .isInstanceOf(DamagedSnapshotException.class)
                .hasMessageContaining("is no manifest: Manifest.parts is 3: it takes a list");
        assertThatThrownBy(() -> manifests.read(put("}"))).isInstanceOf(DamagedSnapshotException.class);
    }

    @Test
    void theCommittedOneIsRestoredFirstThenThoseThatItNames() throws IOException {
        ManifestRef first = manifests.publish(manifest(1, 1, List.of()));
        manifests.publish(manifest(1, 2, List.of(first)));
        ManifestRef third = manifests.publish(manifest(1, 3, List.of(first)));
        // The second manifest was never committed
        assertThat(manifests.candidates(third)).containsExactly(third, first);
    }

    @Test
    void ifTheCommittedOneIsDamagedThoseBeforeAreFound() throws IOException {
        ManifestRef first = manifests.publish(manifest(1, 9, List.of()));
        ManifestRef second = manifests.publish(manifest(2, 10, List.of(first)));
        ManifestRef sameId = manifests.publish(manifest(3, 10, List.of(first)));
        ManifestRef committed = manifests.publish(manifest(3, 11, List.of(second, first)));
        manifests.publish(manifest(3, 12, List.of(committed, second, first)));
        store.objects.put(NAMES.part(3, 10, "w", 1), new byte[1]);
        store.objects.get(committed.name())[3] ^= 1;
        assertThat(manifests.candidates(committed)).containsExactly(committed, sameId, second, first);
    }

    @Test
    void namesSayWhatTheyAre() {
        String part = NAMES.part(12, 345, "worker-1-x", 6);
        assertThat(part).isEqualTo("words/words-1/12-345-worker-1-x-6.part");
        assertThat(SnapshotNames.parse(part)).contains(new SnapshotNames.Parsed(12, 345, null));
        assertThat(SnapshotNames.parse(NAMES.manifest(1, 2, "00c0ffee")))
                .contains(new SnapshotNames.Parsed(1, 2, "00c0ffee"));
        for (String other : List.of("words/words-1/readme", "1-2.part", "1-x-w-1.part", "1-2-XXXXXXXX.manifest", "")) {
            assertThat(SnapshotNames.parse(other)).as(other).isEmpty();
        }
        assertThatThrownBy(() -> new SnapshotNames("..", "1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NAMES.part(1, 2, "a/../b", 1)).isInstanceOf(IllegalArgumentException.class);
    }
}

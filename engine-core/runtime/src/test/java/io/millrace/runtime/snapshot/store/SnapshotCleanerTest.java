// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.spi.SnapshotStore;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SnapshotCleanerTest {

    private static final SnapshotNames NAMES = ManifestsTest.NAMES;

    private final MemoryStore store = new MemoryStore();
    private final Manifests manifests = new Manifests(store, NAMES);
    private SnapshotCleaner cleaner = new SnapshotCleaner(store, NAMES, 3);

    private static String part(long id) {
        return NAMES.part(1, id, "w", 1);
    }

    private WorkerPart writePart(long id, Long... references) throws IOException {
        SnapshotStoreContract.write(store, part(id), "part " + id);
        return new WorkerPart(
                "w",
                part(id),
                1,
                "0",
                Arrays.stream(references).map(SnapshotCleanerTest::part).toList());
    }

    private ManifestRef publish(long id, Long... references) throws IOException {
        return manifests.publish(ManifestsTest.manifest(1, id, cleaner.kept(), writePart(id, references)));
    }

    private ManifestRef commit(long id, Long... references) throws IOException {
        ManifestRef ref = publish(id, references);
        cleaner.committed(ref, manifests.read(ref));
        return ref;
    }

    private List<Long> ids(boolean ofManifests) {
        return store.objects.keySet().stream()
                .map(name -> SnapshotNames.parse(name).orElseThrow())
                .filter(parsed -> parsed.isManifest() == ofManifests)
                .map(SnapshotNames.Parsed::snapshotId)
                .sorted()
                .toList();
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class).hasMessageContaining("start the cleaner");
    }

    @Test
    void theLastSnapshotsAndWhatTheyReferToAreKept() throws IOException {
        cleaner.startWithout();
        commit(1);
        commit(2, 1L);
        commit(3, 1L, 2L);
        commit(4, 1L);
        assertThat(cleaner.clean(5)).isEqualTo(1);
        assertThat(ids(true)).containsExactly(2L, 3L, 4L);
        assertThat(ids(false)).containsExactly(1L, 2L, 3L, 4L);
        commit(5);
        commit(6, 5L);
        commit(7, 5L);
        assertThat(cleaner.clean(8)).isEqualTo(7);
        assertThat(ids(true)).containsExactly(5L, 6L, 7L);
        assertThat(ids(false)).containsExactly(5L, 6L, 7L);
        assertThat(cleaner.kept())
                .extracting(ManifestRef::name)
                .allMatch(store.objects::containsKey)
                .hasSize(3);
    }

    @Test
    void twoAreKeptIfOneIsAskedFor() throws IOException {
        cleaner = new SnapshotCleaner(store, NAMES, 1);
        cleaner.startWithout();
        for (long id = 1; id <= 4; id++) {
            commit(id);
            cleaner.clean(id + 1);
        }
        assertThat(ids(true)).containsExactly(3L, 4L);
    }

    @Test
    void orphansAreDeletedButNothingOfTheRunningSnapshotOrLater() throws IOException {
        cleaner.startWithout();
        commit(1);
        writePart(2);
        publish(3);
        commit(4);
        writePart(5);
        writePart(6);
        publish(7);
        SnapshotStore.Draft dead = store.write(NAMES.part(1, 5, "dead", 1));
        SnapshotStore.Draft running = store.write(NAMES.part(1, 6, "w2", 1));
        cleaner.clean(6);
        assertThat(ids(true)).containsExactly(1L, 4L, 7L);
        assertThat(ids(false)).containsExactly(1L, 4L, 6L, 7L);
        running.publish();
        assertThatThrownBy(dead::publish).isInstanceOf(IOException.class);
    }

    @Test
    void objectsOfOthersStay() throws IOException {
        cleaner.startWithout();
        List<String> others = List.of(
                "words/words-1/readme.txt",
                "words/words-12/1-1-w-1.part",
                "words/words-2/1-1-w-1.part",
                "other/1-1-w-1.part");
        for (String other : others) {
            SnapshotStoreContract.write(store, other, "x");
        }
        SnapshotStore.Draft draft = store.write("words/words-2/1-1-w-2.part");
        writePart(1);
        cleaner.clean(10);
        assertThat(store.objects.keySet()).containsExactlyInAnyOrderElementsOf(others);
        assertThat(store.drafts).containsOnlyKeys(draft);
    }

    @Test
    void aManifestIsDeletedBeforeItsParts() throws IOException {
        cleaner = new SnapshotCleaner(store, NAMES, 2);
        cleaner.startWithout();
        commit(1);
        commit(2);
        commit(3);
        Map<String, byte[]> before = new TreeMap<>(store.objects);
        boolean failed = true;
        for (int calls = 0; failed; calls++) {
            store.objects.putAll(before);
            FailingStore dying = new FailingStore(store, calls, true);
            SnapshotCleaner dies = new SnapshotCleaner(dying, NAMES, 2);
            dies.startWithout();
            cleaner.kept().stream()
                    .sorted((a, b) -> a.name().compareTo(b.name()))
                    .forEach(ref -> {
                        try {
                            dies.committed(ref, manifests.read(ref));
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    });
            try {
                dies.clean(4);
            } catch (IOException e) {
                assertThat(e).hasMessage("injected");
            }
            failed = dying.failed;
            assertThat(ids(false)).as("parts of manifests").containsAll(ids(true));
            assertThat(ids(true)).contains(2L, 3L);
        }
        assertThat(ids(true)).containsExactly(2L, 3L);
    }

    @Test
    void aNewCoordinatorKeepsWhatTheLastManifestNames() throws IOException {
        cleaner.startWithout();
        commit(1);
        commit(2, 1L);
        ManifestRef last = commit(3);
        publish(4);
        SnapshotCleaner next = new SnapshotCleaner(store, NAMES, 3);
        next.startFrom(last);
        assertThat(next.kept()).isEqualTo(cleaner.kept());
        next.clean(5);
        assertThat(ids(true)).containsExactly(1L, 2L, 3L);
        assertThat(ids(false)).containsExactly(1L, 2L, 3L);
    }

    /** Damage of one of the last snapshots does not cost the last two good ones. */
    @Test
    void oneBeforeTakesThePlaceOfADamagedOne() throws IOException {
        cleaner.startWithout();
        commit(1);
        commit(2);
        ManifestRef third = commit(3);
        ManifestRef last = publish(4);
        store.objects.get(third.name())[0] ^= 1;
        SnapshotCleaner next = new SnapshotCleaner(store, NAMES, 2);
        next.startFrom(last);
        next.clean(5);
        assertThat(ids(true)).containsExactly(2L, 4L);
        assertThat(ids(false)).containsExactly(2L, 4L);
    }

    @Test
    void nothingIsDeletedIfTheLastOneCannotBeRead() throws IOException {
        cleaner.startWithout();
        commit(1);
        ManifestRef last = commit(2);
        store.objects.get(last.name())[0] ^= 1;
        SnapshotCleaner next = new SnapshotCleaner(store, NAMES, 2);
        assertThatThrownBy(() -> next.startFrom(last)).isInstanceOf(DamagedSnapshotException.class);
        assertRefused(() -> next.clean(3));
        assertRefused(next::kept);
        assertRefused(() -> next.missing(List.of()));
        assertThat(store.objects).hasSize(4);
    }

    @Test
    void aReferenceToWhatIsNotKeptIsFound() throws IOException {
        cleaner = new SnapshotCleaner(store, NAMES, 2);
        cleaner.startWithout();
        commit(1);
        assertThat(cleaner.missing(List.of(writePart(2, 1L)))).isEmpty();
        commit(2, 1L);
        commit(3);
        assertThat(cleaner.missing(List.of(writePart(4, 1L, 3L)))).isEmpty();
        commit(4, 3L);
        assertThat(cleaner.missing(List.of(writePart(5, 3L), writePart(5, 1L)))).contains(part(1));
    }
}

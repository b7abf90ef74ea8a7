package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.spi.SnapshotStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store must do. Stores of connectors compile it among their tests. */
public abstract class SnapshotStoreContract {

    /** Returns the store of this test, which is empty at first. */
    protected abstract SnapshotStore store();

    /** Writes so much that the draft leaves something where its writer dies, if drafts of this store do. */
    protected void writeMuch(SnapshotStore.Draft draft) throws IOException {}

    /** Returns how often each thread of the test with several writes, reads and deletes. */
    protected int rounds() {
        return 200;
    }

    protected static void write(SnapshotStore store, String name, String text) throws IOException {
        try (SnapshotStore.Draft draft = store.write(name)) {
            draft.out().write(text.getBytes(StandardCharsets.UTF_8));
            draft.publish();
        }
    }

    protected static String read(SnapshotStore store, String name) throws IOException {
        return text(store.read(name, 0, (int) store.length(name)));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes).toString();
    }

    private List<String> names(String prefix) throws IOException {
        return store().list(prefix).stream().map(SnapshotStore.Entry::name).toList();
    }

    @Test
    void anObjectIsVisibleWhenItIsPublishedAndNotBefore() throws IOException {
        try (SnapshotStore.Draft draft = store().write("t/1/a")) {
            draft.out().write('x');
            draft.out().write("yz".getBytes(StandardCharsets.UTF_8));
            assertThat(store().length("t/1/a")).isEqualTo(-1);
            assertThat(names("")).isEmpty();

            draft.publish();
        }
        assertThat(store().list("")).containsExactly(new SnapshotStore.Entry("t/1/a", 3));
        assertThat(read(store(), "t/1/a")).isEqualTo("xyz");
    }

    @Test
    void aClosedDraftLeavesNothing() throws IOException {
        try (SnapshotStore.Draft draft = store().write("t/1/a")) {
            draft.out().write('x');
            writeMuch(draft);
        }
        store().removeDrafts("", name -> {
            throw new AssertionError("there is a draft of " + name);
        });
        assertThat(store().length("t/1/a")).isEqualTo(-1);
    }

    @Test
    void aDraftCannotBePublishedTwiceOrAfterItsEnd() throws IOException {
        SnapshotStore.Draft draft = store().write("a");
        draft.publish();
        assertThatThrownBy(draft::publish).isInstanceOf(IOException.class);

        SnapshotStore.Draft closed = store().write("b");
        closed.close();
        assertThatThrownBy(closed::publish).isInstanceOf(IOException.class);
        assertThat(names("")).containsExactly("a");
    }

    @Test
    void aLaterObjectReplacesOneOfTheSameName() throws IOException {
        write(store(), "a", "first");
        write(store(), "a", "2nd");
        assertThat(read(store(), "a")).isEqualTo("2nd");
    }

    @Test
    void partsOfAnObjectAreRead() throws IOException {
        write(store(), "a", "0123456789");
        assertThat(text(store().read("a", 3, 4))).isEqualTo("3456");
        assertThat(text(store().read("a", 10, 0))).isEmpty();
        assertThatThrownBy(() -> store().read("a", 7, 4)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> store().read("a", Long.MAX_VALUE, 4)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> store().read("b", 0, 1)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void objectsAreListedByTheBeginningOfTheirNames() throws IOException {
        for (String name : List.of("t/2/b", "t/1/a", "t/1/a-1", "t/10/c", "u/1/a")) {
            write(store(), name, name);
        }
        assertThat(names("")).containsExactly("t/1/a", "t/1/a-1", "t/10/c", "t/2/b", "u/1/a");
        assertThat(names("t/1")).containsExactly("t/1/a", "t/1/a-1", "t/10/c");
        assertThat(names("t/1/")).containsExactly("t/1/a", "t/1/a-1");
        assertThat(names("t/1/a")).containsExactly("t/1/a", "t/1/a-1");
        assertThat(names("t/3/")).isEmpty();
        assertThat(names("none")).isEmpty();
    }

    @Test
    void aDeletedObjectIsGoneAndCanBeDeletedAgain() throws IOException {
        write(store(), "t/1/a", "x");
        write(store(), "t/1/b", "y");
        store().delete("t/1/a");
        store().delete("t/1/a");
        assertThat(names("")).containsExactly("t/1/b");
        store().delete("t/1/b");
        write(store(), "t/1/c", "z");
        assertThat(names("")).containsExactly("t/1/c");
    }

    @Test
    void draftsOfDeadWritersAreRemovedAndCannotBePublished() throws IOException {
        SnapshotStore.Draft dead = store().write("t/1/dead");
        SnapshotStore.Draft alive = store().write("t/1/alive");
        SnapshotStore.Draft other = store().write("u/1/dead");
        for (SnapshotStore.Draft draft : List.of(dead, alive, other)) {
            writeMuch(draft);
        }
        List<String> asked = new ArrayList<>();
        store().removeDrafts("t/", name -> {
            asked.add(name);
            return name.endsWith("dead");
        });
        assertThat(asked).containsExactlyInAnyOrder("t/1/dead", "t/1/alive");
        assertThatThrownBy(dead::publish).isInstanceOf(IOException.class);
        alive.publish();
        other.publish();
        assertThat(names("")).containsExactly("t/1/alive", "u/1/dead");
        dead.close();
        alive.close();
        other.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "../a", "a b", "a~1", "a\\b", "ä", "a\0"})
    void otherNamesAreRefused(String name) {
        for (Callable<?> call : List.<Callable<?>>of(
                () -> store().write(name), () -> store().read(name, 0, 0), () -> store().length(name), () -> {
                    store().delete(name);
                    return null;
                })) {
            assertThatThrownBy(call::call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + name + "' is no name");
        }
    }

    @Test
    void longNamesAreAcceptedUpToTheirBound() throws IOException {
        String part = "x".repeat(200);
        write(store(), part + "/" + part + "/" + "y".repeat(110), "long");
        assertThat(names("")).singleElement().asString().hasSize(512);
        assertThatThrownBy(() -> store().write(part + "/" + part + "/" + "y".repeat(111)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the name of an object has 513 characters: use at most 512");
        assertThatThrownBy(() -> store().write(part + "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writersReadersAndDeletersOfOneDirectoryDoNotDisturbEachOther() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> work = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                String name = "t/1/" + thread;
                work.add(threads.submit(() -> {
                    for (int i = 0; i < rounds(); i++) {
                        write(store(), name, name + i);
                        assertThat(read(store(), name)).isEqualTo(name + i);
                        assertThat(names("t/")).contains(name);
                        store().delete(name);
                    }
                    return null;
                }));
            }
            for (Future<?> each : work) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(names("")).isEmpty();
    }
}

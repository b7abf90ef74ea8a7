// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.Await;
import io.millrace.cluster.registry.RegistryException.Kind;
import io.millrace.cluster.registry.Store.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The properties that the registry needs of a store, of the real one and of the one that simulations step. */
@Timeout(60)
abstract class StoreContract {

    private final List<Store> opened = new ArrayList<>();

    abstract Store connect() throws Exception;

    /** Lets a store in memory tell its clients what happened. */
    void deliver() {}

    @AfterEach
    void closeAll() {
        opened.forEach(Store::close);
    }

    private Store open() throws Exception {
        Store store = connect();
        opened.add(store);
        return store;
    }

    private void await(String what, Supplier<Boolean> holds) throws Exception {
        Await.until(what, () -> {
            deliver();
            return holds.get();
        });
    }

    @Test
    void allChangesOfATransactionAreMadeOrNone() throws Exception {
        Store store = open();
        store.commit("a", List.of(create("/a", "1"), create("/a/b", "2")));

        assertFails(Kind.EXISTS, () -> store.commit("x", List.of(create("/c", ""), create("/a", ""))));
        assertFails(Kind.NOT_FOUND, () -> store.commit("x", List.of(create("/c", ""), create("/d/e", ""))));
        assertFails(Kind.CONFLICT, () -> store.commit("x", List.of(create("/c", ""), write("/a", "", 1))));
        assertFails(Kind.CONFLICT, () -> store.commit("x", List.of(create("/c", ""), new Change.Check("/a", 1))));
        assertFails(Kind.NOT_FOUND, () -> store.commit("x", List.of(create("/c", ""), Change.exists("/d"))));
        assertFails(Kind.CONFLICT, () -> store.commit("x", List.of(create("/c", ""), new Change.Delete("/a", 0))));
        assertThat(store.read("/c")).isEmpty();

        store.commit("a", List.of(new Change.Check("/a", 0), write("/a", "3", 0), new Change.Delete("/a/b", 0)));
        assertThat(text(store, "/a")).isEqualTo("3");
        assertThat(store.read("/a").orElseThrow().version()).isEqualTo(1);
        assertThat(store.children("/a")).isEmpty();
        assertThat(store.children("/nothing")).isEmpty();
    }

    @Test
    void aNodeThatIsCreatedAndWrittenInOneTransactionHasVersionOne() throws Exception {
        Store store = open();
        store.commit("a", List.of(create("/a", "1"), write("/a", "2", 0)));

        assertThat(store.read("/a").orElseThrow().version()).isEqualTo(1);
    }

    @Test
    void anEphemeralNodeEndsWithItsSession() throws Exception {
        Store mine = open();
        Store other = open();
        mine.commit("e", List.of(new Change.Create("/e", bytes("1"), true)));
        assertThat(other.read("/e").orElseThrow().owner()).isEqualTo(mine.session());

        mine.close();

        await("its end", () -> other.read("/e").isEmpty());
    }

    @Test
    void aWatchTellsTheNextChangeOfANodeThatIsThereOrNot() throws Exception {
        Store store = open();
        AtomicInteger told = new AtomicInteger();
        assertThat(store.readAndWatch("/w", told::incrementAndGet)).isEmpty();

        open().commit("w", List.of(create("/w", "1")));
        await("the creation", () -> told.get() == 1);
        assertThat(store.readAndWatch("/w", told::incrementAndGet)).isPresent();
        store.commit("w", List.of(write("/w", "2", 0)));
        await("the change", () -> told.get() == 2);
    }

    @Test
    void aListenerThatWatchesANodeAgainIsToldOnce() throws Exception {
        Store store = open();
        AtomicInteger told = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        Runnable listener = told::incrementAndGet;
        for (int i = 0; i < 100; i++) {
            assertThat(store.readAndWatch("/w", listener)).isEmpty();
        }
        store.readAndWatch("/w", other::incrementAndGet);

        open().commit("w", List.of(create("/w", "1")));
        await("the creation", () -> other.get() == 1);
        await("the creation", () -> told.get() > 0);
        assertThat(told).hasValue(1);
    }

    @Test
    void aCopyFollowsItsPartOfTheTree() throws Exception {
        Store store = open();
        store.commit("t", List.of(create("/t", "0"), create("/t/a", "1"), create("/other", "1")));
        AtomicBoolean complete = new AtomicBoolean();
        List<String> changes = new ArrayList<>();
        Store.Copy copy = open().copy(
                        "/t",
                        Store.listener(
                                (before, after) -> {
                                    synchronized (changes) {
                                        changes.add((before == null ? "-" : string(before)) + ">"
                                                + (after == null ? "-" : string(after)));
                                    }
                                },
                                () -> complete.set(true)));
        await("the first copy", () -> complete.get() && content(copy).equals("{/t=0, /t/a=1}"));

        store.commit("t", List.of(write("/t/a", "2", 0), create("/t/b", "3")));
        await("the change", () -> content(copy).equals("{/t=0, /t/a=2, /t/b=3}"));
        store.commit("t", List.of(new Change.Delete("/t/a", 1)));
        await("the end", () -> content(copy).equals("{/t=0, /t/b=3}"));
        // A copy may show a change before its listener hears of it.
        await("what the listener heard", () -> {
            synchronized (changes) {
                return changes.containsAll(List.of("->1", "1>2", "->3", "2>-"));
            }
        });
        copy.close();
    }

    @Test
    void oneCandidateIsElectedAndTheNextAfterItsEnd() throws Exception {
        Store first = open();
        Store second = open();
        AtomicInteger told = new AtomicInteger();
        first.commit("e", List.of(create("/election", "")));
        Store.Candidature one = first.stand("/election", "one", told::incrementAndGet);
        await("the first", one::elected);
        Store.Candidature two = second.stand("/election", "two", told::incrementAndGet);
        assertThat(two.elected()).isFalse();

        one.close();

        await("the second", two::elected);
        assertThat(told.get()).isPositive();
        two.close();
    }

    private static Change create(String path, String data) {
        return Change.create(path, bytes(data));
    }

    private static Change write(String path, String data, int version) {
        return new Change.Write(path, bytes(data), version);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Store store, String path) {
        return string(store.read(path).orElseThrow());
    }

    private static String string(Node node) {
        return new String(node.data(), StandardCharsets.UTF_8);
    }

    private static String content(Store.Copy copy) {
        TreeMap<String, String> content = new TreeMap<>();
        copy.nodes().forEach(node -> content.put(node.path(), string(node)));
        return content.toString();
    }

    private static void assertFails(Kind kind, ThrowingCallable change) {
        assertThatThrownBy(change)
                .isInstanceOfSatisfying(
                        RegistryException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.StateAccess;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.spi.SnapshotStore;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSnapshotStoreTest extends SnapshotStoreContract {

    @TempDir
    Path root;

    private FileSnapshotStore store;

    @BeforeEach
    void open() throws IOException {
        store = FileSnapshotStoreProvider.open(root);
    }

    @Override
    protected SnapshotStore store() {
        return store;
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> !file.equals(root))
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void snapshotsAreReadByTheirAccountAloneUnlessAKeySaysOtherwise() throws IOException {
        for (String access : List.of("owner", "umask")) {
            Path place = root.resolve(access);
            try (SnapshotStore store = new FileSnapshotStoreProvider()
                            .open(place.toUri(), Map.of(TopologyKeys.STATE_ACCESS.name(), access));
                    SnapshotStore.Draft draft = store.write("t/1/a")) {
                draft.out().write('x');
                draft.publish();
            }
            List<String> modes = new ArrayList<>();
            for (Path path : List.of(place, place.resolve("t"), place.resolve("t/1"), place.resolve("t/1/a"))) {
                modes.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
            }
            List<String> ownerOnly = List.of("rwx------", "rwx------", "rwx------", "rw-------");
            assertThat(modes.equals(ownerOnly)).as(access + " " + modes).isEqualTo(access.equals("owner"));
        }
    }

    /** The test notes what is forced to the disk, and what the directory shows at this moment. */
    @Test
    void bytesAreOnTheDiskBeforeTheNameAndTheNameBeforeTheReturn() throws IOException {
        List<String> forced = new ArrayList<>();
        FileSnapshotStore watched = new FileSnapshotStore(
                root,
                path -> forced.add(root.relativize(path) + " of " + files()),
                FilePermissions.of(StateAccess.OWNER),
                new AtomicLong(0xA)::getAndIncrement);
        try (SnapshotStore.Draft draft = watched.write("t/1/a")) {
            draft.out().write('x');
            draft.publish();
        }
        assertThat(forced)
                .containsExactly(
                        "t/1/a~a of [t, t/1, t/1/a~a]",
                        "t/1 of [t, t/1, t/1/a]",
                        "t of [t, t/1, t/1/a]",
                        " of [t, t/1, t/1/a]");
    }

    @Test
    void aDraftIsDroppedIfTheDiskFails() throws IOException {
        FileSnapshotStore failing = new FileSnapshotStore(
                root,
                path -> {
                    if (Files.isRegularFile(path)) {
                        throw new IOException("Input/output error");
                    }
                },
                FilePermissions.of(StateAccess.OWNER),
                new AtomicLong()::getAndIncrement);
        try (SnapshotStore.Draft draft = failing.write("a")) {
            assertThatThrownBy(draft::publish)
                    .hasMessage("cannot publish a in " + root + ": Input/output error: check that it is mounted and"
                            + " reachable from this node");
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void twoDraftsOfOneNumberAndNameGetOtherNumbers() throws IOException {
        List<Long> numbers = new ArrayList<>(List.of(7L, 7L, 8L));
        FileSnapshotStore drawn =
                new FileSnapshotStore(root, path -> {}, FilePermissions.of(StateAccess.OWNER), () -> numbers.remove(0));
        try (SnapshotStore.Draft first = drawn.write("a");
                SnapshotStore.Draft second = drawn.write("a")) {
            assertThat(files()).containsExactly("a~7", "a~8");
            second.publish();
            first.publish();
        }
        assertThat(files()).containsExactly("a");
    }

    @Test
    void filesOfOthersAreNeitherListedNorRemoved() throws IOException {
        write(store, "t/1/a", "x");
        Files.writeString(root.resolve("t/1/lost+found?"), "other");
        Files.writeString(root.resolve("t/1/ä~1"), "other");
        Files.createSymbolicLink(root.resolve("t/1/link"), root.resolve("t/1/a"));
        assertThat(store.list("")).containsExactly(new SnapshotStore.Entry("t/1/a", 1));
        store.removeDrafts("", name -> true);
        store.delete("t/1/a");
        assertThat(files()).hasSize(5);
    }

    @Test
    void emptyDirectoriesAreRemoved() throws IOException {
        write(store, "t/1/a", "x");
        write(store, "t/2/a", "x");
        store.delete("t/1/a");
        assertThat(files()).containsExactly("t", "t/2", "t/2/a");
        store.delete("t/2/a");
        assertThat(files()).isEmpty();
        assertThat(root).exists();
    }

    @Test
    void aPrefixDoesNotLeaveTheDirectory() throws IOException {
        FileSnapshotStore inner = FileSnapshotStoreProvider.open(root.resolve("inner"));
        write(store, "secret/a", "x");
        assertThatThrownBy(() -> inner.list("../secret/")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFileInThePlaceOfTheDirectoryIsNamed() throws IOException {
        Path file = Files.createFile(root.resolve("file"));
        assertThatThrownBy(() -> FileSnapshotStoreProvider.open(file))
                .hasMessage("cannot keep snapshots in " + file + ": not a directory: set the path of a directory");
        assertThatThrownBy(() -> FileSnapshotStoreProvider.open(file.resolve("below")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot keep snapshots in " + file + "/below: Not a directory: set the path");
    }

    @Test
    void aFileInThePlaceOfAPartOfANameIsNamed() throws IOException {
        write(store, "t", "x");
        assertThatThrownBy(() -> store.write("t/1"))
                .hasMessageStartingWith(
                        "cannot write t/1 in " + root + ": there is a file that is not a directory: set the path");
        assertThat(store.length("t/1")).isEqualTo(-1);
    }

    @Test
    void errorsOfTheOperatingSystemHaveARemedyInOneLine() {
        assertThat(StoreErrors.explained("write a", "/s", new IOException("No space left on device")))
                .hasMessage(
                        "cannot write a in /s: No space left on device: remove what fills it, or set a larger place");
        assertThat(StoreErrors.explained(
                        "write a", "/s", new FileSystemException("/s/a", null, "Read-only file system")))
                .hasMessage("cannot write a in /s: Read-only file system: mount it for writing, or set another place");
        assertThat(StoreErrors.explained("write a", "/s", new AccessDeniedException("/s/a")))
                .hasMessage("cannot write a in /s: permission denied: let the user of the worker write there, or set"
                        + " another place");
        assertThat(StoreErrors.explained("write a", "/s", new IOException("Stale file handle\nat x")))
                .hasMessage("cannot write a in /s: Stale file handle: check that it is mounted and reachable from this"
                        + " node");
    }
}

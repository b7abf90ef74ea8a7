// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PrivateDirectoryTest {

    private static final int FILES = 100;
    private static final int ANOTHER_ACCOUNT = 65534;

    @TempDir
    private Path base;

    @Test
    void isMadeForThisAccountAloneAndTakenAgain() throws IOException {
        Path made = PrivateDirectory.make(base.resolve("a/b"));

        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(PrivateDirectory.make(made)).isEqualTo(made);
        assertThat(PrivateDirectory.isOwn(made)).isTrue();
        assertThat(PrivateDirectory.problem(base.resolve("none"))).isEmpty();
    }

    @Test
    void aFileIsForThisAccountAloneAndTakesThePlaceOfAnotherOne() throws IOException {
        Path file = Files.writeString(base.resolve("file"), "public");
        Path target = Files.writeString(base.resolve("target"), "kept");
        Files.createSymbolicLink(base.resolve("file.part"), target);

        PrivateDirectory.writeFile(file, new byte[] {'x'});

        assertThat(file).hasContent("x");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(target).hasContent("kept");
        assertThat(base.resolve("file.part")).doesNotExist();
    }

    @Test
    void oneThatLetsOthersInIsRefusedWithOwnerAndMode() throws IOException {
        for (String mode : new String[] {"rwxrwxrwx", "rwxr-x---", "rwx-----x"}) {
            Path open = Files.createDirectory(base.resolve(mode));
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(mode));

            assertThatThrownBy(() -> PrivateDirectory.make(open))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining(open + ": belongs to " + Files.getOwner(open) + " with mode " + mode)
                    .hasMessageContaining("other accounts have access");
            assertThat(mode(open)).as("it is left as it is").isEqualTo(mode);
        }
    }

    @Test
    void aLinkIsRefusedWhereverItLeads() throws IOException {
        Path target = PrivateDirectory.make(base.resolve("target"));
        Path link = Files.createSymbolicLink(base.resolve("link"), target);

        assertThatThrownBy(() -> PrivateDirectory.make(link)).hasMessageContaining("is a link");
        assertThat(PrivateDirectory.isOwn(link)).isFalse();
    }

    @Test
    void anotherAccountsIsRefusedAndNotRemovedAlsoByRoot() throws IOException {
        Path other = othersDirectory("theirs");
        Path file = Files.writeString(other.resolve("file"), "x");

        assertThatThrownBy(() -> PrivateDirectory.make(other)).hasMessageContaining("not to this process's account");
        assertThat(PrivateDirectory.isOwn(other)).isFalse();
        assertThatThrownBy(() -> SharedDirectory.create(other, "worker"))
                .hasMessageContaining("not to this process's account");
        assertThatThrownBy(() -> PrivateDirectory.remove(other)).hasMessageContaining("and stays");
        assertThat(file).exists();
    }

    @Test
    void onlyThisAccountAndRootMayWriteToADirectoryOfData() throws IOException {
        Path data = PrivateDirectory.make(base.resolve("data"));
        Path link = Files.createSymbolicLink(base.resolve("link"), data);

        assertThat(PrivateDirectory.writers(data)).isEmpty();
        assertThat(PrivateDirectory.writers(link)).isEmpty();
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxr-x"));
        assertThat(PrivateDirectory.writers(data)).isEmpty();
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(PrivateDirectory.writers(link).orElseThrow()).contains("rwxrwxrwx", "every account can write");
        assertThat(PrivateDirectory.writers(othersDirectory("theirs")).orElseThrow())
                .contains("not to this process's account");
    }

    @Test
    void onlyGroupsOfThisProcessMayWriteToADirectoryOfData() throws IOException {
        Path data = othersGroup("data");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(PrivateDirectory.writers(data)).isEmpty();
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxr-x"));
        assertThat(PrivateDirectory.writers(data).orElseThrow())
                .startsWith("belongs to " + Files.getOwner(data) + " and the group ")
                .contains("with mode rwxrwxr-x", "a group that this process is not in");
    }

    @Test
    void nobodyElseMayExchangeADirectoryAboveOneOfData() throws IOException {
        Path above = PrivateDirectory.make(base.resolve("above"));
        Path data = PrivateDirectory.make(above.resolve("data"));
        for (Path each : new Path[] {data, above.resolve("missing/data")}) {
            Files.setAttribute(above, "unix:mode", 0777);
            assertOpenIsRefused(each, above);
            Files.setAttribute(above, "unix:mode", 01777);
            assertThat(PrivateDirectory.writers(each)).isEmpty();
        }
        assertThat(PrivateDirectory.writers(above).orElseThrow())
                .as("the sticky bit protects entries alone")
                .startsWith("belongs to ");
    }

    @Test
    void theWayToALinkAndThatToItsTargetAreLookedAt() throws IOException {
        Path open = PrivateDirectory.make(base.resolve("open"));
        Path data = PrivateDirectory.make(base.resolve("data"));
        Path link = Files.createSymbolicLink(open.resolve("link"), data);
        Path target = PrivateDirectory.make(open.resolve("target"));
        Path safe = Files.createSymbolicLink(base.resolve("safe"), target);
        assertThat(PrivateDirectory.writers(link)).isEmpty();
        Files.setAttribute(open, "unix:mode", 0777);
        assertOpenIsRefused(link, open);
        assertOpenIsRefused(safe, open);
    }

    /** Unless root has opened it, as whoever runs these tests as root does. */
    private static void assertOpenIsRefused(Path directory, Path above) throws IOException {
        Optional<String> problem = PrivateDirectory.writers(directory);
        if (Files.getOwner(above).equals(Files.getOwner(Path.of("/")))) {
            assertThat(problem).isEmpty();
        } else {
            assertThat(problem.orElseThrow())
                    .contains("is reached by " + above + ", which belongs to ", "rwxrwxrwx", "every account can write");
        }
    }

    @Test
    void whatIsAboveBelongsToThisAccountOrRootAndNoOtherGroupMayWrite() throws IOException {
        Path theirs = othersDirectory("theirs");
        assertThat(PrivateDirectory.writers(theirs.resolve("data")).orElseThrow())
                .contains("is reached by " + theirs, "not to this process's account");
        Path shared = othersGroup("shared");
        Files.setAttribute(shared, "unix:mode", 0775);
        Optional<String> problem = PrivateDirectory.writers(shared.resolve("data"));
        if (Files.getOwner(shared).equals(Files.getOwner(Path.of("/")))) {
            assertThat(problem).as("root says which groups may write").isEmpty();
        } else {
            assertThat(problem.orElseThrow())
                    .contains("is reached by " + shared, "a group that this process is not in");
        }
        Files.setAttribute(shared, "unix:mode", 01775);
        assertThat(PrivateDirectory.writers(shared.resolve("data"))).isEmpty();
    }

    @Test
    void removesATreeWithItsLinksAndNotWhatTheyLeadTo() throws IOException {
        Path precious = Files.createDirectory(base.resolve("precious"));
        Path kept = Files.writeString(precious.resolve("file"), "x");
        Path tree = PrivateDirectory.make(base.resolve("tree"));
        Files.createDirectories(tree.resolve("a/b/c"));
        Files.writeString(tree.resolve("a/b/file"), "x");
        Files.createSymbolicLink(tree.resolve("a/link"), precious);
        Files.createSymbolicLink(tree.resolve("dangling"), base.resolve("nowhere"));

        PrivateDirectory.remove(tree);
        PrivateDirectory.remove(tree);
        PrivateDirectory.remove(base.resolve("none/of/these"));

        assertThat(tree).doesNotExist();
        assertThat(kept).exists();
    }

    /** While a directory is emptied, a link to one with files of the same names takes its place. */
    @Test
    void aLinkThatTakesADirectorysPlaceMeanwhileIsNotFollowed() throws Exception {
        Path precious = Files.createDirectory(base.resolve("precious"));
        make(precious);
        Path tree = base.resolve("tree");
        Path exchanged = tree.resolve("d");
        for (int round = 0; round < 20; round++) {
            Files.createDirectories(exchanged);
            make(exchanged);
            Path aside = base.resolve("aside" + round);
            Thread attacker = new Thread(() -> exchange(exchanged, aside, precious));
            attacker.start();
            try {
                PrivateDirectory.remove(tree);
            } catch (IOException e) {
                // What the attacker makes may keep the tree from being removed
            }
            attacker.join();
            PrivateDirectory.remove(tree);
        }
        assertThat(precious.toFile().list()).hasSize(FILES);
    }

    private static void make(Path directory) throws IOException {
        for (int i = 0; i < FILES; i++) {
            Files.writeString(directory.resolve("file" + i), "x");
        }
    }

    private static void exchange(Path directory, Path aside, Path target) {
        try {
            while (directory.toFile().list().length == FILES) {
                Thread.onSpinWait();
            }
            Files.move(directory, aside);
            Files.createSymbolicLink(directory, target);
        } catch (IOException | RuntimeException e) {
            // It was removed meanwhile
        }
    }

    private Path othersDirectory(String name) throws IOException {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "only root can make a directory of another account");
        Path made = PrivateDirectory.make(base.resolve(name));
        Files.setAttribute(made, "unix:uid", ANOTHER_ACCOUNT);
        return made;
    }

    private Path othersGroup(String name) throws IOException {
        assumeTrue(PrivateDirectory.isRoot(), "only root can give a directory to a group that it is not in");
        Path made = PrivateDirectory.make(base.resolve(name));
        Files.setAttribute(made, "unix:gid", ANOTHER_ACCOUNT);
        return made;
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}

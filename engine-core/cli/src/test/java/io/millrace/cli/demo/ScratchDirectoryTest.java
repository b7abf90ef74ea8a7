// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.ipc.liveness.PrivateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ScratchDirectoryTest {

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    @Test
    void isGoneWithAllInItWhenClosed() throws Exception {
        ScratchDirectory directory = ScratchDirectory.make();
        Path inside = directory.resolve("a/b/c");
        Files.createDirectories(inside.getParent());
        Files.writeString(inside, "x");

        directory.close();

        assertThat(directory.path()).doesNotExist();
    }

    /** The directory's name and its lock, which no process holds, are as those of a killed run. */
    @Test
    void leavesWhatAnotherAccountHasMade() throws Exception {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "only root can make a directory of another account");
        Path other = Files.createDirectory(TEMPORARY.resolve("millrace-run-theirs" + System.nanoTime()));
        Path file = Files.writeString(other.resolve("data"), "x");
        Files.writeString(other.resolve("lock"), "");
        Files.setAttribute(other, "unix:uid", 65534);
        try (ScratchDirectory directory = ScratchDirectory.make()) {
            assertThat(directory.path()).exists();
            assertThat(file).exists();
        } finally {
            Files.setAttribute(other, "unix:uid", 0);
            PrivateDirectory.remove(other);
        }
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void opensNoLockThatIsAPipeOrALink() throws Exception {
        Path piped = Files.createDirectory(TEMPORARY.resolve("millrace-run-piped" + System.nanoTime()));
        Path linked = Files.createDirectory(TEMPORARY.resolve("millrace-run-linked" + System.nanoTime()));
        Path precious = Files.writeString(linked.resolve("precious"), "x");
        assertThat(new ProcessBuilder("mkfifo", piped.resolve("lock").toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.createSymbolicLink(linked.resolve("lock"), precious);
        try (ScratchDirectory directory = ScratchDirectory.make()) {
            assertThat(directory.path()).exists();
            assertThat(piped).exists();
            assertThat(precious).exists();
        } finally {
            PrivateDirectory.remove(piped);
            PrivateDirectory.remove(linked);
        }
    }

    @Test
    void sweepsWhatTheDeadLeftAndNothingThatIsInUse() throws Exception {
        Path dead = Files.createDirectory(TEMPORARY.resolve("millrace-run-dead" + System.nanoTime()));
        Files.writeString(dead.resolve("lock"), "");
        Files.writeString(dead.resolve("data"), "x");

        try (ScratchDirectory first = ScratchDirectory.make();
                ScratchDirectory second = ScratchDirectory.make()) {
            assertThat(dead).doesNotExist();
            assertThat(first.path()).exists().isNotEqualTo(second.path());
        }
    }
}

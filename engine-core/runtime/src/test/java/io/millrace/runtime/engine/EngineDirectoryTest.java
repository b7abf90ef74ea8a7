// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Await;
import io.millrace.ipc.liveness.PrivateDirectory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The directories of engines' files, and what is left there. */
@Timeout(60)
class EngineDirectoryTest {

    private Path base;

    @BeforeEach
    void makeBase() throws Exception {
        base = Files.createTempDirectory(Path.of("/tmp"), "mr-");
    }

    @AfterEach
    void removeBase() throws Exception {
        PrivateDirectory.remove(base);
    }

    private static Path longest(int bytes) {
        return Path.of("/tmp/" + "x".repeat(bytes - "/tmp/".length()));
    }

    @Test
    void aSocketsPathIsNeverTooLong() throws Exception {
        Path home = base.resolve("home");
        try (EngineDirectory made = EngineDirectory.open(List.of(longest(60), home))) {
            assertThat(made.directory("1.0")).startsWith(home);
        }
        assertThat(home).doesNotExist();
        assertThatThrownBy(() -> EngineDirectory.open(List.of(longest(60))))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("and 107 is the most: set java.io.tmpdir");
    }

    @Test
    void theLongestPathThatIsTakenCanBeBound() throws Exception {
        Path longest = base.resolve("x".repeat(52 - base.toString().length() - 1));
        try (EngineDirectory home = EngineDirectory.open(List.of(longest));
                ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Path directory = home.directory("2147483647.1023");
            socket.bind(UnixDomainSocketAddress.of(directory.resolve("socket")));
        }
    }

    @Test
    void nothingIsLeftAndOthersSeeNothing() throws Exception {
        Path home = base.resolve("home");
        try (EngineDirectory made = EngineDirectory.open(List.of(home))) {
            Path directory = made.directory("1.0");
            Files.writeString(directory.resolve("file"), "old");
            assertThat(made.directory("1.0")).isEmptyDirectory();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.getParent())))
                    .isEqualTo("rwx------");
        }
        assertThat(home).doesNotExist();
    }

    /** The first user that makes a directory in /dev/shm has its name, and no other user can remove it there. */
    @Test
    void anotherNameIsTakenIfSomebodyElseHasTheFirst() throws Exception {
        Path home = base.resolve("home");
        Files.createDirectory(home);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.createSymbolicLink(base.resolve("home-2"), home);

        try (EngineDirectory made = EngineDirectory.open(List.of(home))) {
            assertThat(made.directory("1.0")).startsWith(base.resolve("home-3"));
        }
        assertThat(home).isEmptyDirectory();
        assertThat(base.resolve("home-3")).doesNotExist();
    }

    @Test
    void whatIsLeftOfAWorkerWithoutItsGuardIsEndedByTheNext() throws Exception {
        Path dead = Files.createDirectories(base.resolve("worker-1-2"));
        Files.createFile(base.resolve("worker-1-2.lock"));
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx------"));
        Files.createDirectory(dead.resolve("1.0"));
        Process left = marked("worker-1-2.1.0");
        Process other = marked("worker-1-22.1.0");
        try (EngineDirectory made = EngineDirectory.open(List.of(base))) {
            assertThat(made.directory("1.0")).exists();
            assertThat(dead).doesNotExist();
            assertThat(left.waitFor()).isEqualTo(137);
            assertThat(other.isAlive()).isTrue();
        } finally {
            left.destroyForcibly().waitFor();
            other.destroyForcibly().waitFor();
        }
        assertThat(base).doesNotExist();
    }

    private static Process marked(String mark) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sleep", "1000");
        builder.environment().put(ProcessTree.VARIABLE, mark);
        return builder.start();
    }

    @Test
    void anEngineThatIsLeftAtTheEndIsEndedByTheGuardWithItsCommandsOnce() throws Exception {
        Path ran = base.resolve("ran");
        List<String> command = List.of("/bin/sh", "-c", "echo \"$GREETING\" >> " + ran);
        leaveTo("it's over", command, command);
        assertThat(ran).hasContent("it's over");
        try (Stream<Path> all = Files.list(base)) {
            assertThat(all).containsExactly(ran);
        }
    }

    @Test
    void noCommandLineShowsTheVariablesOfTheGuardsCommands() throws Exception {
        Path lines = base.resolve("lines");
        Path greeting = base.resolve("greeting");
        String command = "cat /proc/[0-9]*/cmdline > " + lines + "; echo \"$GREETING\" > " + greeting;
        leaveTo("between us", List.of("/bin/sh", "-c", command));
        assertThat(greeting).hasContent("between us");
        // A report of a failure has no command lines of others
        String all = Files.readString(lines, StandardCharsets.ISO_8859_1);
        assertThat(all.contains("millrace-guard")).isTrue();
        assertThat(all.contains("between us")).isFalse();
    }

    /**
     * Closes the directories with an engine that lives on, and waits until the guard has ended it and run commands with
     * a variable.
     */
    @SafeVarargs
    private void leaveTo(String greeting, List<String>... commands) throws Exception {
        Process left;
        try (EngineDirectory made = EngineDirectory.open(List.of(base.resolve("home")))) {
            for (List<String> command : commands) {
                made.atEnd(command, Map.of("GREETING", greeting));
            }
            left = marked(made.mark("1.0"));
        }
        try {
            assertThat(left.waitFor()).isEqualTo(137);
            Await.until(
                    "the guard has ended",
                    () -> ProcessHandle.current()
                            .children()
                            .noneMatch(child ->
                                    child.info().commandLine().orElse("").contains("millrace-guard")));
        } finally {
            left.destroyForcibly().waitFor();
        }
    }
}

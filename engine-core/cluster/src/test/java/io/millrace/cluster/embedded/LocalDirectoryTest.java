// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDirectoryTest {

    private static final String REMEDY =
            ": make room there, or name another one by MILLRACE_JAVA_OPTS=-Djava.io.tmpdir=DIR";

    @TempDir
    private Path directory;

    @Test
    void aFullDirectoryIsRefusedInOneLine() {
        assertThatThrownBy(() -> LocalDirectory.create(directory, directory, 300 << 10))
                .isInstanceOf(TopologyException.class)
                .hasMessage("an embedded cluster cannot start: the directory of temporary files " + directory
                        + " has 300 KiB free, and needs 16384 KiB for ZooKeeper, jars and logs" + REMEDY);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "no directory");

        assertThatThrownBy(() -> LocalDirectory.create(directory, file, Long.MAX_VALUE))
                .hasMessageStartingWith("an embedded cluster cannot start: the directory of temporary files " + file
                        + " cannot be written: ")
                .hasMessageEndingWith(REMEDY);
    }

    @Test
    void withRoomThereIsAHome() {
        LocalDirectory home = LocalDirectory.create(directory.resolve("ipc"), directory, Long.MAX_VALUE);
        assertThat(home.path()).isDirectory();
        home.close();
        assertThat(home.path()).doesNotExist();
    }
}

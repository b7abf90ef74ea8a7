// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeDirectoryTest {

    @TempDir
    Path ipc;

    private Config config;

    @BeforeEach
    void configure() {
        config = Config.empty().with(ClusterKeys.IPC_DIR, ipc.toString());
    }

    @Test
    void aSecondSupervisorOfTheNodeIsRefusedUntilTheFirstHasEnded() throws Exception {
        try (NodeDirectory held = NodeDirectory.hold(config, "c", "n1")) {
            assertThat(held.path()).isEqualTo(ipc.resolve("c").resolve("n1"));
            assertThatThrownBy(() -> NodeDirectory.hold(config, "c", "n1"))
                    .isInstanceOf(TopologyException.class)
                    .hasMessage(held.path() + " (ipc.dir) belongs to the running process "
                            + ProcessHandle.current().pid() + ": stop it or set another node.id");
            NodeDirectory.hold(config, "c", "n2").close();
        }
        NodeDirectory.hold(config, "c", "n1").close();
    }

    @Test
    void nothingIsLeftOfANodeWithoutWorkers() throws Exception {
        NodeDirectory.hold(config, "c", "n1").close();
        assertThat(ipc).isEmptyDirectory();
    }

    @Test
    void whatWorkersUseStays() throws Exception {
        NodeDirectory held = NodeDirectory.hold(config, "c", "n1");
        Path worker = PrivateDirectory.make(held.path().resolve("t-1").resolve("w1-1"));
        held.close();
        assertThat(worker).isDirectory();
    }

    @Test
    void onlyDirectoriesOfOtherNodesThatNobodyUsesAreRemoved() throws Exception {
        Path dead = PrivateDirectory.make(ipc.resolve("c").resolve("dead"));
        Files.createFile(dead.resolve("daemon-1-ab.lock"));
        Path worker = Files.createDirectories(
                ipc.resolve("c").resolve("used").resolve("t-1").resolve("w1-1"));
        try (NodeDirectory alive = NodeDirectory.hold(config, "c", "alive");
                NodeDirectory held = NodeDirectory.hold(config, "c", "n1")) {
            assertThat(dead).doesNotExist();
            assertThat(worker).isDirectory();
            assertThat(alive.path()).isDirectory();
            assertThat(held.path()).isDirectory();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.config.Directories;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExclusiveDirectoryTest {

    @TempDir
    Path directory;

    @Test
    void onlyOneHoldsItAndTheNextOneIsKnownAsTheSame() {
        Config config = Config.empty()
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, directory.resolve("s").toString());
        String instance;
        try (ExclusiveDirectory held = ExclusiveDirectory.hold(config, ClusterKeys.SUPERVISOR_DATA_DIR)) {
            instance = held.instance();
            assertThatThrownBy(() -> ExclusiveDirectory.hold(config, ClusterKeys.SUPERVISOR_DATA_DIR))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("belongs to the running process")
                    .hasMessageContaining("supervisor.data.dir");
        }
        try (ExclusiveDirectory held = ExclusiveDirectory.hold(config, ClusterKeys.SUPERVISOR_DATA_DIR)) {
            assertThat(held.instance()).isEqualTo(instance);
        }
    }

    @Test
    void isTheOwnersAloneAndSaysWhyNot() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        Config config = Config.empty()
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString());

        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(Directories.make(config, ClusterKeys.IPC_DIR))))
                .isEqualTo("rwx------");
        assertThatThrownBy(() -> Directories.make(
                        Config.empty().with(ClusterKeys.IPC_DIR, file.toString()), ClusterKeys.IPC_DIR))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("(ipc.dir) is not a directory");
    }
}

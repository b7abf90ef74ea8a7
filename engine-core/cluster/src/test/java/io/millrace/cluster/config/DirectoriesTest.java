// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesTest {

    @TempDir
    private Path base;

    private static Directories.Maker shows(String mode) {
        return directory -> {
            Files.createDirectory(directory);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
        };
    }

    @Test
    void aFileSystemWithoutModesIsRefusedAtTheFirstStartAndTheSecond() throws IOException {
        for (ConfigKey<String> key : List.of(ClusterKeys.CONTROLLER_DATA_DIR, ClusterKeys.IPC_DIR)) {
            Path directory = base.resolve("data");
            for (int start = 0; start < 2; start++) {
                assertThatThrownBy(() -> Directories.make(directory, key, shows("rwxrwxrwx")))
                        .isInstanceOf(TopologyException.class)
                        .hasMessageStartingWith(directory + " (" + key.name() + ") belongs to ")
                        .hasMessageContaining("; it was made with mode 0700, so its file system ("
                                + Files.getFileStore(base).type() + ") keeps no owners and modes: mount that for")
                        .hasMessageEndingWith(", or set another " + key.name());
                assertThat(directory).doesNotExist();
            }
        }
    }

    @Test
    void oneThatLetsOthersReadIsNoPlaceForRingsOnly() throws IOException {
        Path data = base.resolve("data");
        assertThat(Directories.make(data, ClusterKeys.CONTROLLER_DATA_DIR, shows("rwxr-xr-x")))
                .isDirectory();
        assertThat(Directories.make(data, ClusterKeys.CONTROLLER_DATA_DIR, shows("rwxr-xr-x")))
                .isDirectory();
        assertThatThrownBy(() -> Directories.make(base.resolve("ipc"), ClusterKeys.IPC_DIR, shows("rwxr-xr-x")))
                .hasMessageContaining("keeps no owners and modes");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ZooKeeperDaemonTest {

    @TempDir
    private Path directory;

    private static Path open(Path made) throws IOException {
        return Files.setPosixFilePermissions(
                Files.createDirectories(made), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String mode(Path of) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(of));
    }

    private void runIn(Path data) {
        ZooKeeperDaemon.start(Config.empty()
                        .with(ClusterKeys.ZOOKEEPER_PORT, 0)
                        .with(ClusterKeys.ZOOKEEPER_DATA_DIR, data.toString()))
                .close();
    }

    /** ZooKeeper makes files by the umask, which lets others read. */
    @Test
    void nobodyElseReadsWhatAnExistingDirectoryHas() throws IOException {
        Path data = open(directory.resolve("data"));

        runIn(data);

        assertThat(mode(data.resolve("version-2"))).isEqualTo("rwx------");
        try (var files = Files.list(data.resolve("version-2"))) {
            assertThat(files).isNotEmpty();
        }
        try (var files = Files.list(data)) {
            assertThat(files).containsExactly(data.resolve("version-2"));
        }
    }

    @Test
    void whatEarlierVersionsHaveLeftReadableIsClosed() throws IOException {
        Path data = open(directory.resolve("data"));
        open(data.resolve("version-2"));

        runIn(data);

        assertThat(mode(data.resolve("version-2"))).isEqualTo("rwx------");
    }

    @Test
    void aDirectoryOnAnotherDiskMayBeLinked() throws IOException {
        Path data = open(directory.resolve("data"));
        Path disk = open(directory.resolve("disk"));
        Files.createSymbolicLink(data.resolve("version-2"), disk);

        runIn(data);

        assertThat(mode(disk)).isEqualTo("rwx------");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonLogTest {

    @TempDir
    Path directory;

    private final Map<String, String> properties = new TreeMap<>();

    @Test
    void withoutADirectoryTheLogIsStandardError() {
        DaemonLog.open(Config.empty(), "controller", properties::put).close();

        assertThat(properties).isEmpty();
    }

    /** Each daemon would rotate the file under the other. Daemons of other kinds have other files. */
    @Test
    void twoDaemonsOfAKindDoNotShareAFile() {
        Config config = Config.empty().with("daemon.log.dir", directory.toString());
        try (DaemonLog first = DaemonLog.open(config, "supervisor", properties::put);
                DaemonLog other = DaemonLog.open(config, "controller", properties::put)) {
            assertThat(first).isNotEqualTo(other);
            assertThatThrownBy(() -> DaemonLog.open(config, "supervisor", properties::put))
                    .isInstanceOf(TopologyException.class)
                    .hasMessage(directory + " (daemon.log.dir) belongs to the running process "
                            + ProcessHandle.current().pid() + ": stop it or set another daemon.log.dir");
        }
        DaemonLog.open(config, "supervisor", properties::put).close();
    }

    @Test
    void aDirectoryIsMadeForTheFile() {
        Path logs = directory.resolve("logs");
        Config config = Config.empty().with("daemon.log.dir", logs.toString()).with("daemon.log.max.bytes", "1 MiB");

        DaemonLog.open(config, "controller", properties::put).close();

        assertThat(logs).isDirectory();
        assertThat(properties)
                .containsEntry("millrace.log.to", "file")
                .containsEntry(
                        "millrace.log.file", logs.resolve("controller.log").toString())
                .containsEntry("millrace.log.max.bytes", "1048576");
    }
}

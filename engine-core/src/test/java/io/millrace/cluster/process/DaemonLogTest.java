package io.millrace.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.cluster.model.ClusterException;
import java.nio.file.Path;
import java.util.HashMap;
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
        DaemonLog.open(Config.empty(), "controller", properties::put);

        assertThat(properties).isEmpty();
    }

    @Test
    void aDirectoryIsMadeForTheFile() {
        Path logs = directory.resolve("logs");
        Config config = Config.empty().with("daemon.log.dir", logs.toString()).with("daemon.log.max.bytes", "1 MiB");

        DaemonLog.open(config, "controller", properties::put);

        assertThatThrownBy(() -> DaemonLog.open(config, "controller", properties::put))
                .isInstanceOf(ClusterException.class)
                .hasMessage("daemon.log.dir is " + logs + ", where another controller logs to controller.log:"
                        + " give each controller a directory of its own");
        DaemonLog.open(config, "supervisor", new HashMap<String, String>()::put);
        assertThat(logs).isDirectory();
        assertThat(properties)
                .containsEntry("millrace.log.to", "file")
                .containsEntry(
                        "millrace.log.file", logs.resolve("controller.log").toString())
                .containsEntry("millrace.log.max.bytes", "1048576");
    }
}

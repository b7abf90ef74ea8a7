// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.backend.EngineBackend;
import io.millrace.cli.exit.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Errors of the engine itself, as a user reads them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EngineRefusalTest {

    @TempDir
    private Path directory;

    private String jar;

    @BeforeEach
    void goodJar() {
        jar = TestJar.of(
                        directory,
                        Mains.Good.class.getName(),
                        Mains.class,
                        Mains.Good.class,
                        Mains.Numbers.class,
                        Mains.Drop.class)
                .toString();
    }

    @Test
    void aZooKeeperThatIsNotThereIsNoCluster() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }

        refused(ExitCode.NO_CLUSTER, "127.0.0.1:" + port, "list", "-c", "zookeeper.connect=127.0.0.1:" + port);
    }

    @Test
    void aMalformedAddressIsNoCluster() {
        refused(ExitCode.NO_CLUSTER, "zookeeper.connect", "list", "-c", "zookeeper.connect=nowhere:port");
    }

    @Test
    void anUnknownOrMalformedSettingIsWrongUsage() throws IOException {
        Path file = Files.writeString(directory.resolve("millrace.yaml"), "topology:\n  worker: 3\n");

        refused(ExitCode.USAGE, "zookeeper.connect", "list", "-c", "zookeeper.conect=x:1");
        refused(ExitCode.USAGE, "topology.workers is 'many'", "list", "-c", "topology.workers=many");
        refused(ExitCode.USAGE, "topology.worker", "list", "--config", file.toString());
        refused(
                ExitCode.USAGE,
                "none.yaml",
                "list",
                "--config",
                directory.resolve("none.yaml").toString());
    }

    @Test
    void aPortInUseIsSaidWithItsKey() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            refused(
                    ExitCode.FAILED,
                    "zookeeper.port",
                    "zookeeper",
                    "-c",
                    "zookeeper.port=" + taken.getLocalPort(),
                    "-c",
                    "zookeeper.data.dir=" + directory.resolve("zookeeper"));
        }
    }

    @Test
    void sharedMemoryThatCannotBeWrittenIsSaidWithItsKey() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        refused(ExitCode.USAGE, "ipc.dir", "local", jar, "-c", "ipc.dir=" + file.resolve("below"));
    }

    private static void refused(int exitCode, String says, String... args) {
        Run run = Run.of(new EngineBackend(Map.of()), args);

        assertThat(run.errLines())
                .as("%s", (Object) args)
                .singleElement()
                .asString()
                .startsWith("millrace: ")
                .contains(says);
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.http.HealthRoutes;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.RestPaths;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ThisMachineTest {

    private static final String HOST = "127.0.0.1";

    @TempDir
    Path directory;

    private final ThisMachine machine = new ThisMachine(Config.empty());

    @Test
    @EnabledOnOs(OS.LINUX)
    void findsWhoListens() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            assertThat(machine.tryPort(HOST, socket.getLocalPort())).hasValueSatisfying(taken -> {
                assertThat(taken.reason()).contains("in use");
                assertThat(taken.owner()).hasValueSatisfying(owner -> {
                    assertThat(owner.pid()).isEqualTo(ProcessHandle.current().pid());
                    assertThat(owner.command()).contains("java");
                });
            });
        }
        assertThat(machine.tryPort(HOST, 0)).isEmpty();
        assertThat(machine.tryPort("no such host", 0)).isPresent();
    }

    @Test
    void seesFilesAndDisks() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "text");

        assertThat(machine.read(file)).contains("text");
        assertThat(machine.read(directory.resolve("none"))).isEmpty();
        assertThat(machine.access(directory).writable()).isTrue();
        assertThat(machine.access(file).directory()).isFalse();
        assertThat(machine.access(directory.resolve("none")).exists()).isFalse();
        assertThat(machine.disk(directory).usableBytes()).isPositive();
    }

    @Test
    void daemonsTellTheirHealthAndTheirClock() throws IOException {
        AtomicBoolean connected = new AtomicBoolean(true);
        try (HttpDaemon daemon = HttpDaemon.start(
                HOST,
                0,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                HealthRoutes.of(connected::get),
                RestAccess.of(Config.empty(), "", ""))) {
            HttpTarget target = new HttpTarget(HOST, daemon.port(), null);

            Instant date = target.date(RestPaths.HEALTH);
            assertThat(Duration.between(date, Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
            target.get(RestPaths.READY);

            connected.set(false);
            target.get(RestPaths.HEALTH);
            Assertions.assertThatThrownBy(() -> target.get(RestPaths.READY))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("no connection to ZooKeeper");
        }
    }
}

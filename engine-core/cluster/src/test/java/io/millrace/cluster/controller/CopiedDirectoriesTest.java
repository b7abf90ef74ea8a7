// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A second daemon with the directory or the name of a first one is refused. */
@Timeout(60)
class CopiedDirectoriesTest extends OneController {

    @Test
    void aControllerWhoseDirectoryIsACopyIsRefusedAndTheFirstGoesOn() throws Exception {
        Files.createDirectories(directory.resolve("copy"));
        Files.copy(directory.resolve("controller/instance"), directory.resolve("copy/instance"));
        Config copy = config.with(
                ClusterKeys.CONTROLLER_DATA_DIR, directory.resolve("copy").toString());
        List<ControllerInfo> before = cluster.controllers();

        assertThatThrownBy(() -> ControllerDaemon.start(copy))
                .hasMessageStartingWith("controller.data.dir is a copy of that of the controller at 127.0.0.1:"
                        + controller.port() + " (pid " + ProcessHandle.current().pid() + "), which is up since 20")
                .hasMessageEndingWith("Z: give this controller an empty directory, or stop that one");

        assertThat(cluster.controllers()).isEqualTo(before);
        assertThat(controller.leads()).isTrue();
    }

    @Test
    void aSupervisorWhoseDirectoryIsACopyIsRefusedAndTheFirstGoesOn() throws Exception {
        Config first = config.with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString())
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, directory.resolve("one").toString());
        try (SupervisorDaemon running = SupervisorDaemon.start(first)) {
            Files.createDirectories(directory.resolve("copy"));
            Files.copy(directory.resolve("one/instance"), directory.resolve("copy/instance"));
            // Another machine has other shared memory
            Config copy = first.with(
                            ClusterKeys.SUPERVISOR_DATA_DIR,
                            directory.resolve("copy").toString())
                    .with(ClusterKeys.IPC_DIR, directory.resolve("ipc2").toString());
            Await.until("it is seen", () -> cluster.nodes().size() == 1);
            List<NodeInfo> before = cluster.nodes();

            assertThatThrownBy(() -> SupervisorDaemon.start(copy))
                    .hasMessageContaining("node.id 'n1' is taken by the supervisor at 127.0.0.1:" + running.port())
                    .hasMessageContaining(", of whose supervisor.data.dir this one has a copy: ");

            assertThat(cluster.nodes()).isEqualTo(before);
        }
    }

    @Test
    void aSupervisorOnACopyOfAMachineIsRefusedAlthoughItHasTheAddressOfTheFirst() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Path data = Files.createDirectories(directory.resolve("one"));
        Config own = config.with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.SUPERVISOR_PORT, port)
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString())
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, data.toString());
        SupervisorDaemon.start(own).close();
        SupervisorRecord first = Records.on(
                Records.supervisor(
                        "n1",
                        "127.0.0.1",
                        port,
                        17,
                        2,
                        2,
                        Files.readString(data.resolve("instance")).strip()),
                "another boot");
        EphemeralNode registration =
                registry.ephemeral(registry.paths().supervisor("n1"), Json.write(first), holder -> false, () -> {});
        assertThat(registration.ensure()).isTrue();

        assertThatThrownBy(() -> SupervisorDaemon.start(own))
                .hasMessageContaining("node.id 'n1' is taken by the supervisor at 127.0.0.1:" + port
                        + " (pid 17, on another machine or in another container) since 20")
                .hasMessageContaining(", of whose supervisor.data.dir this one has a copy: ");

        assertThat(cluster.nodes()).hasSize(1);
    }

    @Test
    void aSecondSupervisorOfTheSameNameIsRefused() {
        Config first = config.with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString())
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, directory.resolve("one").toString());
        try (SupervisorDaemon running = SupervisorDaemon.start(first)) {
            assertThat(running.node()).isEqualTo("n1");
            assertThatThrownBy(() -> SupervisorDaemon.start(first))
                    .hasMessageContaining("belongs to the running process");
            Config other = first.with(
                    ClusterKeys.SUPERVISOR_DATA_DIR, directory.resolve("two").toString());
            assertThatThrownBy(() -> SupervisorDaemon.start(other))
                    .hasMessageContaining("(ipc.dir) belongs to the running process")
                    .hasMessageEndingWith("stop it or set another node.id");
            assertThatThrownBy(() -> SupervisorDaemon.start(other.with(
                            ClusterKeys.IPC_DIR, directory.resolve("ipc2").toString())))
                    .hasMessageContaining("node.id 'n1' is taken by the supervisor at 127.0.0.1:" + running.port());
            assertThatThrownBy(() -> SupervisorDaemon.start(first.with(ClusterKeys.NODE_ID, "n2")
                            .with(ClusterKeys.SUPERVISOR_PORT, running.port())
                            .with(
                                    ClusterKeys.SUPERVISOR_DATA_DIR,
                                    directory.resolve("two").toString())))
                    .hasMessageContaining("(supervisor.port)");
        }
        assertThat(cluster.nodes()).isEmpty();
        assertThat(directory.resolve("ipc")).isEmptyDirectory();
    }
}

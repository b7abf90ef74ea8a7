// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.runtime.json.Json;
import java.net.ServerSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Controllers with copies of one data directory. */
class ControllerMemberTest {

    private static final long SESSION_MILLIS = 4_000;

    private final MemoryZooKeeper zooKeeper = new MemoryZooKeeper(SESSION_MILLIS);
    private final MemoryZooKeeper.Client firstClient = zooKeeper.connect("first");
    private final RegistryPaths paths = new RegistryPaths("/m");
    private final Registry first = new Registry(firstClient, paths);
    private final Registry second = new Registry(zooKeeper.connect("second"), paths);
    private int port;

    @BeforeEach
    void prepare() throws Exception {
        first.cluster("c");
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
    }

    private ControllerRecord on(String machine) {
        return new ControllerRecord("127.0.0.1", port, 17, "copied", "1", machine);
    }

    private static EphemeralNode member(Registry registry, ControllerRecord record) {
        return ControllerMember.of(registry, record, () -> {});
    }

    @Test
    void copiesOfAMachineWithTheSameAddressDoNotReplaceEachOther() {
        EphemeralNode holder = member(first, on("boot 1"));
        EphemeralNode copy = member(second, on("boot 2"));
        assertThat(holder.ensure()).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(copy::ensure).isInstanceOfSatisfying(EphemeralNode.TakenException.class, e -> {
                assertThat(ControllerMember.answers(e.holder(), on("boot 2")))
                        .as("its address is that of this one")
                        .isFalse();
                assertThat(ControllerMember.taken(e, on("boot 2")))
                        .hasMessageStartingWith("controller.data.dir is a copy of that of the controller at"
                                + " 127.0.0.1:" + port
                                + " (pid 17, on another machine or in another container), which is up since");
            });
            while (firstClient.hasNews()) {
                firstClient.deliver();
            }
            assertThat(holder.ensure()).isTrue();
        }
        firstClient.close();
        assertThat(copy.ensure()).as("the first has ended").isTrue();
    }

    @Test
    void aPortThatThisControllerHasProvesThatItsFormerHolderHasEnded() {
        assertThat(member(first, on("boot 1")).ensure()).isTrue();
        ControllerRecord next = new ControllerRecord("127.0.0.1", port, 18, "copied", "1", "boot 1");
        assertThat(member(second, next).ensure()).isTrue();
        assertThat(Json.read(zooKeeper.data(paths.member("copied")).orElseThrow(), ControllerRecord.class))
                .isEqualTo(next);
    }
}

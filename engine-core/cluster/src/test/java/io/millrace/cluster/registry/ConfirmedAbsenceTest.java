// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ConfirmedAbsenceTest {

    private static final long SESSION_MILLIS = 4_000;

    private final MemoryZooKeeper zooKeeper = new MemoryZooKeeper(SESSION_MILLIS);
    private final MemoryZooKeeper.Client client = zooKeeper.connect("client");
    private final Registry registry = new Registry(client, new RegistryPaths("/m"));

    private void hear() {
        while (client.hasNews()) {
            client.deliver();
        }
    }

    @Test
    void whatIsReadInTheSessionThatConfirmedIsAsNew() {
        registry.cluster("c");
        assertThat(registry.confirmed("c", () -> "found")).contains("found");
        assertThat(registry.confirmed("another", () -> "found")).isEmpty();
    }

    @Test
    void whatAnotherSessionReadsConfirmsNothing() {
        registry.cluster("c");
        assertThatThrownBy(() -> registry.confirmed("c", () -> {
                    client.cut();
                    hear();
                    zooKeeper.advance(SESSION_MILLIS);
                    client.heal();
                    hear();
                    return registry.readTopology("t");
                }))
                .isInstanceOfSatisfying(
                        RegistryException.class,
                        e -> assertThat(e.kind()).isEqualTo(RegistryException.Kind.UNAVAILABLE))
                .hasMessage("the session with memory has ended meanwhile");
    }
}

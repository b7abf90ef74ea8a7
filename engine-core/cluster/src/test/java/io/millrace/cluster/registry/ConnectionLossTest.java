// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.TestZooKeeper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests in which ZooKeeper goes away and comes back. */
@Timeout(60)
class ConnectionLossTest {

    @TempDir
    Path directory;

    @Test
    void whatWasKnownStaysAndWhatWasRegisteredComesBack() throws Exception {
        try (TestZooKeeper zooKeeper = new TestZooKeeper(directory);
                Registry registry = Registry.open(zooKeeper.config())) {
            registry.cluster("c");
            try (ClusterWatch watch = ClusterWatch.all(registry, () -> {})) {
                byte[] data =
                        io.millrace.runtime.json.Json.write(Records.supervisor("n1", "h", 1, 2, 3, 4, "instance"));
                EphemeralNode node =
                        registry.ephemeral(registry.paths().supervisor("n1"), data, holder -> false, () -> {});
                assertThat(node.ensure()).isTrue();
                Await.until(
                        "the supervisor",
                        () -> watch.ready() && watch.view().supervisors().containsKey("n1"));

                zooKeeper.stop();
                Await.until("suspended", () -> !registry.connected());

                assertThat(node.ensure()).isFalse();
                assertThat(watch.view().supervisors()).containsKey("n1");
                assertThatThrownBy(registry::readCluster)
                        .isInstanceOfSatisfying(
                                RegistryException.class,
                                e -> assertThat(e.kind()).isEqualTo(RegistryException.Kind.UNAVAILABLE));

                zooKeeper.startAgain();
                Await.until("registered again", () -> node.ensure());
                Await.until("seen again", () -> watch.view().supervisors().containsKey("n1"));
                assertThat(registry.readCluster()).isPresent();
            }
        }
    }
}

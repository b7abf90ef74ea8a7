// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.registry.Registry;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Other accounts of the machine may connect to an embedded ZooKeeper. */
@Timeout(60)
class LocalClusterTest {

    @TempDir
    private Path directory;

    @Test
    void aStrangerReadsAndChangesNothing() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(Config.empty())) {
            Config stranger = cluster.config().with(ClusterKeys.ZOOKEEPER_AUTH, "");
            assertThatThrownBy(() -> Registry.open(stranger)).hasMessageContaining("refuses access to /millrace");
            ZooKeeper client = new ZooKeeper(cluster.zooKeeper().connect(), 10_000, event -> {});
            try {
                Await.until("a session", () -> client.getState().isConnected());
                assertThatThrownBy(() -> client.getChildren("/millrace", false))
                        .isInstanceOf(KeeperException.NoAuthException.class);
                assertThatThrownBy(() -> client.getData("/millrace/cluster", false, null))
                        .isInstanceOf(KeeperException.NoAuthException.class);
                assertThatThrownBy(() -> client.setData("/millrace/cluster", new byte[0], -1))
                        .isInstanceOf(KeeperException.NoAuthException.class);
            } finally {
                client.close();
            }
            try (Registry registry = Registry.open(cluster.config())) {
                assertThat(registry.readCluster()).isPresent();
            }
            assertThat(cluster.cluster().list()).isEmpty();
        }
    }

    @Test
    void eachClusterHasAPasswordThatNobodyKnowsUnlessItIsGivenOne() throws Exception {
        Path file = Files.createFile(
                directory.resolve("auth"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "me:of-a-file");
        try (LocalCluster first = LocalCluster.start(Config.empty());
                LocalCluster second = LocalCluster.start(Config.empty());
                LocalCluster given = LocalCluster.start(Config.empty().with(ClusterKeys.ZOOKEEPER_AUTH, "me:a-word"));
                LocalCluster ofFile =
                        LocalCluster.start(Config.empty().with(ClusterKeys.ZOOKEEPER_AUTH_FILE, file.toString()))) {
            String password = first.config().get(ClusterKeys.ZOOKEEPER_AUTH);
            assertThat(password).matches("millrace:[0-9a-f]{48}");
            assertThat(second.config().get(ClusterKeys.ZOOKEEPER_AUTH)).isNotEqualTo(password);
            assertThat(first.config().toString()).doesNotContain(password);
            assertThat(given.config().get(ClusterKeys.ZOOKEEPER_AUTH)).isEqualTo("me:a-word");
            assertThat(ofFile.config().get(ClusterKeys.ZOOKEEPER_AUTH)).isEmpty();
        }
    }
}

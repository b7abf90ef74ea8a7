package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.TestZooKeeper;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper as a store. */
final class ZooKeeperStoreTest extends StoreContract {

    @TempDir
    Path directory;

    private TestZooKeeper server;

    @Override
    Store connect() throws Exception {
        if (server == null) {
            server = new TestZooKeeper(directory);
        }
        ZooKeeperStore store = ZooKeeperStore.connect(server.config());
        assertThat(store.awaitConnected(Duration.ofSeconds(20))).isTrue();
        return store;
    }

    @AfterEach
    @Override
    void closeAll() {
        super.closeAll();
        server.close();
    }
}

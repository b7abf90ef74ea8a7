// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster;

import io.millrace.api.config.Config;
import io.millrace.cluster.zookeeper.ZooKeeperDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooKeeper;

/** A ZooKeeper server for one test, which can be restarted on the same port. */
public final class TestZooKeeper implements AutoCloseable {

    private final Config config;
    private ZooKeeperDaemon daemon;

    public TestZooKeeper(Path directory) {
        Config any = Config.empty()
                .with(ClusterKeys.ZOOKEEPER_PORT, 0)
                .with(ClusterKeys.ZOOKEEPER_DATA_DIR, directory.toString());
        daemon = ZooKeeperDaemon.start(any);
        config = any.with(ClusterKeys.ZOOKEEPER_PORT, daemon.port())
                .with(ClusterKeys.ZOOKEEPER_CONNECT, daemon.connect())
                .with(ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT, java.time.Duration.ofSeconds(4));
    }

    /** Returns the settings of a client. */
    public Config config() {
        return config;
    }

    public void stop() {
        daemon.close();
        daemon = null;
    }

    public void startAgain() {
        daemon = ZooKeeperDaemon.start(config);
    }

    /**
     * Lets a client's session expire at once: a second connection with its id and password takes it over and ends it.
     */
    public void expire(ZooKeeper client) throws Exception {
        ZooKeeper twin = new ZooKeeper(
                config.get(ClusterKeys.ZOOKEEPER_CONNECT),
                4_000,
                (WatchedEvent event) -> {},
                client.getSessionId(),
                client.getSessionPasswd());
        Await.until("twin session", () -> twin.getState() == ZooKeeper.States.CONNECTED);
        twin.close();
    }

    @Override
    public void close() {
        if (daemon != null) {
            daemon.close();
        }
    }
}

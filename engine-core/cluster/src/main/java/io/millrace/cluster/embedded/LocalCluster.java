// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.EngineHealth;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.controller.ControllerDaemon;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.process.Loop;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.cluster.zookeeper.ZooKeeperDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A cluster of one node inside this process. ZooKeeper, controller and supervisor run here on free ports of the
 * loopback interface, where other accounts of the machine may connect; workers are processes that end with this one. A
 * JVM may have several. Any thread may use {@link #cluster()}; one thread starts and closes.
 */
public final class LocalCluster implements AutoCloseable {

    private static final Duration LEAD_MOST = Duration.ofSeconds(20);
    private static final Duration QUICK_POLL = Duration.ofMillis(100);
    private static final long CHECK_MILLIS = 5;

    private final Closer parts = new Closer();
    private final Cluster cluster;
    private final ControllerDaemon controller;
    private final ZooKeeperDaemon zooKeeper;
    private final List<String> classPath;
    private final Config config;
    private final Path logs;

    private LocalCluster(Config wanted) {
        try {
            LocalDirectory home = parts.add(LocalDirectory.create(Directories.make(wanted, ClusterKeys.IPC_DIR)));
            Config own = settings(wanted, home.path());
            logs = Directories.path(own, ClusterKeys.SUPERVISOR_DATA_DIR).resolve("logs");
            zooKeeper = parts.add(ZooKeeperDaemon.start(own));
            config = own.with(ClusterKeys.ZOOKEEPER_CONNECT, zooKeeper.connect());
            controller = parts.add(ControllerDaemon.embedded(config, home.clusterId()));
            classPath = EngineClassPath.entries();
            parts.add(SupervisorDaemon.embedded(config, String.join(File.pathSeparator, classPath)));
            awaitLeadership();
            cluster = parts.add(Clusters.at("127.0.0.1", controller.port(), controller.token()));
        } catch (IOException e) {
            parts.close();
            throw new TopologyException("an embedded cluster cannot start: " + Directories.reason(e), e);
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    /**
     * Starts a cluster that accepts topologies when this returns.
     *
     * @param config settings of the cluster, and defaults of its topologies; ports, directories and addresses are
     *     overridden
     */
    public static LocalCluster start(Config config) {
        return new LocalCluster(config);
    }

    /** Returns the address of its ZooKeeper, as {@code zookeeper.connect} has it. */
    public String zooKeeperConnect() {
        return zooKeeper.connect();
    }

    /** Returns the client of this cluster, which is closed with it. */
    public Cluster cluster() {
        return cluster;
    }

    /** Asks the controller and the supervisor for their health; may take some seconds. */
    EngineHealth health() {
        return controller
                .whyNotLeading()
                .map(reason -> EngineHealth.down(reason + ": topologies go on, but nothing can be changed"))
                .orElseGet(() -> ClusterHealth.of(cluster));
    }

    /** Returns the settings of the cluster's processes and clients. */
    Config config() {
        return config;
    }

    /** Returns the class path for a submission without a jar: all classes that this process sees. */
    public List<String> classPath() {
        return classPath;
    }

    /** Returns the directory with a directory of worker logs for each topology, until this cluster is closed. */
    public Path logs() {
        return logs;
    }

    /** Returns the ZooKeeper server, for tests of its loss. */
    ZooKeeperDaemon zooKeeper() {
        return zooKeeper;
    }

    /** Kills all topologies and removes all files; does nothing the second time. */
    @Override
    public void close() {
        parts.close();
    }

    private static Config settings(Config wanted, Path home) {
        Config config = wanted.with(ClusterKeys.ZOOKEEPER_ROOT, "/millrace")
                .with(ClusterKeys.ZOOKEEPER_HOST, "127.0.0.1")
                .with(ClusterKeys.ZOOKEEPER_PORT, 0)
                .with(ClusterKeys.ZOOKEEPER_TLS_TRUSTED, "")
                .with(ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE, "")
                .with(ClusterKeys.REST_TLS_CERTIFICATE, "")
                .with(ClusterKeys.REST_TLS_KEY, "")
                .with(ClusterKeys.REST_TLS_TRUSTED, "")
                .with(ClusterKeys.ZOOKEEPER_DATA_DIR, home.resolve("zookeeper").toString())
                .with(ClusterKeys.CONTROLLER_HOST, "127.0.0.1")
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        home.resolve("controller").toString())
                .with(ClusterKeys.CONTROLLER_TOKEN, "")
                .with(ClusterKeys.NODE_ID, "local")
                .with(ClusterKeys.NODE_HOST, "127.0.0.1")
                .with(ClusterKeys.SUPERVISOR_PORT, 0)
                .with(
                        ClusterKeys.SUPERVISOR_DATA_DIR,
                        home.resolve("supervisor").toString());
        if (ZooKeeperAuth.of(wanted).isEmpty()) {
            config = config.with(ClusterKeys.ZOOKEEPER_AUTH, ZooKeeperAuth.random());
        }
        if (config.get(TopologyKeys.QUEUE_DIR).isEmpty()) {
            // The other directories are in shared memory
            config = config.with(TopologyKeys.QUEUE_DIR, System.getProperty("java.io.tmpdir"));
        }
        return config.get(ClusterKeys.CONTROLLER_POLL_INTERVAL.name()).isPresent()
                ? config
                : config.with(ClusterKeys.CONTROLLER_POLL_INTERVAL, QUICK_POLL);
    }

    private void awaitLeadership() {
        long deadline = Loop.millis() + LEAD_MOST.toMillis();
        try {
            while (!controller.leads()) {
                if (Loop.millis() > deadline) {
                    throw new TopologyException("the embedded controller does not lead after " + LEAD_MOST.toSeconds()
                            + " s: is this machine overloaded?");
                }
                Thread.sleep(CHECK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopologyException("interrupted while the embedded cluster started", e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/**
 * Finds the leading controller in one short session of the plain ZooKeeper client, so that commands are quick. Any
 * thread.
 */
public final class ControllerLocator {

    private static final int SESSION_MILLIS = 10_000;
    private static final long CONNECT_MILLIS = 5_000;

    private final ZooKeeperAccess access;
    private final RegistryPaths paths;

    public ControllerLocator(Config config) {
        this.access = ZooKeeperAccess.of(config);
        this.paths = RegistryPaths.of(config);
    }

    /** Returns the current leader. The error names in one line what is missing. */
    public ControllerRecord locate() {
        // The client itself would retry for a long time
        if (!new ServerProbe(access).anyAccepts()) {
            throw access.silent();
        }
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper zooKeeper = null;
        try {
            zooKeeper = new ZooKeeper(
                    access.servers(),
                    SESSION_MILLIS,
                    event -> {
                        if (event.getState() == KeeperState.SyncConnected) {
                            connected.countDown();
                        }
                    },
                    access.clientConfig());
            if (access.auth().isPresent()) {
                zooKeeper.addAuthInfo(ZooKeeperAuth.SCHEME, access.auth().get().secret());
            }
            if (!connected.await(CONNECT_MILLIS, TimeUnit.MILLISECONDS)) {
                throw access.mute();
            }
            return read(zooKeeper);
        } catch (IOException | IllegalArgumentException e) {
            throw access.malformed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException(Reason.FAILED, "interrupted while looking for the controller", e);
        } finally {
            close(zooKeeper);
        }
    }

    private ControllerRecord read(ZooKeeper zooKeeper) throws InterruptedException {
        try {
            if (zooKeeper.exists(paths.cluster(), false) == null) {
                List<String> there = zooKeeper.getChildren("/", false).stream()
                        .filter(name -> !name.equals("zookeeper"))
                        .map(name -> "/" + name)
                        .toList();
                throw new ClusterException(
                        Reason.NO_CLUSTER,
                        "ZooKeeper at " + access.servers() + " has no cluster under " + paths.root()
                                + (there.isEmpty() ? "" : " (there is " + String.join(", ", there) + ")")
                                + ": start 'millrace controller', or set zookeeper.root");
            }
            byte[] leader = zooKeeper.getData(paths.leader(), false, null);
            return Json.read(leader, ControllerRecord.class);
        } catch (KeeperException.NoNodeException e) {
            throw new ClusterException(
                    Reason.NO_CLUSTER,
                    "ZooKeeper at " + access.servers() + " answers, but no controller is up under " + paths.root()
                            + ": start one with 'millrace controller'",
                    e);
        } catch (KeeperException.NoAuthException e) {
            throw new ClusterException(Reason.REFUSED, access.denied(paths.root()), e);
        } catch (KeeperException e) {
            throw new ClusterException(
                    Reason.NO_CLUSTER, "ZooKeeper at " + access.servers() + " does not answer: " + e.getMessage(), e);
        }
    }

    private static void close(ZooKeeper zooKeeper) {
        try {
            if (zooKeeper != null) {
                zooKeeper.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

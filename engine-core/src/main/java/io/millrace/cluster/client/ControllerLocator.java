package io.millrace.cluster.client;

import io.millrace.api.config.Config;
import io.millrace.cluster.ClusterKeys;
import io.millrace.cluster.client.ClusterException.Reason;
import io.millrace.cluster.registry.ControllerRecord;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ConnectStringParser;

/**
 * Finds the leading controller through ZooKeeper, with one short session of its plain client: a command must be quick.
 * Any thread.
 */
final class ControllerLocator {

    private static final int PROBE_MILLIS = 2_000;
    private static final int SESSION_MILLIS = 10_000;
    private static final long CONNECT_MILLIS = 5_000;

    private final String address;
    private final RegistryPaths paths;

    ControllerLocator(Config config) {
        this.address = config.get(ClusterKeys.ZOOKEEPER_CONNECT);
        this.paths = RegistryPaths.of(config);
    }

    /** Where the leader is now; an error says in one line what is missing. */
    ControllerRecord locate() {
        probe();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper zooKeeper = null;
        try {
            zooKeeper = new ZooKeeper(address, SESSION_MILLIS, event -> {
                if (event.getState() == KeeperState.SyncConnected) {
                    connected.countDown();
                }
            });
            if (!connected.await(CONNECT_MILLIS, TimeUnit.MILLISECONDS)) {
                throw silent();
            }
            return read(zooKeeper);
        } catch (IOException | IllegalArgumentException e) {
            throw new ClusterException(
                    Reason.NO_CLUSTER,
                    ClusterKeys.ZOOKEEPER_CONNECT.name() + " is '" + address + "': it takes host:port, separated by"
                            + " commas",
                    e);
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
                        "ZooKeeper at " + address + " has no cluster under " + paths.root()
                                + (there.isEmpty() ? "" : " (there is " + String.join(", ", there) + ")")
                                + ": start 'millrace controller', or set zookeeper.root");
            }
            byte[] leader = zooKeeper.getData(paths.leader(), false, null);
            return Json.read(leader, ControllerRecord.class);
        } catch (KeeperException.NoNodeException e) {
            throw new ClusterException(
                    Reason.NO_CLUSTER,
                    "ZooKeeper at " + address + " answers, but no controller is up under " + paths.root()
                            + ": start one with 'millrace controller'",
                    e);
        } catch (KeeperException e) {
            throw new ClusterException(
                    Reason.NO_CLUSTER, "ZooKeeper at " + address + " does not answer: " + e.getMessage(), e);
        }
    }

    /** Fails at once if nobody listens at any of the addresses, where the client would try for long. */
    private void probe() {
        List<InetSocketAddress> servers;
        try {
            servers = new ConnectStringParser(address).getServerAddresses();
        } catch (IllegalArgumentException e) {
            throw new ClusterException(
                    Reason.NO_CLUSTER,
                    ClusterKeys.ZOOKEEPER_CONNECT.name() + " is '" + address + "': it takes host:port, separated by"
                            + " commas",
                    e);
        }
        for (InetSocketAddress server : servers) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(server.getHostString(), server.getPort()), PROBE_MILLIS);
                return;
            } catch (IOException | IllegalArgumentException e) {
                // Perhaps the next one.
            }
        }
        throw silent();
    }

    private ClusterException silent() {
        return new ClusterException(
                Reason.NO_CLUSTER,
                "ZooKeeper does not answer at " + address
                        + ": start it with 'millrace zookeeper', or set zookeeper.connect");
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

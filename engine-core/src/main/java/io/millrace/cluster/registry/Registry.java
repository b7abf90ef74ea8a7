package io.millrace.cluster.registry;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.worker.PeerEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * A process's connection to ZooKeeper, with the reads and changes of the cluster's nodes. Methods that talk to
 * ZooKeeper block and throw {@link RegistryException}. Any thread may call.
 */
public final class Registry implements AutoCloseable {

    private static final int CONNECTION_TIMEOUT_MILLIS = 5_000;
    private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(15);
    private static final byte[] NOTHING = new byte[0];
    private static final int RETRIES = 3;
    private static final int RETRY_BASE_MILLIS = 50;
    private static final int RETRY_MOST_MILLIS = 500;

    private final CuratorFramework client;
    private final RegistryPaths paths;
    private final String address;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch firstConnection = new CountDownLatch(1);
    private volatile boolean connected;

    private Registry(CuratorFramework client, RegistryPaths paths, String address) {
        this.client = client;
        this.paths = paths;
        this.address = address;
    }

    /** Starts to connect and retries for ever; does not wait. */
    public static Registry connect(Config config) {
        String address = config.get(ClusterKeys.ZOOKEEPER_CONNECT);
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(address)
                .sessionTimeoutMs(
                        (int) config.get(ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT).toMillis())
                .connectionTimeoutMs(CONNECTION_TIMEOUT_MILLIS)
                .retryPolicy(new BoundedExponentialBackoffRetry(RETRY_BASE_MILLIS, RETRY_MOST_MILLIS, RETRIES))
                .dontUseContainerParents()
                .build();
        Registry registry = new Registry(client, RegistryPaths.of(config), address);
        client.getConnectionStateListenable().addListener((ignored, state) -> registry.changed(state));
        client.start();
        return registry;
    }

    /**
     * Connects, and waits until the connection is up.
     *
     * @throws ClusterException if ZooKeeper does not answer
     */
    public static Registry open(Config config) {
        Registry registry = connect(config);
        try {
            if (registry.awaitConnected(OPEN_TIMEOUT)) {
                return registry;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        registry.close();
        throw new ClusterException(
                Reason.NO_CLUSTER,
                "ZooKeeper does not answer at " + registry.address()
                        + ": start it with 'millrace zookeeper', or set zookeeper.connect");
    }

    public CuratorFramework client() {
        return client;
    }

    public RegistryPaths paths() {
        return paths;
    }

    public String address() {
        return address;
    }

    /** Whether the session is known to be alive; a suspended connection counts as lost. */
    public boolean connected() {
        return connected;
    }

    /** Calls the listener on Curator's thread when the connection is established or lost. */
    public void onConnection(Runnable listener) {
        listeners.add(listener);
    }

    /** Waits for the first connection; returns false on time-out. */
    public boolean awaitConnected(Duration most) throws InterruptedException {
        return firstConnection.await(most.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The cluster's record; created with this id if there is none. */
    public ClusterRecord cluster(String idIfNew) {
        return ask("cluster", () -> {
            byte[] proposed = Json.write(new ClusterRecord(idIfNew, ClusterRecord.LAYOUT));
            try {
                client.create().creatingParentsIfNeeded().forPath(paths.cluster(), proposed);
            } catch (KeeperException.NodeExistsException e) {
                // Another process was first; its id is the cluster's.
            }
            for (String path : List.of(paths.supervisors(), paths.topologies(), paths.controllers(), paths.members())) {
                try {
                    client.create().forPath(path, NOTHING);
                } catch (KeeperException.NodeExistsException e) {
                    // It exists.
                }
            }
            return Json.read(client.getData().forPath(paths.cluster()), ClusterRecord.class);
        });
    }

    /** Reads the cluster's record from ZooKeeper. */
    public Optional<ClusterRecord> readCluster() {
        return read(paths.cluster(), ClusterRecord.class).map(Versioned::value);
    }

    /** Creates a topology; fails if the name exists. */
    public void createTopology(TopologyRecord record) {
        String path = paths.topology(record.name());
        ask(
                "topology '" + record.name() + "'",
                () -> client.transaction()
                        .forOperations(
                                client.transactionOp().create().forPath(path, Json.write(record)),
                                client.transactionOp().create().forPath(paths.workers(record.name()), NOTHING),
                                client.transactionOp().create().forPath(paths.starts(record.name()), NOTHING)));
    }

    public Optional<Versioned<TopologyRecord>> readTopology(String name) {
        return read(paths.topology(name), TopologyRecord.class);
    }

    /** Replaces a topology's record if it still has that version. */
    public void updateTopology(TopologyRecord next, int version) {
        ask(
                "topology '" + next.name() + "'",
                () -> client.setData().withVersion(version).forPath(paths.topology(next.name()), Json.write(next)));
    }

    /** Removes all nodes of a topology, its record last, so that an incomplete removal is visible. */
    public void deleteTopology(String name) {
        try {
            ask(
                    "topology '" + name + "'",
                    () -> client.delete().deletingChildrenIfNeeded().forPath(paths.topology(name)));
        } catch (RegistryException e) {
            if (e.kind() != RegistryException.Kind.NOT_FOUND) {
                throw e;
            }
        }
    }

    public Optional<Versioned<AssignmentRecord>> readAssignment(String topology) {
        return read(paths.assignment(topology), AssignmentRecord.class);
    }

    public void createAssignment(String topology, AssignmentRecord assignment) {
        ask(
                "assignment of '" + topology + "'",
                () -> client.create().forPath(paths.assignment(topology), Json.write(assignment)));
    }

    /** Replaces an assignment if it still has that version. */
    public void updateAssignment(String topology, AssignmentRecord next, int version) {
        ask(
                "assignment of '" + topology + "'",
                () -> client.setData().withVersion(version).forPath(paths.assignment(topology), Json.write(next)));
    }

    public void deleteAssignment(String topology) {
        deleteIfThere(paths.assignment(topology), -1);
    }

    /**
     * Allots the epoch of a worker's next start. It is greater than all earlier epochs, as it is the version of a node
     * that every start writes.
     */
    public long allotEpoch(String topology, String worker, String node) {
        String path = paths.start(topology, worker);
        byte[] data = Json.write(new WorkerStart(node, 0));
        return ask("start of " + worker + " of '" + topology + "'", () -> {
            try {
                client.create().forPath(path, data);
            } catch (KeeperException.NodeExistsException e) {
                // It exists after the first start.
            }
            return (long) client.setData().forPath(path, data).getVersion();
        });
    }

    /**
     * Removes the record of a worker's starts if this was the last one. This tells others that nothing of the worker is
     * left on its node.
     */
    public void deleteStart(String topology, String worker, long epoch) {
        deleteIfThere(paths.start(topology, worker), (int) epoch);
    }

    public Optional<WorkerStart> readStart(String topology, String worker) {
        return read(paths.start(topology, worker), WorkerStart.class)
                .map(start -> new WorkerStart(start.value().node(), start.version()));
    }

    /**
     * Removes the registration of a worker that is proven dead, so that its peers need not wait for the end of its
     * session.
     */
    public void deleteWorker(String topology, String worker, long epoch) {
        String path = paths.worker(topology, worker);
        read(path, PeerEndpoint.class)
                .filter(endpoint -> endpoint.value().epoch() <= epoch)
                .ifPresent(endpoint -> deleteIfThere(path, endpoint.version()));
    }

    @Override
    public void close() {
        client.close();
    }

    private <T> Optional<Versioned<T>> read(String path, Class<T> type) {
        return ask(path, () -> {
            Stat stat = new Stat();
            try {
                byte[] data = client.getData().storingStatIn(stat).forPath(path);
                return Optional.of(new Versioned<>(Json.read(data, type), stat.getVersion()));
            } catch (KeeperException.NoNodeException e) {
                return Optional.empty();
            }
        });
    }

    private void deleteIfThere(String path, int version) {
        ask(path, () -> {
            try {
                client.delete().withVersion(version).forPath(path);
            } catch (KeeperException.NoNodeException | KeeperException.BadVersionException e) {
                // Removed, or replaced by another process.
            }
            return null;
        });
    }

    private void changed(ConnectionState state) {
        connected = state.isConnected() && state != ConnectionState.READ_ONLY;
        if (connected) {
            firstConnection.countDown();
        }
        listeners.forEach(Runnable::run);
    }

    public EphemeralNode ephemeral(String path, byte[] data, Predicate<byte[]> mayReplace, Runnable onChange) {
        return new EphemeralNode(this, path, data, mayReplace, onChange);
    }

    /** Fails at once while there is no connection, as the caller's loop must continue and tries again. */
    private <T> T ask(String what, Operation<T> operation) {
        if (!connected) {
            throw new RegistryException(
                    RegistryException.Kind.UNAVAILABLE, what + ": ZooKeeper does not answer at " + address, null);
        }
        return call(what, operation);
    }

    static <T> T call(String what, Operation<T> operation) {
        try {
            return operation.run();
        } catch (KeeperException.BadVersionException e) {
            throw new RegistryException(RegistryException.Kind.CONFLICT, what + " was changed by another process", e);
        } catch (KeeperException.NodeExistsException e) {
            throw new RegistryException(RegistryException.Kind.EXISTS, what + " exists already", e);
        } catch (KeeperException.NoNodeException e) {
            throw new RegistryException(RegistryException.Kind.NOT_FOUND, what + " is not there", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryException(RegistryException.Kind.UNAVAILABLE, what + ": interrupted", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RegistryException(
                    RegistryException.Kind.UNAVAILABLE, what + ": ZooKeeper does not answer: " + e.getMessage(), e);
        }
    }

    interface Operation<T> {
        T run() throws Exception;
    }
}

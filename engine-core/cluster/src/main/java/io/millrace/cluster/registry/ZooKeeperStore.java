// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.registry.RegistryException.Kind;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.curator.utils.ThreadUtils;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/** The store in ZooKeeper, by Curator. */
final class ZooKeeperStore implements Store {

    private static final int CONNECTION_TIMEOUT_MILLIS = 5_000;
    private static final int RETRIES = 3;
    private static final long NOTIFIER_KEPT_SECONDS = 10;
    private static final int RETRY_BASE_MILLIS = 50;
    private static final int RETRY_MOST_MILLIS = 500;

    private final CuratorFramework client;
    private final ExecutorService notifying;
    private final ConnectionCheck check;
    private final ZooKeeperAccess access;
    private final Copies copies;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch firstConnection = new CountDownLatch(1);
    private volatile boolean connected;

    private ZooKeeperStore(CuratorFramework client, ExecutorService notifying, ZooKeeperAccess access) {
        this.client = client;
        this.notifying = notifying;
        this.check = new ConnectionCheck(client, this::connected);
        this.access = access;
        this.copies = new Copies(client, access.servers());
    }

    /** Starts to connect and retries for ever; does not wait. */
    static ZooKeeperStore connect(Config config) {
        ZooKeeperAccess access = ZooKeeperAccess.of(config);
        // Curator does not end the executor that it makes itself
        ExecutorService notifying = new ThreadPoolExecutor(
                0,
                1,
                NOTIFIER_KEPT_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                ThreadUtils.newThreadFactory("millrace-zookeeper-notifier"),
                new ThreadPoolExecutor.DiscardPolicy());
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(access.servers())
                .zkClientConfig(access.clientConfig())
                .sessionTimeoutMs(
                        (int) config.get(ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT).toMillis())
                .connectionTimeoutMs(CONNECTION_TIMEOUT_MILLIS)
                .retryPolicy(new BoundedExponentialBackoffRetry(RETRY_BASE_MILLIS, RETRY_MOST_MILLIS, RETRIES))
                .aclProvider(rights(access.acl()))
                .runSafeService(notifying)
                .dontUseContainerParents();
        access.auth().ifPresent(own -> builder.authorization(ZooKeeperAuth.SCHEME, own.secret()));
        CuratorFramework client = builder.build();
        ZooKeeperStore store = new ZooKeeperStore(client, notifying, access);
        client.getConnectionStateListenable().addListener((ignored, state) -> store.changed(state));
        client.start();
        return store;
    }

    private static ACLProvider rights(List<ACL> acl) {
        return new ACLProvider() {
            @Override
            public List<ACL> getDefaultAcl() {
                return acl;
            }

            @Override
            public List<ACL> getAclForPath(String path) {
                return acl;
            }
        };
    }

    @Override
    public void checkOwned(String path) {
        List<ACL> there;
        try {
            there = rights(path);
        } catch (RegistryException e) {
            if (e.kind() == Kind.DENIED) {
                throw new ClusterException(Reason.REFUSED, e.getMessage(), e);
            }
            throw e;
        }
        if (!there.isEmpty() && access.auth().isPresent() && !there.equals(access.acl())) {
            throw access.open(path, "read");
        }
    }

    @Override
    public void checkNotOpen(String path) {
        if (access.auth().isEmpty()) {
            return;
        }
        try {
            if (rights(path).stream().anyMatch(ZooKeeperAccess::isForEverybodyToChange)) {
                throw access.open(path, "changed");
            }
        } catch (RegistryException e) {
            // The node belongs to another user, who gives no access
            if (e.kind() != Kind.DENIED) {
                throw e;
            }
        }
    }

    /** Returns the rights of a node; empty if there is no such node. */
    private List<ACL> rights(String path) {
        return ask(
                path,
                () -> client.checkExists().forPath(path) == null
                        ? List.of()
                        : client.getACL().forPath(path));
    }

    /** Waits for the first connection; returns false on time-out. */
    boolean awaitConnected(Duration most) throws InterruptedException {
        return firstConnection.await(most.toMillis(), TimeUnit.MILLISECONDS);
    }

    CuratorFramework client() {
        return client;
    }

    @Override
    public String address() {
        return access.servers();
    }

    @Override
    public boolean connected() {
        return connected;
    }

    @Override
    public long session() {
        return ask("session", () -> client.getZookeeperClient().getZooKeeper().getSessionId());
    }

    @Override
    public long sessionTimeoutMillis() {
        return client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
    }

    @Override
    public void onConnection(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public Optional<Node> read(String path) {
        return ask(path, () -> {
            Stat stat = new Stat();
            try {
                byte[] data = client.getData().storingStatIn(stat).forPath(path);
                return Optional.of(node(path, data, stat));
            } catch (KeeperException.NoNodeException e) {
                return Optional.empty();
            }
        });
    }

    @Override
    public Optional<Node> readAndWatch(String path, Runnable onChange) {
        return ask(path, () -> {
            // This also watches a node that does not exist
            Stat there = client.checkExists().usingWatcher(new Told(onChange)).forPath(path);
            return there == null ? Optional.empty() : read(path);
        });
    }

    @Override
    public List<String> children(String path) {
        return ask(path, () -> {
            try {
                return client.getChildren().forPath(path);
            } catch (KeeperException.NoNodeException e) {
                return List.of();
            }
        });
    }

    @Override
    public void commit(String what, List<Change> changes) {
        ask(what, () -> {
            List<CuratorOp> operations = new ArrayList<>();
            for (Change change : changes) {
                operations.add(operation(change));
            }
            return client.transaction().forOperations(operations);
        });
    }

    private CuratorOp operation(Change change) throws Exception {
        if (change instanceof Change.Check check) {
            return client.transactionOp().check().withVersion(check.version()).forPath(check.path());
        }
        if (change instanceof Change.Create create) {
            CreateMode mode = create.ephemeral() ? CreateMode.EPHEMERAL : CreateMode.PERSISTENT;
            return client.transactionOp().create().withMode(mode).forPath(create.path(), create.data());
        }
        if (change instanceof Change.Write write) {
            return client.transactionOp().setData().withVersion(write.version()).forPath(write.path(), write.data());
        }
        Change.Delete delete = (Change.Delete) change;
        return client.transactionOp().delete().withVersion(delete.version()).forPath(delete.path());
    }

    @Override
    public Copy copy(String path, CopyListener listener) {
        return copies.of(path, listener);
    }

    @Override
    public Candidature stand(String path, String id, Runnable onChange) {
        LeaderLatch latch = new LeaderLatch(client, path, id);
        latch.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                onChange.run();
            }

            @Override
            public void notLeader() {
                onChange.run();
            }
        });
        try {
            latch.start();
        } catch (Exception e) {
            throw new RegistryException(Kind.UNAVAILABLE, "cannot stand for election: " + e.getMessage(), e);
        }
        return new Candidature() {
            @Override
            public boolean elected() {
                return latch.hasLeadership();
            }

            @Override
            public void close() {
                try {
                    if (latch.getState() == LeaderLatch.State.STARTED) {
                        latch.close();
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    @Override
    public void close() {
        copies.close();
        client.close();
        notifying.shutdownNow();
    }

    private void changed(ConnectionState state) {
        connected = state.isConnected() && state != ConnectionState.READ_ONLY;
        if (connected) {
            firstConnection.countDown();
        } else if (state == ConnectionState.LOST) {
            check.begin();
        }
        listeners.forEach(Runnable::run);
    }

    static Node node(String path, byte[] data, Stat stat) {
        return new Node(path, data, stat.getVersion(), stat.getEphemeralOwner(), stat.getCtime());
    }

    /** A watcher that equals that of the same listener, as ZooKeeper's client keeps equal watchers of a node once. */
    private record Told(Runnable listener) implements Watcher {

        @Override
        public void process(WatchedEvent event) {
            listener.run();
        }
    }

    private interface Operation<T> {
        T run() throws Exception;
    }

    /** Fails at once while there is no connection, as the caller's loop must continue and tries again. */
    private <T> T ask(String what, Operation<T> operation) {
        if (!connected) {
            throw new RegistryException(Kind.UNAVAILABLE, what + ": ZooKeeper does not answer at " + address(), null);
        }
        try {
            return operation.run();
        } catch (KeeperException.BadVersionException | KeeperException.NotEmptyException e) {
            throw new RegistryException(Kind.CONFLICT, what + " was changed by another process", e);
        } catch (KeeperException.NodeExistsException e) {
            throw new RegistryException(Kind.EXISTS, what + " exists already", e);
        } catch (KeeperException.NoNodeException e) {
            throw new RegistryException(Kind.NOT_FOUND, what + " is not there", e);
        } catch (KeeperException.NoAuthException e) {
            throw new RegistryException(Kind.DENIED, access.denied(e.getPath() == null ? what : e.getPath()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryException(Kind.UNAVAILABLE, what + ": interrupted", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RegistryException(Kind.UNAVAILABLE, what + ": ZooKeeper does not answer: " + e.getMessage(), e);
        }
    }
}

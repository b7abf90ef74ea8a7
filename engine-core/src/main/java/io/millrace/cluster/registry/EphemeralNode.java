package io.millrace.cluster.registry;

import io.millrace.api.error.TopologyException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * A registration for the life of this process. It is created again after the session was lost or the node was removed.
 * The owning loop calls {@link #ensure} on every pass, which costs nothing while the node exists.
 */
public final class EphemeralNode {

    /** Another live process holds the node. */
    public static final class TakenException extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final transient byte[] holder;

        TakenException(String path, byte[] holder) {
            super(path + " is taken");
            this.holder = holder;
        }

        public byte[] holder() {
            return holder;
        }
    }

    private static final long RETRY_MILLIS = 50;

    private final Registry registry;
    private final CuratorFramework client;
    private final String path;
    private final Predicate<byte[]> mayReplace;
    private final Runnable onChange;

    /** Whether the node may be missing or foreign; set by Curator's threads, cleared by the owner. */
    private final AtomicBoolean stale = new AtomicBoolean(true);

    /** Owned by the loop. */
    private byte[] data;

    private boolean held;

    /** Whether the node contains {@link #data}. */
    private boolean written;

    /**
     * @param mayReplace whether a node of another session with this content may be removed: it is of this process, or
     *     of one that is proven dead
     */
    EphemeralNode(Registry registry, String path, byte[] data, Predicate<byte[]> mayReplace, Runnable onChange) {
        this.registry = registry;
        this.client = registry.client();
        this.path = path;
        this.data = data.clone();
        this.mayReplace = mayReplace;
        this.onChange = onChange;
        registry.onConnection(this::invalidate);
    }

    /**
     * Creates the node if it does not exist.
     *
     * @return whether it exists and belongs to this session
     * @throws TakenException if another process has it
     */
    public boolean ensure() {
        if (!registry.connected()) {
            held = false;
            return false;
        }
        if (!stale.getAndSet(false)) {
            return held;
        }
        held = false;
        try {
            held = Registry.call(path, this::claim);
        } finally {
            if (!held) {
                stale.set(true);
            }
        }
        return held;
    }

    /**
     * Waits until the node is held. A node that a dead process left is removed with its session at the latest.
     *
     * @param alive whether the holder of the node answers, so that waiting is useless
     * @param taken the exception to throw in that case
     */
    public void awaitHeld(Predicate<byte[]> alive, Function<byte[], ? extends RuntimeException> taken) {
        long waitMillis = RETRY_MILLIS + client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
        long start = System.nanoTime();
        while (true) {
            RuntimeException why;
            try {
                if (ensure()) {
                    return;
                }
                why = new TopologyException("cannot register with ZooKeeper at " + registry.address());
            } catch (TakenException e) {
                why = taken.apply(e.holder());
                if (alive.test(e.holder())) {
                    throw why;
                }
            }
            if (System.nanoTime() - start >= waitMillis * 1_000_000) {
                throw why;
            }
            try {
                Thread.sleep(RETRY_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw why;
            }
        }
    }

    /**
     * Writes this content into the node; only after {@link #ensure} has returned true.
     *
     * @return whether the node contains it now
     */
    public boolean write(byte[] other) {
        if (!Arrays.equals(data, other)) {
            data = other.clone();
            written = false;
        }
        if (!written && held) {
            Registry.call(path, () -> client.setData().forPath(path, data));
            written = true;
        }
        return written && held;
    }

    /**
     * Starts to remove the node if it belongs to this session. Does not wait, as ZooKeeper may be away; the end of the
     * session removes it too.
     */
    public void release() {
        if (held) {
            held = false;
            stale.set(true);
            Registry.call(path, () -> client.delete().inBackground().forPath(path));
        }
    }

    private boolean claim() throws Exception {
        long session = client.getZookeeperClient().getZooKeeper().getSessionId();
        Stat stat = watchedStat();
        if (stat != null && stat.getEphemeralOwner() == session) {
            return true;
        }
        written = false;
        if (stat != null) {
            byte[] holder;
            try {
                holder = client.getData().forPath(path);
            } catch (KeeperException.NoNodeException e) {
                return false;
            }
            if (!Arrays.equals(holder, data) && !mayReplace.test(holder)) {
                throw new TakenException(path, holder);
            }
            try {
                client.delete().withVersion(stat.getVersion()).forPath(path);
            } catch (KeeperException.NoNodeException e) {
                // It expired by itself.
            }
        }
        try {
            client.create().withMode(CreateMode.EPHEMERAL).forPath(path, data);
            written = true;
        } catch (KeeperException.NodeExistsException e) {
            return false;
        }
        stat = watchedStat();
        return stat != null && stat.getEphemeralOwner() == session;
    }

    private Stat watchedStat() throws Exception {
        return client.checkExists()
                .usingWatcher((org.apache.zookeeper.Watcher) event -> invalidate())
                .forPath(path);
    }

    private void invalidate() {
        stale.set(true);
        onChange.run();
    }
}

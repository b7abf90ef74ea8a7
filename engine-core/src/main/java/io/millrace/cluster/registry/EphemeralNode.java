package io.millrace.cluster.registry;

import io.millrace.api.TopologyException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * A registration that lives as long as this process does: made again whenever the session was lost or somebody removed
 * it. The loop that owns it calls {@link #ensure} on every pass, which costs nothing while all is well.
 */
public final class EphemeralNode {

    /** Another live process holds the place. */
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
    private final Runnable onDoubt;

    /** Whether the node may not be as it should; set by Curator's threads, cleared by the owner. */
    private final AtomicBoolean doubtful = new AtomicBoolean(true);

    /** The owner's. */
    private byte[] data;

    private boolean held;

    /** Whether the node says what it is to say. */
    private boolean said;

    /**
     * @param mayReplace whether a node of another session with this content is a leftover that may be removed: of this
     *     very process, or of one that is proven dead
     */
    EphemeralNode(Registry registry, String path, byte[] data, Predicate<byte[]> mayReplace, Runnable onDoubt) {
        this.registry = registry;
        this.client = registry.client();
        this.path = path;
        this.data = data.clone();
        this.mayReplace = mayReplace;
        this.onDoubt = onDoubt;
        registry.onConnection(this::doubt);
    }

    /**
     * Makes the node if it is not there.
     *
     * @return whether it is there now, made by this session
     * @throws TakenException if another process has it
     */
    public boolean ensure() {
        if (!registry.connected()) {
            held = false;
            return false;
        }
        if (!doubtful.getAndSet(false)) {
            return held;
        }
        held = false;
        try {
            held = Registry.call(path, this::claim);
        } finally {
            if (!held) {
                doubtful.set(true);
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
     * Makes this what the node says; only of a node that {@link #ensure} has just found to be there.
     *
     * @return whether it says so now
     */
    public boolean say(byte[] other) {
        if (!Arrays.equals(data, other)) {
            data = other.clone();
            said = false;
        }
        if (!said && held) {
            Registry.call(path, () -> client.setData().forPath(path, data));
            said = true;
        }
        return said && held;
    }

    /** Begins to remove the node if it is this session's. Does not wait, as ZooKeeper may be away; the session's end does it too. */
    public void release() {
        if (held) {
            held = false;
            doubtful.set(true);
            Registry.call(path, () -> client.delete().inBackground().forPath(path));
        }
    }

    private boolean claim() throws Exception {
        long session = client.getZookeeperClient().getZooKeeper().getSessionId();
        Stat stat = watchedStat();
        if (stat != null && stat.getEphemeralOwner() == session) {
            return true;
        }
        said = false;
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
            said = true;
        } catch (KeeperException.NodeExistsException e) {
            return false;
        }
        stat = watchedStat();
        return stat != null && stat.getEphemeralOwner() == session;
    }

    private Stat watchedStat() throws Exception {
        return client.checkExists()
                .usingWatcher((org.apache.zookeeper.Watcher) event -> doubt())
                .forPath(path);
    }

    private void doubt() {
        doubtful.set(true);
        onDoubt.run();
    }
}

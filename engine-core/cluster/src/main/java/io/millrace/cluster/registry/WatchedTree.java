// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.cluster.registry.RegistryException.Kind;
import io.millrace.cluster.registry.Store.Node;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/**
 * The tree of ZooKeeper for one {@link TreeCopy}. It uses one handle of ZooKeeper, without Curator's retries: a handle
 * has one session, and reports changes, answers and the loss of its connection in one order. No reading from before a
 * loss can therefore be taken for complete after it. The copy's thread calls {@link #watch}, {@link #read} and {@link
 * #check}.
 */
final class WatchedTree implements TreeCopy.Tree, Watcher {

    /** The longest wait for an answer; a lost connection fails its requests well before. */
    private static final long MOST_SECONDS = 120;

    private final CuratorFramework client;
    private final String address;
    private volatile TreeCopy copy;
    private ZooKeeper handle;
    private String root;

    WatchedTree(CuratorFramework client, String address) {
        this.client = client;
        this.address = address;
    }

    /** Begins anew if the client has made another handle, as its predecessor may not have reported its end. */
    void check() {
        if (copy != null && handle != current()) {
            copy.interrupted();
        }
    }

    /**
     * Removes the watch, without waiting; only on this side if the connection is lost.
     *
     * @param last whether no other tree of this client has the same root: only then the server removes it too
     */
    void close(boolean last) {
        if (copy == null) {
            return;
        }
        if (last) {
            handle.removeAllWatches(root, WatcherType.Any, true, (code, path, context) -> {}, null);
        } else {
            handle.removeWatches(root, this, WatcherType.Any, true, (code, path, context) -> {}, null);
        }
    }

    @Override
    public void process(WatchedEvent event) {
        if (event.getType() == Event.EventType.None) {
            copy.interrupted();
        } else {
            copy.changed(event.getPath());
        }
    }

    @Override
    public void watch(TreeCopy own, String path) {
        handle = current();
        copy = own;
        root = path;
        try {
            handle.addWatch(path, this, AddWatchMode.PERSISTENT_RECURSIVE);
        } catch (KeeperException e) {
            throw failed(path, e);
        } catch (InterruptedException e) {
            throw interrupted(path);
        }
    }

    @Override
    public List<TreeCopy.Found> read(List<String> paths, boolean children) {
        CountDownLatch open = new CountDownLatch(children ? 2 * paths.size() : paths.size());
        AtomicReference<KeeperException> failure = new AtomicReference<>();
        List<Answer> answers = paths.stream().map(path -> new Answer()).toList();
        for (int i = 0; i < paths.size(); i++) {
            Answer answer = answers.get(i);
            handle.getData(
                    paths.get(i),
                    false,
                    (code, path, context, data, stat) -> {
                        if (succeeded(code, path, failure)) {
                            answer.node = ZooKeeperStore.node(path, data, stat);
                        }
                        open.countDown();
                    },
                    null);
            if (children) {
                handle.getChildren(
                        paths.get(i),
                        false,
                        (int code, String path, Object context, List<String> names) -> {
                            if (succeeded(code, path, failure)) {
                                answer.children = names;
                            }
                            open.countDown();
                        },
                        null);
            }
        }
        try {
            if (!open.await(MOST_SECONDS, TimeUnit.SECONDS)) {
                throw new RegistryException(Kind.UNAVAILABLE, "ZooKeeper does not answer at " + address, null);
            }
        } catch (InterruptedException e) {
            throw interrupted(paths.get(0));
        }
        if (failure.get() != null) {
            throw failed(failure.get().getPath(), failure.get());
        }
        return answers.stream().map(Answer::found).toList();
    }

    private static boolean succeeded(int code, String path, AtomicReference<KeeperException> failure) {
        if (code != Code.OK.intValue() && code != Code.NONODE.intValue()) {
            failure.compareAndSet(null, KeeperException.create(Code.get(code), path));
        }
        return code == Code.OK.intValue();
    }

    /** The answers of a read. Written by the handle's thread, before the answer is counted. */
    private static final class Answer {
        private Node node;
        private List<String> children = List.of();

        TreeCopy.Found found() {
            return node == null ? TreeCopy.Found.NOTHING : new TreeCopy.Found(node, children);
        }
    }

    private ZooKeeper current() {
        try {
            return client.getZookeeperClient().getZooKeeper();
        } catch (Exception e) {
            throw new RegistryException(Kind.UNAVAILABLE, "ZooKeeper does not answer at " + address, e);
        }
    }

    private RegistryException failed(String path, KeeperException e) {
        return e instanceof KeeperException.NoAuthException
                ? new RegistryException(Kind.DENIED, path + ": ZooKeeper at " + address + " does not let it be read", e)
                : new RegistryException(
                        Kind.UNAVAILABLE,
                        path + ": ZooKeeper does not answer at " + address + ": " + e.getMessage(),
                        e);
    }

    private static RegistryException interrupted(String path) {
        Thread.currentThread().interrupt();
        return new RegistryException(Kind.UNAVAILABLE, path + ": interrupted", null);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.cluster.registry.RegistryException.Kind;
import io.millrace.cluster.registry.Store.CopyListener;
import io.millrace.cluster.registry.Store.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the copies of one client of ZooKeeper up to date, on the thread {@code millrace-registry}. Any thread may call.
 */
final class Copies implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Copies.class);
    private static final int MOST_READS = 256;
    private static final long CHECK_MILLIS = 500;
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final CuratorFramework client;
    private final String address;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "millrace-registry");
        made.setDaemon(true);
        return made;
    });

    /** The roots of the trees that are followed, owned by the thread. */
    private final List<String> roots = new ArrayList<>();

    Copies(CuratorFramework client, String address) {
        this.client = client;
        this.address = address;
    }

    Store.Copy of(String path, CopyListener listener) {
        return new Followed(path, listener);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private final class Followed implements Store.Copy {

        private final String root;
        private final WatchedTree tree;
        private final TreeCopy copy;
        private final ScheduledFuture<?> checks;
        private final AtomicBoolean due = new AtomicBoolean();
        private volatile boolean closed;

        // Owned by the thread

        private String lastProblem = "";

        /** The time at which a tree that this process may not read is read again. */
        private long refusedUntil = System.nanoTime();

        Followed(String path, CopyListener listener) {
            root = path;
            thread.execute(() -> roots.add(path));
            tree = new WatchedTree(client, address);
            copy = new TreeCopy(tree, path, MOST_READS, listener, this::wake);
            // The step also reads after a failure
            checks = thread.scheduleWithFixedDelay(this::step, 0, CHECK_MILLIS, TimeUnit.MILLISECONDS);
        }

        private void wake() {
            if (!closed && due.compareAndSet(false, true)) {
                try {
                    thread.execute(this::step);
                } catch (RejectedExecutionException e) {
                    // The store is closed
                }
            }
        }

        private void step() {
            due.set(false);
            if (closed || System.nanoTime() - refusedUntil < 0) {
                return;
            }
            try {
                tree.check();
                if (copy.step()) {
                    wake();
                }
                lastProblem = "";
            } catch (RegistryException e) {
                if (e.kind() != Kind.UNAVAILABLE) {
                    // The refusal does not end with the next connection
                    refusedUntil = System.nanoTime() + REFUSED_NANOS;
                    if (!e.getMessage().equals(lastProblem)) {
                        LOG.warn("{}", e.getMessage());
                        lastProblem = e.getMessage();
                    }
                }
            } catch (RuntimeException | Error e) {
                // An end of this thread would leave a process with a copy that nobody follows
                LOG.warn("cannot follow the registry, trying again", e);
            }
        }

        @Override
        public Stream<Node> nodes() {
            return copy.nodes();
        }

        @Override
        public boolean complete() {
            return copy.complete();
        }

        @Override
        public void close() {
            closed = true;
            checks.cancel(false);
            if (!thread.isShutdown()) {
                thread.execute(() -> {
                    roots.remove(root);
                    tree.close(!roots.contains(root));
                });
            }
        }
    }
}

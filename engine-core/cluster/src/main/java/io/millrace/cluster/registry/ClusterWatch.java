// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.runtime.json.Json;
import io.millrace.runtime.worker.PeerEndpoint;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Keeps a copy of a part of the registry up to date. While the connection is lost, and until all has been read again,
 * the copy stays unchanged. It may be late: {@link Registry#confirm} must confirm that a node is absent before a
 * process is stopped or a file deleted. Any thread may ask for a view.
 */
public final class ClusterWatch implements AutoCloseable {

    private final RegistryPaths paths;
    private final Store.Copy copy;
    private final AtomicLong changes = new AtomicLong();
    private volatile boolean ready;
    private volatile Reading last;

    /** A view, and the number of changes that it contains. */
    private record Reading(long changes, ClusterView view) {}

    private ClusterWatch(
            Registry registry, String path, BiPredicate<Store.Node, Store.Node> isNews, Runnable onChange) {
        this.paths = registry.paths();
        this.copy = registry.store()
                .copy(
                        path,
                        Store.listener(
                                (before, after) -> {
                                    countChange();
                                    if (ready && isNews.test(before, after)) {
                                        onChange.run();
                                    }
                                },
                                () -> {
                                    ready = true;
                                    onChange.run();
                                }));
    }

    /** Watches the whole cluster; {@code onChange} is called on the store's threads. */
    public static ClusterWatch all(Registry registry, Runnable onChange) {
        return new ClusterWatch(registry, registry.paths().root(), (before, after) -> true, onChange);
    }

    public static ClusterWatch topology(Registry registry, String name, Runnable onChange) {
        return new ClusterWatch(registry, registry.paths().topology(name), (before, after) -> true, onChange);
    }

    /**
     * Watches one topology for one of its workers. It ignores the acknowledgements of other workers: during a rebalance
     * each worker writes several, and only the controller waits for them.
     */
    public static ClusterWatch forWorker(Registry registry, String name, String id, Runnable onChange) {
        String workers = registry.paths().workers(name, id) + "/";
        return new ClusterWatch(
                registry,
                registry.paths().topology(name),
                (before, after) -> before == null
                        || after == null
                        || !after.path().startsWith(workers)
                        || !withoutHeard(before).equals(withoutHeard(after)),
                onChange);
    }

    private static PeerEndpoint withoutHeard(Store.Node registration) {
        return Json.read(registration.data(), PeerEndpoint.class).withHeard(0);
    }

    /** Whether the copy has been complete once, so that the view is a whole one. */
    public boolean ready() {
        return ready;
    }

    /** Whether the copy is complete now: all was read by the present connection, and is followed. */
    public boolean current() {
        return copy.complete();
    }

    /** Returns the current view. It is built only after a change, as daemons and workers request it every second. */
    public ClusterView view() {
        // This is read before the copy, so that a change during the reading causes another reading
        long heard = changes.get();
        Reading reading = last;
        if (reading == null || reading.changes() != heard) {
            reading = new Reading(heard, ClusterView.of(paths, copy.nodes()));
            last = reading;
        }
        return reading.view();
    }

    /**
     * Waits until the view is as wanted.
     *
     * @return whether the view is as wanted; false after {@code most}
     */
    public boolean await(Predicate<ClusterView> wanted, Duration most) throws InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            // This is read before the view, so that a change during the test causes another test
            long heard = changes.get();
            if (wanted.test(view())) {
                return true;
            }
            if (!awaitChange(heard, begin, most.toNanos())) {
                return false;
            }
        }
    }

    private synchronized boolean awaitChange(long heard, long begin, long mostNanos) throws InterruptedException {
        while (changes.get() == heard) {
            long left = mostNanos - (System.nanoTime() - begin);
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    private synchronized void countChange() {
        changes.incrementAndGet();
        notifyAll();
    }

    @Override
    public void close() {
        copy.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.api.error.TopologyException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A registration for the life of this process. It is created again after the session was lost or the node was removed.
 * The owning loop calls {@link #ensure} on every pass, which costs nothing while the node exists.
 */
public final class EphemeralNode {

    /** Another live process holds the node. */
    public static final class TakenException extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final transient byte[] holder;
        private final Instant since;

        TakenException(Store.Node node) {
            super(node.path() + " is taken");
            this.holder = node.data();
            this.since = Instant.ofEpochMilli(node.createdMillis()).truncatedTo(ChronoUnit.SECONDS);
        }

        /** Returns when the other process has registered. */
        public Instant since() {
            return since;
        }

        public byte[] holder() {
            return holder;
        }
    }

    private static final long RETRY_MILLIS = 50;

    private final Store store;
    private final String path;
    private final Predicate<byte[]> mayReplace;
    private final Runnable onChange;

    /** The watcher, always the same object, so that the store has it once. */
    private final Runnable watcher = this::invalidate;

    /** Whether the node may be missing or foreign; set by the store's threads, cleared by the owner. */
    private final AtomicBoolean stale = new AtomicBoolean(true);

    /** The present content. Owned by the loop. */
    private byte[] data;

    private boolean held;
    private boolean toldTaken;

    /** Whether the node contains {@link #data}. */
    private boolean written;

    /** The version of the node's data, while it is held. */
    private int version;

    /**
     * @param mayReplace whether a node of another session with this content may be removed: it belongs to this process,
     *     or to one that is proven dead
     */
    EphemeralNode(Registry registry, String path, byte[] data, Predicate<byte[]> mayReplace, Runnable onChange) {
        this.store = registry.store();
        this.path = path;
        this.data = data.clone();
        this.mayReplace = mayReplace;
        this.onChange = onChange;
        store.onConnection(watcher);
    }

    /**
     * Creates the node if it does not exist.
     *
     * @return whether it exists and belongs to this session
     * @throws TakenException if another process has it
     */
    public boolean ensure() {
        if (!store.connected()) {
            held = false;
            return false;
        }
        if (!stale.getAndSet(false)) {
            return held;
        }
        held = false;
        try {
            held = claim();
        } finally {
            if (!held) {
                stale.set(true);
            }
        }
        return held;
    }

    /**
     * Creates the node as {@link #ensure} does, but returns false if another process has it, which is reported once in
     * a row.
     */
    public boolean ensure(Consumer<TakenException> whenTaken) {
        try {
            boolean own = ensure();
            toldTaken = false;
            return own;
        } catch (TakenException e) {
            if (!toldTaken) {
                whenTaken.accept(e);
            }
            toldTaken = true;
            return false;
        }
    }

    /**
     * Returns the longest wait for the end of a session: sessions are ended at ZooKeeper's next tick, and none is
     * shorter than two ticks.
     */
    static long longestWaitMillis(long sessionTimeoutMillis) {
        return RETRY_MILLIS + sessionTimeoutMillis + sessionTimeoutMillis / 2;
    }

    /**
     * Waits until the node is held. A node that a dead process left is removed with its session at the latest.
     *
     * @param alive whether the holder of the node answers, so that waiting is useless
     * @param taken the exception to throw in that case
     */
    public void awaitHeld(Predicate<byte[]> alive, Function<TakenException, ? extends RuntimeException> taken) {
        long waitMillis = longestWaitMillis(store.sessionTimeoutMillis());
        long start = System.nanoTime();
        while (true) {
            RuntimeException why;
            try {
                if (ensure()) {
                    return;
                }
                why = new TopologyException("cannot register with ZooKeeper at " + store.address());
            } catch (TakenException e) {
                why = taken.apply(e);
                if (alive.test(e.holder())) {
                    throw why;
                }
            } catch (RegistryException e) {
                if (e.kind() != RegistryException.Kind.UNAVAILABLE) {
                    throw e;
                }
                why = e;
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
            store.commit(path, List.of(new Change.Write(path, data, version)));
            version++;
            written = true;
        }
        return written && held;
    }

    private boolean claim() {
        long session = store.session();
        Optional<Store.Node> there = store.readAndWatch(path, watcher);
        if (there.isPresent() && there.get().owner() == session) {
            version = there.get().version();
            return true;
        }
        written = false;
        List<Change> changes = new ArrayList<>();
        if (there.isPresent()) {
            byte[] holder = there.get().data();
            if (!Arrays.equals(holder, data) && !mayReplace.test(holder)) {
                throw new TakenException(there.get());
            }
            changes.add(new Change.Delete(path, there.get().version()));
        }
        changes.add(new Change.Create(path, data, true));
        try {
            store.commit(path, changes);
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.NOT_FOUND && there.isEmpty()
                    || e.kind() == RegistryException.Kind.UNAVAILABLE) {
                throw e;
            }
            // Another process was first, or the old node ended by itself: the next call sees the node
            return false;
        }
        written = true;
        version = 0;
        there = store.readAndWatch(path, watcher);
        return there.isPresent() && there.get().owner() == session;
    }

    private void invalidate() {
        stale.set(true);
        onChange.run();
    }
}

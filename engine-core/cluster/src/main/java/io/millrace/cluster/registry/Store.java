// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The operations that the registry needs of ZooKeeper, for one process: a tree of nodes with versions, transactions,
 * ephemeral nodes, watches and an election. {@link ZooKeeperStore} is the real store; tests step a store in memory.
 * Operations block, and throw {@link RegistryException}. Any thread may call; listeners run on the store's threads and
 * must not block.
 */
public interface Store extends AutoCloseable {

    /**
     * A node as it was read.
     *
     * @param owner the session with which an ephemeral node ends; 0 for other nodes
     * @param createdMillis the time of its creation, by the clock of ZooKeeper's leader
     */
    record Node(String path, byte[] data, int version, long owner, long createdMillis) {}

    /**
     * A copy of a part of the tree that is kept up to date. It has no nodes until all were read. While the connection
     * is lost, and until all have been read again, it stays unchanged.
     */
    interface Copy extends AutoCloseable {

        /** Returns the present nodes of this copy, in no order. */
        Stream<Node> nodes();

        /** Whether all nodes were read by the present connection, and all changes that were reported since. */
        boolean complete();

        @Override
        void close();
    }

    /** Receives the changes of a {@link Copy}. */
    interface CopyListener {

        /** A node was created (before is null), changed, or deleted (after is null). */
        void changed(Node before, Node after);

        /** The copy is complete, for the first time or again. */
        void complete();
    }

    /** The candidature of one process in an election. */
    interface Candidature extends AutoCloseable {

        /**
         * Whether this process is elected, as far as it knows. A paused process may learn late that it is not any more;
         * {@link Leadership} fences its changes meanwhile.
         */
        boolean elected();

        @Override
        void close();
    }

    /** Returns the address of the store, for messages. */
    String address();

    /** Whether the session is known to be alive; a suspended connection counts as lost. */
    boolean connected();

    /** Returns the current session. */
    long session();

    /** Returns the time in milliseconds for which a session lives without a heartbeat of its process. */
    long sessionTimeoutMillis();

    /** Calls the listener when the connection is established or lost. */
    void onConnection(Runnable listener);

    Optional<Node> read(String path);

    /**
     * Reads as {@link #read} does, and calls the listener once at the next change of the node, its creation, or the end
     * of the session. A listener that waits for that node already is not added again.
     */
    Optional<Node> readAndWatch(String path, Runnable onChange);

    /** Returns the names of a node's children; empty if it does not exist. */
    List<String> children(String path);

    /**
     * Makes all of these changes or none. If the connection is lost meanwhile, they may have been made although this
     * throws.
     *
     * @param what the name of the changes in errors
     * @throws RegistryException CONFLICT if a version differs or a node has children, EXISTS, or NOT_FOUND
     */
    void commit(String what, List<Change> changes);

    /**
     * Checks that this process may use a node, if it exists, and that others may not if it authenticates. A store
     * without rights has nothing to check.
     *
     * @throws io.millrace.cluster.model.ClusterException with one line, if that does not hold
     */
    default void checkOwned(String path) {}

    /**
     * Checks, if this process authenticates, that a node is not open to changes by all users. The node may belong to
     * another user.
     *
     * @throws io.millrace.cluster.model.ClusterException with one line, if it is
     */
    default void checkNotOpen(String path) {}

    Copy copy(String path, CopyListener listener);

    /** Stands for election until it is closed. */
    Candidature stand(String path, String id, Runnable onChange);

    @Override
    void close();

    /** Returns a listener made of two functions. */
    static CopyListener listener(BiConsumer<Node, Node> changed, Runnable complete) {
        return new CopyListener() {
            @Override
            public void changed(Node before, Node after) {
                changed.accept(before, after);
            }

            @Override
            public void complete() {
                complete.run();
            }
        };
    }
}

package io.millrace.cluster.registry;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * What the registry needs of ZooKeeper, for one process: a tree of nodes with versions, transactions, ephemeral nodes,
 * watches and an election. {@link ZooKeeperStore} is the real one; tests step one in memory. Operations block, and throw
 * {@link RegistryException}. Any thread may call; listeners run on the store's threads and must not block.
 */
public interface Store extends AutoCloseable {

    /**
     * A node as it was read.
     *
     * @param owner the session that an ephemeral node ends with; 0 for other nodes
     * @param createdMillis when it was created, by the clock of ZooKeeper's leader
     */
    record Node(String path, byte[] data, int version, long owner, long createdMillis) {}

    /**
     * A copy of a part of the tree that is kept up to date. It has no nodes until all were read. While the connection
     * is lost, and until all have been read again, it stays unchanged.
     */
    interface Copy extends AutoCloseable {

        /** The nodes that this copy has now, in no order. */
        Stream<Node> nodes();

        /** Whether all nodes were read by the present connection, and all changes that were told since. */
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
         * Whether this process is elected, as far as it knows. A paused process may be told late that it is not any more; {@link
         * Leadership} fences what it does meanwhile.
         */
        boolean elected();

        @Override
        void close();
    }

    /** Where the store is, for messages. */
    String address();

    /** Whether the session is known to be alive; a suspended connection counts as lost. */
    boolean connected();

    /** The current session. */
    long session();

    /** How long a session lives without a sign of its process, in milliseconds. */
    long sessionTimeoutMillis();

    /** Calls the listener when the connection is established or lost. */
    void onConnection(Runnable listener);

    Optional<Node> read(String path);

    /**
     * As {@link #read}, and calls the listener once at the next change of the node, its creation, or the end of the session. A listener that waits for that
     * node already is not added again.
     */
    Optional<Node> readAndWatch(String path, Runnable onChange);

    /** The names of a node's children; empty if it does not exist. */
    List<String> children(String path);

    /**
     * Makes all of these changes or none. If the connection is lost meanwhile, they may have been made although this throws.
     *
     * @param what names them in errors
     * @throws RegistryException CONFLICT if a version is another one or a node has children, EXISTS, or NOT_FOUND
     */
    void commit(String what, List<Change> changes);

    /**
     * Checks that this process may use a node, if it exists, and that others may not if it authenticates. A store without rights has nothing to check.
     *
     * @throws io.millrace.cluster.model.ClusterException one line, if not
     */
    default void checkOwned(String path) {}

    /**
     * Checks that not everybody may change a node, if this process authenticates. The node may belong to another user.
     *
     * @throws io.millrace.cluster.model.ClusterException one line, if so
     */
    default void checkNotOpen(String path) {}

    Copy copy(String path, CopyListener listener);

    /** Stands for election until it is closed. */
    Candidature stand(String path, String id, Runnable onChange);

    @Override
    void close();

    /** A listener made of two functions. */
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

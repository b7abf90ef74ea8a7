// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.cluster.registry.Store.CopyListener;
import io.millrace.cluster.registry.Store.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of a part of a tree. It watches the whole part, reads it from the top downwards, and then reads each node of
 * which the watch reports a change. It is complete only when each of these reads succeeded, and the connection was not
 * interrupted since the watch was set; otherwise it is read anew. Meanwhile it shows its former content.
 *
 * <p>No change is missed: the reading finds each node that exists when the watch is set, and the watch reports each
 * later creation, change and deletion. A node whose change is reported before a read is answered is read once more.
 *
 * <p>One thread at a time calls {@link #step}. Any thread may call the other methods.
 */
final class TreeCopy {

    private static final Logger LOG = LoggerFactory.getLogger(TreeCopy.class);
    private static final long NONE = -1;

    /**
     * The tree as the present connection shows it. Methods block, and throw {@link RegistryException} if it is lost.
     */
    interface Tree {

        /**
         * Watches this part of the tree: from now on {@link #changed} is called with each node that is created, changed
         * or deleted, and {@link #interrupted} before a node is read by another connection.
         */
        void watch(TreeCopy copy, String root);

        /** Reads these nodes, in this order, with the names of their children if {@code children} is set. */
        List<Found> read(List<String> paths, boolean children);
    }

    /**
     * The result of a read.
     *
     * @param node the node; null if it does not exist
     */
    record Found(Node node, List<String> children) {

        static final Found NOTHING = new Found(null, List.of());
    }

    private final Tree tree;
    private final String root;
    private final int mostReads;
    private final CopyListener listener;
    private final Runnable wake;

    /** The number of times that the connection may have been lost. */
    private final AtomicLong interruptions = new AtomicLong();

    /** The nodes whose change was reported, and that have not been read since. */
    private final Set<String> changed = ConcurrentHashMap.newKeySet();

    /** The number of interruptions for which the nodes are complete. */
    private volatile long complete = NONE;

    private volatile Map<String, Node> nodes = Map.of();

    // The following fields are owned by the thread that steps

    /** The number of interruptions when the present reading began, which goes on as long as there is no further one. */
    private long begun = NONE;

    /** Whether the copy has read all nodes, and follows changes. */
    private boolean whole;

    private final Deque<String> unread = new ArrayDeque<>();
    private Map<String, Node> found = new HashMap<>();

    /**
     * @param mostReads the most nodes that are read in one step
     * @param wake called when a step is due, as there are nodes to read
     */
    TreeCopy(Tree tree, String root, int mostReads, CopyListener listener, Runnable wake) {
        this.tree = tree;
        this.root = root;
        this.mostReads = mostReads;
        this.listener = listener;
        this.wake = wake;
    }

    /** Takes the report that a node has changed. */
    void changed(String path) {
        changed.add(path);
        wake.run();
    }

    /** Takes the report that the connection was lost or made, so that changes may not have been reported. */
    void interrupted() {
        interruptions.incrementAndGet();
        wake.run();
    }

    /**
     * Makes the next reads.
     *
     * @return whether there are more nodes to read
     * @throws RegistryException if a read failed; the next step begins anew
     */
    boolean step() {
        try {
            long now = interruptions.get();
            if (begun != now) {
                begin(now);
            }
            if (whole) {
                follow();
            } else {
                readOn();
            }
        } catch (RuntimeException e) {
            begun = NONE;
            complete = NONE;
            throw e;
        }
        return !whole || !changed.isEmpty() || begun != interruptions.get();
    }

    private void begin(long now) {
        tree.watch(this, root);
        begun = now;
        whole = false;
        found = new HashMap<>();
        unread.clear();
        unread.add(root);
    }

    private void readOn() {
        List<String> paths = new ArrayList<>();
        while (paths.size() < mostReads && !unread.isEmpty()) {
            paths.add(unread.poll());
        }
        List<Found> answers = tree.read(paths, true);
        for (int i = 0; i < paths.size(); i++) {
            String path = paths.get(i);
            put(path, answers.get(i).node());
            answers.get(i).children().forEach(child -> unread.add(path + "/" + child));
        }
        if (unread.isEmpty()) {
            unread.addAll(takeChanged(Integer.MAX_VALUE));
        }
        if (unread.isEmpty() && begun == interruptions.get()) {
            whole = true;
            Map<String, Node> before = nodes;
            nodes = found;
            complete = begun;
            Set<String> all = new HashSet<>(before.keySet());
            all.addAll(found.keySet());
            tell(before, all);
            listener.complete();
        }
    }

    private void follow() {
        List<String> paths = takeChanged(mostReads);
        if (paths.isEmpty()) {
            return;
        }
        List<Found> answers = tree.read(paths, false);
        Map<String, Node> before = nodes;
        found = new HashMap<>(before);
        for (int i = 0; i < paths.size(); i++) {
            put(paths.get(i), answers.get(i).node());
        }
        nodes = found;
        tell(before, paths);
    }

    /** Takes changed nodes off the list before they are read, so that a later change is read again. */
    private List<String> takeChanged(int most) {
        List<String> paths = new ArrayList<>();
        for (Iterator<String> told = changed.iterator(); told.hasNext() && paths.size() < most; ) {
            paths.add(told.next());
            told.remove();
        }
        return paths;
    }

    private void put(String path, Node node) {
        if (node == null) {
            found.remove(path);
        } else {
            found.put(path, node);
        }
    }

    private void tell(Map<String, Node> before, Collection<String> paths) {
        Map<String, Node> after = nodes;
        for (String path : paths) {
            Node old = before.get(path);
            Node now = after.get(path);
            if (!isSame(old, now)) {
                try {
                    listener.changed(old, now);
                } catch (RuntimeException e) {
                    LOG.warn("{}: {}", path, e.getMessage());
                }
            }
        }
    }

    private static boolean isSame(Node one, Node other) {
        return one == other
                || one != null
                        && other != null
                        && one.version() == other.version()
                        && one.owner() == other.owner()
                        && one.createdMillis() == other.createdMillis()
                        && Arrays.equals(one.data(), other.data());
    }

    /** Whether the copy is complete, see {@link Store.Copy#complete}. */
    boolean complete() {
        return complete == interruptions.get();
    }

    /** Returns the nodes, see {@link Store.Copy#nodes}. */
    Stream<Node> nodes() {
        return nodes.values().stream();
    }
}

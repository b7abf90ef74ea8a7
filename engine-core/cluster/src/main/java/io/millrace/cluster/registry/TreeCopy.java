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
 * which the watch tells a change. It is complete only when each of these reads succeeded, and the connection was not
 * interrupted since the watch was set; otherwise it is read anew. Meanwhile it shows what it had before.
 *
 * <p>Why nothing is missed: a node that is there when the watch is set is found by the reading, and the watch tells
 * each later creation, change and deletion. What is told before a read is answered is read once more.
 *
 * <p>One thread at a time calls {@link #step}. Any thread may call the others.
 */
final class TreeCopy {

    private static final Logger LOG = LoggerFactory.getLogger(TreeCopy.class);
    private static final long NONE = -1;

    /**
     * The tree as the present connection shows it. Methods block, and throw {@link RegistryException} if it is lost.
     */
    interface Tree {

        /**
         * From now on {@link #changed} is called with each node of this part that is created, changed or deleted, and
         * {@link #interrupted} before anything is read by another connection.
         */
        void watch(TreeCopy copy, String root);

        /** Reads these nodes, in this order, with the names of their children if those are wanted. */
        List<Found> read(List<String> paths, boolean children);
    }

    /**
     * What a read has found.
     *
     * @param node null if it does not exist
     */
    record Found(Node node, List<String> children) {

        static final Found NOTHING = new Found(null, List.of());
    }

    private final Tree tree;
    private final String root;
    private final int mostReads;
    private final CopyListener listener;
    private final Runnable wake;

    /** How often the connection may have been lost. */
    private final AtomicLong interruptions = new AtomicLong();

    /** Nodes whose change was told, and that have not been read since. */
    private final Set<String> changed = ConcurrentHashMap.newKeySet();

    /** The number of interruptions for which the nodes are complete. */
    private volatile long complete = NONE;

    private volatile Map<String, Node> nodes = Map.of();

    // Owned by the thread that steps

    /** The number of interruptions when the reading began, which goes on as long as there is no other one. */
    private long begun = NONE;

    /** Whether it has read all, and follows changes. */
    private boolean whole;

    private final Deque<String> unread = new ArrayDeque<>();
    private Map<String, Node> found = new HashMap<>();

    /**
     * @param mostReads how many nodes are read in one step
     * @param wake called when there is something to read: a step is due
     */
    TreeCopy(Tree tree, String root, int mostReads, CopyListener listener, Runnable wake) {
        this.tree = tree;
        this.root = root;
        this.mostReads = mostReads;
        this.listener = listener;
        this.wake = wake;
    }

    /** The tree has told a change of this node. */
    void changed(String path) {
        changed.add(path);
        wake.run();
    }

    /** The connection was lost or made, so that changes may not have been told. */
    void interrupted() {
        interruptions.incrementAndGet();
        wake.run();
    }

    /**
     * Reads what is to be read next.
     *
     * @return whether there is more to read
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

    /** Takes them before they are read, so that a later change is read again. */
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

    /** As {@link Store.Copy#complete}. */
    boolean complete() {
        return complete == interruptions.get();
    }

    /** As {@link Store.Copy#nodes}. */
    Stream<Node> nodes() {
        return nodes.values().stream();
    }
}

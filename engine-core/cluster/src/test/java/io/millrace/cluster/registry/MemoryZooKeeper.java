// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.cluster.registry.RegistryException.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * A ZooKeeper in memory, which a simulation steps by one thread. Operations act at once; events for a client wait until
 * {@link Client#deliver}, so copies, watches and the events of a lost session or leadership are as late as the
 * simulation wants.
 */
public final class MemoryZooKeeper {

    /** The nodes in one step, few, so that a copy is cut off during its reading. */
    private static final int MOST_READS = 3;

    private record Entry(byte[] data, int version, long owner) {}

    private record Candidate(Client client, Candidacy candidacy, long session) {}

    private final TreeMap<String, Entry> nodes = new TreeMap<>();
    /** Whether copies take failed reads for answers, and do not notice that their connection was interrupted. */
    private boolean copiesIgnoreFailures;

    private final List<Client> clients = new ArrayList<>();
    private final Map<String, List<Candidate>> elections = new HashMap<>();
    private final long sessionTimeoutMillis;
    private long nowMillis;
    private long sessions;

    private BiConsumer<Client, List<Change>> beforeCommit = (client, changes) -> {};
    private BiConsumer<Client, List<Change>> afterCommit = (client, changes) -> {};

    public MemoryZooKeeper(long sessionTimeoutMillis) {
        this.sessionTimeoutMillis = sessionTimeoutMillis;
    }

    /**
     * Sets listeners before and after each transaction; the first one may let others go on, as if its caller were
     * paused.
     */
    public void onCommit(BiConsumer<Client, List<Change>> before, BiConsumer<Client, List<Change>> after) {
        beforeCommit = before;
        afterCommit = after;
    }

    /** Lets copies take a part of the tree for the whole. */
    public void ignoreFailuresOfCopies() {
        copiesIgnoreFailures = true;
    }

    public Client connect(String name) {
        Client client = new Client(name);
        clients.add(client);
        return client;
    }

    /** Lets time pass, and ends the sessions of clients that cannot be reached for too long. */
    public void advance(long millis) {
        nowMillis += millis;
        for (Client client : List.copyOf(clients)) {
            if (client.session != 0 && !client.reachable && nowMillis - client.cutMillis >= sessionTimeoutMillis) {
                end(client.session);
                client.session = 0;
                if (client.dead) {
                    clients.remove(client);
                }
            }
        }
    }

    /** Returns the data of a node. */
    public Optional<byte[]> data(String path) {
        return Optional.ofNullable(nodes.get(path)).map(Entry::data);
    }

    public int version(String path) {
        return nodes.get(path).version();
    }

    /** Returns the paths of all nodes below this one. */
    public List<String> below(String path) {
        return nodes.tailMap(path + "/").keySet().stream()
                .takeWhile(found -> found.startsWith(path + "/"))
                .toList();
    }

    private void end(long session) {
        List<String> ephemerals = nodes.entrySet().stream()
                .filter(node -> node.getValue().owner() == session)
                .map(Map.Entry::getKey)
                .toList();
        ephemerals.forEach(this::remove);
        elections.forEach((path, candidates) -> {
            candidates.removeIf(candidate -> candidate.session() == session);
            elect(path);
        });
    }

    private void elect(String path) {
        List<Candidate> candidates = elections.get(path);
        if (!candidates.isEmpty()) {
            Candidate first = candidates.get(0);
            first.client().tell(() -> first.candidacy().set(first.session() == first.client().session));
        }
    }

    private void put(String path, Entry entry) {
        Entry before = nodes.put(path, entry);
        if (before == null || before != entry) {
            changed(path);
        }
    }

    private void remove(String path) {
        nodes.remove(path);
        changed(path);
    }

    private void changed(String path) {
        for (Client client : clients) {
            client.changed(path);
        }
    }

    private Store.Node node(String path) {
        Entry entry = nodes.get(path);
        return entry == null ? null : new Store.Node(path, entry.data(), entry.version(), entry.owner(), 0);
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private void check(List<Change> changes) {
        // The changes are made on a copy, as all or none are made
        TreeMap<String, Entry> tree = new TreeMap<>(nodes);
        for (Change change : changes) {
            apply(tree, change, 0);
        }
    }

    private static void apply(TreeMap<String, Entry> tree, Change change, long session) {
        String path = change.path();
        Entry there = tree.get(path);
        if (change instanceof Change.Create create) {
            String parent = parent(path);
            if (!parent.isEmpty() && !tree.containsKey(parent)) {
                throw failed(Kind.NOT_FOUND, path);
            }
            if (there != null) {
                throw failed(Kind.EXISTS, path);
            }
            tree.put(path, new Entry(create.data(), 0, create.ephemeral() ? session : 0));
            return;
        }
        if (there == null) {
            throw failed(Kind.NOT_FOUND, path);
        }
        int expected = change instanceof Change.Check check
                ? check.version()
                : change instanceof Change.Write write ? write.version() : ((Change.Delete) change).version();
        if (expected != Change.ANY && expected != there.version()) {
            throw failed(Kind.CONFLICT, path);
        }
        if (change instanceof Change.Write write) {
            tree.put(path, new Entry(write.data(), there.version() + 1, there.owner()));
        } else if (change instanceof Change.Delete) {
            String child = tree.higherKey(path + "/");
            if (child != null && child.startsWith(path + "/")) {
                throw failed(Kind.CONFLICT, path);
            }
            tree.remove(path);
        }
    }

    private static RegistryException failed(Kind kind, String path) {
        return new RegistryException(kind, path, null);
    }

    /** Whether a client is elected, as far as it knows. */
    private static final class Candidacy {
        private final Runnable onChange;
        private boolean elected;

        Candidacy(Runnable onChange) {
            this.onChange = onChange;
        }

        void set(boolean now) {
            elected = now;
            onChange.run();
        }
    }

    private record Watch(String path, Runnable listener) {}

    /** The connection of one process. */
    public final class Client implements Store {

        private final String name;
        private final List<Runnable> connectionListeners = new ArrayList<>();
        private final List<Watch> watches = new ArrayList<>();
        private final List<MemoryCopy> copies = new ArrayList<>();
        private final Map<Candidacy, String> candidacies = new HashMap<>();
        private final Deque<Runnable> news = new ArrayDeque<>();
        private long session = ++sessions;
        private long cutMillis;
        private boolean reachable = true;
        private boolean connected = true;
        private boolean dead;

        /** The number of ends and begins of its connection, and the last of which it has heard. */
        private long connection;

        private long heardConnection;

        /** The session as this client knows it. */
        private long known = session;

        private Client(String name) {
            this.name = name;
        }

        // The following methods are for the simulation

        public String name() {
            return name;
        }

        public boolean reachable() {
            return reachable;
        }

        public boolean hasNews() {
            return !dead && !news.isEmpty();
        }

        /** Delivers the next event to the client. */
        public void deliver() {
            Runnable next = news.poll();
            if (next != null) {
                next.run();
            }
        }

        /** Cuts the connection; the session ends if it stays cut. */
        public void cut() {
            if (reachable) {
                reachable = false;
                cutMillis = nowMillis;
                long now = ++connection;
                List<Watch> lost = List.copyOf(watches);
                watches.clear();
                copies.forEach(copy -> copy.watched = false);
                tell(() -> {
                    connected = false;
                    heardConnection = now;
                    copies.forEach(MemoryCopy::interrupted);
                    candidacies.keySet().forEach(candidacy -> candidacy.set(false));
                    connectionListeners.forEach(Runnable::run);
                    lost.forEach(watch -> watch.listener().run());
                });
            }
        }

        public void heal() {
            if (reachable || dead) {
                return;
            }
            reachable = true;
            if (session == 0) {
                session = ++sessions;
            }
            long now = session;
            long number = ++connection;
            tell(() -> {
                known = now;
                connected = true;
                heardConnection = number;
                copies.forEach(MemoryCopy::interrupted);
                candidacies.forEach((candidacy, path) -> enter(path, candidacy));
                connectionListeners.forEach(Runnable::run);
            });
        }

        /** Ends the client like a killed process. */
        public void die() {
            dead = true;
            if (reachable) {
                reachable = false;
                cutMillis = nowMillis;
            }
            watches.clear();
            copies.clear();
            news.clear();
        }

        private void tell(Runnable message) {
            if (!dead) {
                news.add(message);
            }
        }

        private void changed(String path) {
            if (!reachable || dead) {
                return;
            }
            for (Watch watch : List.copyOf(watches)) {
                if (watch.path().equals(path)) {
                    watches.remove(watch);
                    tell(watch.listener());
                }
            }
            for (MemoryCopy copy : copies) {
                if (copy.watched && copy.covers(path)) {
                    tell(() -> copy.copy.changed(path));
                }
            }
        }

        private void enter(String path, Candidacy candidacy) {
            List<Candidate> candidates = elections.computeIfAbsent(path, any -> new ArrayList<>());
            candidates.removeIf(candidate -> candidate.candidacy() == candidacy);
            candidates.add(new Candidate(this, candidacy, session));
            elect(path);
        }

        // The following methods are those of the store

        @Override
        public String address() {
            return "memory";
        }

        @Override
        public boolean connected() {
            return connected;
        }

        @Override
        public long session() {
            return known;
        }

        @Override
        public long sessionTimeoutMillis() {
            return sessionTimeoutMillis;
        }

        @Override
        public void onConnection(Runnable listener) {
            connectionListeners.add(listener);
        }

        @Override
        public Optional<Node> read(String path) {
            ask(path);
            return Optional.ofNullable(node(path));
        }

        @Override
        public Optional<Node> readAndWatch(String path, Runnable onChange) {
            ask(path);
            Watch watch = new Watch(path, onChange);
            if (!watches.contains(watch)) {
                watches.add(watch);
            }
            return Optional.ofNullable(node(path));
        }

        @Override
        public List<String> children(String path) {
            ask(path);
            return below(path).stream()
                    .map(found -> found.substring(path.length() + 1))
                    .filter(name -> name.indexOf('/') < 0)
                    .toList();
        }

        @Override
        public void commit(String what, List<Change> changes) {
            ask(what);
            beforeCommit.accept(this, changes);
            ask(what);
            check(changes);
            TreeMap<String, Entry> after = new TreeMap<>(nodes);
            for (Change change : changes) {
                apply(after, change, session);
            }
            for (Change change : changes) {
                if (after.containsKey(change.path())) {
                    put(change.path(), after.get(change.path()));
                } else if (nodes.containsKey(change.path())) {
                    remove(change.path());
                }
            }
            afterCommit.accept(this, changes);
            // The simulation may have cut the connection before the answer
            ask(what);
        }

        @Override
        public Copy copy(String path, CopyListener listener) {
            MemoryCopy copy = new MemoryCopy(path, listener);
            copies.add(copy);
            copy.wake();
            return copy;
        }

        @Override
        public Candidature stand(String path, String id, Runnable onChange) {
            Candidacy candidacy = new Candidacy(onChange);
            candidacies.put(candidacy, path);
            enter(path, candidacy);
            return new Candidature() {
                @Override
                public boolean elected() {
                    return candidacy.elected;
                }

                @Override
                public void close() {
                    candidacies.remove(candidacy);
                    elections.get(path).removeIf(candidate -> candidate.candidacy() == candidacy);
                    elect(path);
                }
            };
        }

        /** Ends the session at once. */
        @Override
        public void close() {
            if (!dead) {
                die();
                end(session);
                session = 0;
                clients.remove(this);
            }
        }

        private void ask(String what) {
            if (dead || !connected || !reachable || session == 0 || known != session) {
                throw failed(Kind.UNAVAILABLE, what);
            }
        }

        @Override
        public String toString() {
            return name;
        }

        /** The tree as this client's copies read it, a few nodes at a time. */
        private final class MemoryCopy implements Copy, TreeCopy.Tree {

            private final String root;
            private final TreeCopy copy;
            private boolean stepDue;
            private boolean watched;
            private boolean begun;

            MemoryCopy(String root, CopyListener listener) {
                this.root = root;
                this.copy = new TreeCopy(this, root, MOST_READS, listener, this::wake);
            }

            boolean covers(String path) {
                return path.equals(root) || path.startsWith(root + "/");
            }

            void wake() {
                if (!stepDue) {
                    stepDue = true;
                    tell(this::step);
                }
            }

            private void step() {
                stepDue = false;
                try {
                    if (copy.step()) {
                        wake();
                    }
                } catch (RegistryException e) {
                    // The next connection wakes it
                }
            }

            @Override
            public void watch(TreeCopy own, String path) {
                askInOrder(path);
                watched = true;
                begun = true;
            }

            /** Notes that the connection was lost or made. */
            void interrupted() {
                if (copiesIgnoreFailures && begun) {
                    watched = reachable;
                } else {
                    copy.interrupted();
                }
            }

            @Override
            public List<TreeCopy.Found> read(List<String> paths, boolean children) {
                try {
                    askInOrder(root);
                } catch (RegistryException e) {
                    if (copiesIgnoreFailures) {
                        return paths.stream()
                                .map(path -> TreeCopy.Found.NOTHING)
                                .toList();
                    }
                    throw e;
                }
                return paths.stream()
                        .map(path -> new TreeCopy.Found(node(path), children ? Client.this.children(path) : List.of()))
                        .toList();
            }

            /** Reads in order: a client hears of the loss of its connection before an answer of the next one. */
            private void askInOrder(String path) {
                ask(path);
                if (heardConnection != connection) {
                    throw failed(Kind.UNAVAILABLE, path);
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
                copies.remove(this);
            }
        }
    }
}

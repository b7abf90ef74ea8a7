// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.cluster.registry.Change;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.registry.Store;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A store that leaves out a part of each transaction, as a version of the registry without that part would. */
final class Mutant implements Store {

    private final Store store;
    private final UnaryOperator<List<Change>> changes;

    /** The nodes that are read from the copy. */
    private Predicate<String> copied = path -> false;

    private Copy copy;

    private Mutant(Store store, UnaryOperator<List<Change>> changes) {
        this.store = store;
        this.changes = changes;
    }

    /** Returns a store in which the leader's changes do not check its term. */
    static Store withoutTerm(Store store, RegistryPaths paths) {
        return withoutCheckOf(store, paths.term());
    }

    /** Returns a store without a check of any other node. */
    static Store withoutChecks(Store store, RegistryPaths paths) {
        return new Mutant(
                store,
                changes -> changes.stream()
                        .filter(change -> !(change instanceof Change.Check)
                                || change.path().equals(paths.term()))
                        .toList());
    }

    /** Returns a store in which changes of topologies match any version. */
    static Store withoutVersions(Store store, RegistryPaths paths) {
        return new Mutant(
                store,
                changes -> changes.stream()
                        .map(change -> change.path().startsWith(paths.topologies()) ? anyVersion(change) : change)
                        .toList());
    }

    private static Change anyVersion(Change change) {
        if (change instanceof Change.Write write) {
            return new Change.Write(write.path(), write.data(), Change.ANY);
        }
        return change instanceof Change.Delete delete ? new Change.Delete(delete.path(), Change.ANY) : change;
    }

    /** Returns a store in which no process reports that a worker has left. */
    static Store withoutDeletedStarts(Store store, RegistryPaths paths) {
        return new Mutant(
                store,
                changes -> changes.stream()
                        .filter(change -> !(changes.size() == 1
                                && change instanceof Change.Delete
                                && change.path().contains("/starts/")))
                        .toList());
    }

    /** Returns a store in which no process reads the registry itself to confirm that a node is absent from the copy. */
    static Store withoutConfirmation(Store store, RegistryPaths paths) {
        Mutant mutant = new Mutant(store, UnaryOperator.identity());
        mutant.copied = path -> path.startsWith(paths.topologies());
        return mutant;
    }

    /** Returns a store that does not remember which request has made a change. */
    static Store withoutRequests(Store store, RegistryPaths paths) {
        return new Mutant(
                store,
                changes ->
                        changes.stream().map(change -> anonymous(change, paths)).toList());
    }

    private static Change anonymous(Change change, RegistryPaths paths) {
        boolean keepsRequest = change.path().matches(Pattern.quote(paths.topologies()) + "/[^/]+/[^/]+(/rebalance)?");
        if (keepsRequest && change instanceof Change.Create create) {
            return new Change.Create(create.path(), new byte[0], create.ephemeral());
        }
        return keepsRequest && change instanceof Change.Write write
                ? new Change.Write(write.path(), new byte[0], write.version())
                : change;
    }

    private static Store withoutCheckOf(Store store, String path) {
        return new Mutant(
                store,
                changes -> changes.stream()
                        .filter(change -> !(change instanceof Change.Check)
                                || !change.path().equals(path))
                        .toList());
    }

    @Override
    public String address() {
        return store.address();
    }

    @Override
    public boolean connected() {
        return store.connected();
    }

    @Override
    public long session() {
        return store.session();
    }

    @Override
    public long sessionTimeoutMillis() {
        return store.sessionTimeoutMillis();
    }

    @Override
    public void onConnection(Runnable listener) {
        store.onConnection(listener);
    }

    @Override
    public Optional<Node> read(String path) {
        return copy != null && copied.test(path)
                ? copy.nodes().filter(node -> node.path().equals(path)).findFirst()
                : store.read(path);
    }

    @Override
    public Optional<Node> readAndWatch(String path, Runnable onChange) {
        return store.readAndWatch(path, onChange);
    }

    @Override
    public List<String> children(String path) {
        return copy != null && copied.test(path)
                ? copy.nodes()
                        .map(Node::path)
                        .filter(node -> node.startsWith(path + "/") && node.lastIndexOf('/') == path.length())
                        .map(node -> node.substring(path.length() + 1))
                        .toList()
                : store.children(path);
    }

    @Override
    public void commit(String what, List<Change> all) {
        store.commit(what, changes.apply(all));
    }

    @Override
    public Copy copy(String path, CopyListener listener) {
        copy = store.copy(path, listener);
        return copy;
    }

    @Override
    public Candidature stand(String path, String id, Runnable onChange) {
        return store.stand(path, id, onChange);
    }

    @Override
    public void close() {
        store.close();
    }
}

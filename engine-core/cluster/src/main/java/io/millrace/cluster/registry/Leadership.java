// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.cluster.model.AnsweredRequest;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.DrainRecord;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.Change.Check;
import io.millrace.cluster.registry.Change.Create;
import io.millrace.cluster.registry.Change.Delete;
import io.millrace.cluster.registry.Change.Write;
import io.millrace.cluster.registry.RegistryException.Kind;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.snapshot.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The leadership of a controller, and the changes that only the leader makes. Each leader begins a term, whose number
 * is the version of one node. Each of its changes is a transaction that checks this version. The decisions of a former
 * leader that does not know of its successor therefore have no effect, however long it was paused. The controller's
 * loop calls {@link #ensure} and {@link #release}; any thread may call the other methods.
 */
public final class Leadership {

    private static final byte[] NOTHING = new byte[0];
    /** The term of a controller that does not lead. */
    public static final int NONE = -1;

    private final Store store;
    private final RegistryPaths paths;
    private final Runnable onChange;

    /** The watcher, always the same object, so that the store has it once. */
    private final Runnable watcher = this::invalidate;

    /** Whether another controller may have begun a term. */
    private final AtomicBoolean stale = new AtomicBoolean(true);

    /** The present term; {@link #NONE} while this controller does not lead. */
    private volatile int term = NONE;

    Leadership(Registry registry, Runnable onChange) {
        this.store = registry.store();
        this.paths = registry.paths();
        this.onChange = onChange;
        store.onConnection(watcher);
    }

    /**
     * Begins a term unless this controller is in one. Only an elected controller calls it.
     *
     * @param self the address at which this controller serves clients
     * @return whether this controller leads
     */
    public boolean ensure(ControllerRecord self) {
        if (!store.connected()) {
            term = NONE;
            return false;
        }
        if (stale.getAndSet(false)) {
            try {
                term = holds() ? term : begin(Json.write(self));
            } catch (RegistryException e) {
                term = NONE;
                stale.set(true);
                if (e.kind() == Kind.UNAVAILABLE) {
                    throw e;
                }
            }
        }
        return term != NONE;
    }

    private boolean holds() {
        Optional<Store.Node> leader = store.readAndWatch(paths.leader(), watcher);
        return term != NONE && leader.isPresent() && leader.get().owner() == store.session() && readTerm() == term;
    }

    private int begin(byte[] record) {
        int last = readTerm();
        List<Change> changes = new ArrayList<>();
        changes.add(new Write(paths.term(), record, last));
        store.read(paths.leader()).ifPresent(old -> changes.add(new Delete(paths.leader(), old.version())));
        changes.add(new Create(paths.leader(), record, true));
        store.commit("the leader's node", changes);
        if (store.readAndWatch(paths.leader(), watcher).isEmpty()) {
            stale.set(true);
        }
        return last + 1;
    }

    private int readTerm() {
        return store.read(paths.term())
                .orElseThrow(() -> new RegistryException(Kind.NOT_FOUND, paths.term() + " is not there", null))
                .version();
    }

    /** Ends the term, so that clients do not ask this controller any more. */
    public void release() {
        int own = term;
        term = NONE;
        stale.set(true);
        try {
            if (own != NONE && store.connected()) {
                Optional<Store.Node> leader = store.read(paths.leader());
                if (leader.isPresent() && leader.get().owner() == store.session()) {
                    store.commit(
                            "the leader's node",
                            List.of(
                                    new Check(paths.term(), own),
                                    new Delete(paths.leader(), leader.get().version())));
                }
            }
        } catch (RegistryException e) {
            // The node belongs to a successor, or ends with the session
        }
    }

    /** Returns the number of this controller's term, or {@link #NONE}. */
    public int term() {
        return term;
    }

    /** Whether this controller is in a term, as far as it knows. */
    public boolean leads() {
        return term != NONE;
    }

    // The leader's changes: CONFLICT means that a node was changed meanwhile, possibly that of the leader

    /** Creates a topology for this request; EXISTS if the name is taken. */
    public void createTopology(TopologyRecord topology, AnsweredRequest by) {
        String name = topology.name();
        String id = topology.id();
        commit(
                "topology '" + name + "'",
                new Create(paths.topology(name), Json.write(topology), false),
                new Create(paths.submission(name, id), by.bytes(), false),
                new Create(paths.workers(name, id), NOTHING, false),
                new Create(paths.starts(name, id), NOTHING, false),
                new Create(paths.clients(name, id), NOTHING, false),
                new Create(paths.snapshots(name, id), Json.write(Pointer.NONE), false));
    }

    /** Replaces the record of this submission if it still has that version. */
    public void updateTopology(TopologyRecord next, int version) {
        commit(
                "topology '" + next.name() + "'",
                Change.exists(paths.submission(next.name(), next.id())),
                new Write(paths.topology(next.name()), Json.write(next), version));
    }

    /**
     * Requests a savepoint of a topology that has not changed since it was seen.
     *
     * @param before the last requested savepoint; null if there was none
     */
    public void askSavepoint(TopologyView topology, SavepointRecord asked, Versioned<SavepointRecord> before) {
        String name = topology.record().name();
        String path = paths.savepoint(name, topology.record().id());
        byte[] data = Json.write(asked);
        commit(
                "savepoint of '" + name + "'",
                new Check(paths.topology(name), topology.version()),
                before == null ? new Create(path, data, false) : new Write(path, data, before.version()));
    }

    /** Deletes all nodes of a topology that has no assignment, and has not changed since it was seen. */
    public void deleteTopology(TopologyView topology) {
        String name = topology.record().name();
        String id = topology.record().id();
        List<Change> changes = new ArrayList<>();
        for (String parent : List.of(paths.workers(name, id), paths.starts(name, id), paths.clients(name, id))) {
            for (String child : store.children(parent)) {
                changes.add(new Delete(parent + "/" + child, Change.ANY));
            }
            changes.add(new Delete(parent, Change.ANY));
        }
        changes.add(new Delete(paths.snapshots(name, id), Change.ANY));
        for (String path : List.of(paths.savepoint(name, id), paths.rebalance(name, id))) {
            if (store.read(path).isPresent()) {
                changes.add(new Delete(path, Change.ANY));
            }
        }
        changes.add(new Delete(paths.submission(name, id), Change.ANY));
        changes.add(new Delete(paths.topology(name), topology.version()));
        commit("topology '" + name + "'", changes.toArray(Change[]::new));
    }

    /** Places a topology that has not changed since it was seen. */
    public void createAssignment(TopologyView topology, AssignmentRecord assignment) {
        commitAssignment(
                topology,
                new Check(paths.topology(topology.record().name()), topology.version()),
                new Create(assignment(topology), Json.write(assignment), false));
    }

    /** Replaces the assignment that was seen. */
    public void updateAssignment(TopologyView topology, AssignmentRecord next) {
        commitAssignment(topology, replacement(topology, next));
    }

    /**
     * Replaces the assignment that was seen by that of the requested rebalance; CONFLICT or EXISTS if another request
     * was faster.
     */
    public void beginRebalance(TopologyView topology, AssignmentRecord next, AnsweredRequest by) {
        String request =
                paths.rebalance(topology.record().name(), topology.record().id());
        commitAssignment(
                topology,
                replacement(topology, next),
                store.read(request)
                        .<Change>map(last -> new Write(request, by.bytes(), last.version()))
                        .orElseGet(() -> new Create(request, by.bytes(), false)));
    }

    /** Deletes the assignment that was seen. */
    public void deleteAssignment(TopologyView topology) {
        commitAssignment(
                topology, new Delete(assignment(topology), topology.assignment().version()));
    }

    private Change replacement(TopologyView topology, AssignmentRecord next) {
        return new Write(
                assignment(topology), Json.write(next), topology.assignment().version());
    }

    private String assignment(TopologyView topology) {
        return paths.assignment(topology.record().name(), topology.record().id());
    }

    private void commitAssignment(TopologyView topology, Change... changes) {
        commit("assignment of '" + topology.record().name() + "'", changes);
    }

    /** Begins to drain a node; EXISTS if it is drained already. */
    public void createDrain(DrainRecord drain) {
        commit("drain of node " + drain.node(), new Create(paths.drain(drain.node()), Json.write(drain), false));
    }

    /** Ends the drain of a node; NOT_FOUND if it is not drained. */
    public void deleteDrain(String node) {
        commit("drain of node " + node, new Delete(paths.drain(node), Change.ANY));
    }

    /** Whether the registry itself, not only a copy, says that a node has no supervisor. */
    public boolean isGone(String node) {
        return isAbsent(paths.supervisor(node));
    }

    /** Whether the registry itself, not only a copy, says that a worker is not up. */
    public boolean isGone(TopologyView topology, String worker) {
        return isAbsent(paths.worker(topology.record().name(), topology.record().id(), worker));
    }

    private boolean isAbsent(String path) {
        // This is a transaction, which a server that is behind does not answer
        commit(path);
        return store.read(path).isEmpty();
    }

    private void commit(String what, Change... changes) {
        int own = term;
        if (own == NONE) {
            throw new RegistryException(Kind.CONFLICT, what + ": this controller does not lead", null);
        }
        List<Change> fenced = new ArrayList<>();
        fenced.add(new Check(paths.term(), own));
        fenced.addAll(List.of(changes));
        try {
            store.commit(what, fenced);
        } catch (RegistryException e) {
            // The changed node may be the term. The loop checks it in its next pass, without a signal, so that it does
            // not spin
            stale.set(true);
            throw e;
        }
    }

    private void invalidate() {
        stale.set(true);
        onChange.run();
    }
}

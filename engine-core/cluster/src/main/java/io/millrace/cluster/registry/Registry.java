// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.Secrets;
import io.millrace.cluster.model.AnsweredRequest;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.registry.Change.Check;
import io.millrace.cluster.registry.Change.Delete;
import io.millrace.cluster.registry.Change.Write;
import io.millrace.cluster.registry.RegistryException.Kind;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.worker.PeerEndpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A process's view of the cluster's nodes in a {@link Store}: its reads, and the changes that supervisors and workers
 * make. The leader's changes are in {@link Leadership}. Each change is one transaction that names versions, below a
 * node of the topology's submission. Methods block and throw {@link RegistryException}. Any thread may call.
 */
public final class Registry implements AutoCloseable {

    private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(15);
    private static final byte[] NOTHING = new byte[0];
    private static final int SECRET_BYTES = 32;

    private final Store store;
    private final RegistryPaths paths;

    public Registry(Store store, RegistryPaths paths) {
        this.store = store;
        this.paths = paths;
    }

    /** Starts to connect to ZooKeeper and retries for ever; does not wait. */
    public static Registry connect(Config config) {
        return new Registry(ZooKeeperStore.connect(config), RegistryPaths.of(config));
    }

    /**
     * Connects to ZooKeeper, and waits until the connection is up.
     *
     * @throws ClusterException if ZooKeeper does not answer, cannot be trusted, or does not let this process in
     */
    public static Registry open(Config config) {
        RegistryPaths paths = RegistryPaths.of(config);
        ZooKeeperAccess access = ZooKeeperAccess.of(config);
        ServerProbe servers = new ServerProbe(access);
        if (access.tls().isPresent()) {
            servers.anyAccepts();
        }
        ZooKeeperStore store = ZooKeeperStore.connect(config);
        try {
            if (store.awaitConnected(OPEN_TIMEOUT)) {
                Registry registry = new Registry(store, paths);
                registry.checkAccess();
                return registry;
            }
            throw servers.anyAccepts() ? access.mute() : access.silent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            store.close();
            throw new ClusterException(Reason.FAILED, "interrupted while connecting to ZooKeeper", e);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /**
     * Refuses a tree in which others can write data that this cluster would trust.
     *
     * @throws ClusterException with one line that has the node and the remedy
     */
    private void checkAccess() {
        store.checkOwned(paths.cluster());
        store.checkOwned(paths.root());
        ancestors(paths.root()).forEach(store::checkNotOpen);
    }

    Store store() {
        return store;
    }

    public RegistryPaths paths() {
        return paths;
    }

    public String address() {
        return store.address();
    }

    /** Whether the session is known to be alive; a suspended connection counts as lost. */
    public boolean connected() {
        return store.connected();
    }

    /** Returns the time in milliseconds for which a session lives without a heartbeat of its process. */
    public long sessionTimeoutMillis() {
        return store.sessionTimeoutMillis();
    }

    /** Calls the listener on the store's thread when the connection is established or lost. */
    public void onConnection(Runnable listener) {
        store.onConnection(listener);
    }

    /**
     * Returns the cluster's record; it is created with this id if there is none.
     *
     * @throws ClusterException if another version of Millrace has written it
     */
    public ClusterRecord cluster(String idIfNew) {
        try {
            return clusterOrDenied(idIfNew);
        } catch (RegistryException e) {
            if (e.kind() == Kind.DENIED) {
                throw new ClusterException(Reason.REFUSED, e.getMessage(), e);
            }
            throw e;
        }
    }

    private ClusterRecord clusterOrDenied(String idIfNew) {
        for (String path : ancestors(paths.cluster())) {
            createIfAbsent(path, NOTHING);
        }
        createIfAbsent(paths.cluster(), Json.write(new ClusterRecord(idIfNew, ClusterRecord.LAYOUT)));
        createIfAbsent(paths.secret(), Secrets.hex(SECRET_BYTES).getBytes(StandardCharsets.US_ASCII));
        // Others may have been faster than this process, after it found no record
        checkAccess();
        store.checkOwned(paths.secret());
        ClusterRecord cluster = readCluster()
                .orElseThrow(() -> new RegistryException(Kind.NOT_FOUND, paths.cluster() + " is not there", null));
        if (cluster.layout() != ClusterRecord.LAYOUT) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "the cluster below " + paths.root() + " in ZooKeeper at " + address() + " has layout "
                            + cluster.layout() + ", and this version of Millrace needs " + ClusterRecord.LAYOUT
                            + ": end its topologies and delete it, or set another "
                            + ClusterKeys.ZOOKEEPER_ROOT.name());
        }
        for (String path : List.of(
                paths.supervisors(),
                paths.drains(),
                paths.topologies(),
                paths.controllers(),
                paths.members(),
                paths.term())) {
            createIfAbsent(path, NOTHING);
        }
        return cluster;
    }

    /** Returns the nodes above this one, the highest first. */
    private static List<String> ancestors(String path) {
        List<String> ancestors = new ArrayList<>();
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            ancestors.add(path.substring(0, slash));
        }
        return ancestors;
    }

    private void createIfAbsent(String path, byte[] data) {
        try {
            store.commit(path, List.of(Change.create(path, data)));
        } catch (RegistryException e) {
            if (e.kind() != Kind.EXISTS) {
                throw e;
            }
        }
    }

    /**
     * Returns the secret by which the cluster's controllers and supervisors prove their identity to each other; every
     * process that can read the registry has it.
     */
    public String nodeSecret() {
        return store.read(paths.secret())
                .map(node -> new String(node.data(), StandardCharsets.US_ASCII))
                .orElseThrow(() -> new RegistryException(Kind.NOT_FOUND, paths.secret() + " is not there", null));
    }

    /** Reads the cluster's record from the store. */
    public Optional<ClusterRecord> readCluster() {
        return read(paths.cluster(), ClusterRecord.class).map(Versioned::value);
    }

    /**
     * Makes a reading that is not older than this call, so that it may confirm that a node is absent.
     *
     * @return empty if the cluster does not exist, or has another id: the registry was emptied, and absence proves
     *     nothing
     * @throws RegistryException if ZooKeeper does not answer, or the session has ended meanwhile, as the server of the
     *     next session may be behind
     */
    public <T> Optional<T> confirmed(String clusterId, Supplier<T> reading) {
        long session = store.session();
        if (!confirm(clusterId)) {
            return Optional.empty();
        }
        T found = reading.get();
        if (store.session() != session) {
            throw new RegistryException(
                    RegistryException.Kind.UNAVAILABLE, "the session with " + address() + " has ended meanwhile", null);
        }
        return Optional.of(found);
    }

    /**
     * Confirms the cluster's record by a transaction, which a server that is behind or cut off from the others does not
     * answer. Later reads of its session are as new.
     */
    private boolean confirm(String clusterId) {
        if (readCluster().filter(cluster -> cluster.id().equals(clusterId)).isEmpty()) {
            // A registry that was emptied is asked again and again, for which a transaction is too expensive
            return false;
        }
        try {
            store.commit(paths.cluster(), List.of(Change.exists(paths.cluster())));
        } catch (RegistryException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return false;
            }
            throw e;
        }
        return readCluster().filter(cluster -> cluster.id().equals(clusterId)).isPresent();
    }

    /**
     * Returns the records of all topologies as they are now, so that files of others may be deleted; empty if absence
     * proves nothing.
     *
     * @throws RegistryException if ZooKeeper does not answer
     */
    public Optional<List<TopologyRecord>> confirmedTopologies(String clusterId) {
        return confirmed(clusterId, () -> {
            List<TopologyRecord> records = new ArrayList<>();
            for (String name : store.children(paths.topologies())) {
                readTopology(name).map(Versioned::value).ifPresent(records::add);
            }
            return records;
        });
    }

    /** Returns the digests of the files of {@link #confirmedTopologies}. */
    public Optional<Set<String>> confirmedDigests(String clusterId) {
        return confirmedTopologies(clusterId)
                .map(records -> records.stream()
                        .flatMap(TopologyRecord::digests)
                        .collect(Collectors.toCollection(HashSet::new)));
    }

    public Optional<Versioned<TopologyRecord>> readTopology(String name) {
        return read(paths.topology(name), TopologyRecord.class);
    }

    /** Records that a topology has failed, unless it has ended or was submitted anew. */
    public void failTopology(String name, String id, String cause) {
        readTopology(name)
                .filter(now -> now.value().id().equals(id) && !now.value().ended())
                .ifPresent(now -> store.commit(
                        "topology '" + name + "'",
                        List.of(
                                Change.exists(paths.submission(name, id)),
                                new Write(
                                        paths.topology(name),
                                        Json.write(now.value().failed(cause)),
                                        now.version()))));
    }

    /** Reads by which request a topology was submitted; empty if this submission does not exist. */
    public Optional<AnsweredRequest> readSubmission(String name, String id) {
        return store.read(paths.submission(name, id)).map(node -> AnsweredRequest.read(node.data()));
    }

    /** Reads the last request for a rebalance of a topology; empty if no client has requested one. */
    public Optional<AnsweredRequest> readRebalanceRequest(String name, String id) {
        return store.read(paths.rebalance(name, id)).map(node -> AnsweredRequest.read(node.data()));
    }

    /**
     * Whether this submission of a topology exists now; by a transaction, so that the answering server cannot be
     * behind.
     */
    public boolean isThere(String name, String id) {
        return exists("topology '" + name + "'", paths.submission(name, id));
    }

    private boolean exists(String what, String path) {
        try {
            store.commit(what, List.of(Change.exists(path)));
            return true;
        } catch (RegistryException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    public Optional<Versioned<AssignmentRecord>> readAssignment(String name, String id) {
        return read(paths.assignment(name, id), AssignmentRecord.class);
    }

    /**
     * Allots the epoch of a worker's next start, unless the assignment has changed since it was seen. It is greater
     * than all earlier epochs, as it is the version of a node that every start writes. No start therefore follows the
     * last one of a worker that the assignment does not contain any more.
     *
     * @param assignmentVersion the version of the assignment that wants the start
     */
    public long allotEpoch(String name, String id, int assignmentVersion, String worker, String node) {
        String path = paths.start(name, id, worker);
        byte[] data = Json.write(new WorkerStart(node, 0));
        Optional<Store.Node> last = store.read(path);
        List<Change> changes = new ArrayList<>();
        changes.add(new Check(paths.assignment(name, id), assignmentVersion));
        if (last.isEmpty()) {
            changes.add(Change.create(path, data));
        }
        int version = last.map(Store.Node::version).orElse(0);
        changes.add(new Write(path, data, version));
        store.commit("start of " + worker + " of '" + name + "'", changes);
        return version + 1;
    }

    /**
     * Deletes the record of a worker's starts if this was the last one. Others then know that no process and no file of
     * the worker is left on its node.
     */
    public void deleteStart(String name, String id, String worker, long epoch) {
        deleteIfThere(paths.start(name, id, worker), (int) epoch);
    }

    public Optional<WorkerStart> readStart(String name, String id, String worker) {
        return read(paths.start(name, id, worker), WorkerStart.class)
                .map(start -> new WorkerStart(start.value().node(), start.version()));
    }

    /**
     * Deletes the registration of a worker that is proven dead, so that its peers need not wait for the end of its
     * session.
     */
    public void deleteWorker(String name, String id, String worker, long epoch) {
        String path = paths.worker(name, id, worker);
        read(path, PeerEndpoint.class)
                .filter(endpoint -> endpoint.value().epoch() <= epoch)
                .ifPresent(endpoint -> deleteIfThere(path, endpoint.version()));
    }

    /** Reads the pointer to the committed snapshots of a topology. */
    public Optional<Versioned<Pointer>> readPointer(String name, String id) {
        return read(paths.snapshots(name, id), Pointer.class);
    }

    /**
     * Replaces the pointer of this version. After a {@link RegistryException} of kind UNAVAILABLE it may have been
     * replaced or not.
     *
     * @return the pointer's new version
     */
    public int setPointer(String name, String id, Pointer next, int version) {
        String path = paths.snapshots(name, id);
        store.commit("snapshots of '" + name + "'", List.of(new Write(path, Json.write(next), version)));
        return version + 1;
    }

    /** Reads the last requested savepoint of a topology; empty if there was none. */
    public Optional<Versioned<SavepointRecord>> readSavepoint(String name, String id) {
        return read(paths.savepoint(name, id), SavepointRecord.class);
    }

    /** Replaces the record of this version by the outcome of the savepoint. */
    public void answerSavepoint(String name, String id, SavepointRecord answered, int version) {
        store.commit(
                "savepoint of '" + name + "'",
                List.of(new Write(paths.savepoint(name, id), Json.write(answered), version)));
    }

    /**
     * Shows a check of a topology's location of snapshots to supervisors, until it is removed or this process is gone.
     */
    public void putStateCheck(String id, byte[] check) {
        createIfAbsent(paths.stateChecks(), NOTHING);
        store.commit("a check", List.of(new Change.Create(paths.stateCheck(id), check, true)));
    }

    public Optional<byte[]> stateCheck(String id) {
        // This is a transaction, so that the answering server cannot be behind the one that took the check
        if (!exists("a check", paths.stateCheck(id))) {
            return Optional.empty();
        }
        return store.read(paths.stateCheck(id)).map(Store.Node::data);
    }

    /** Removes a check. If ZooKeeper is away, the check ends with the session. */
    public void removeStateCheck(String id) {
        try {
            store.commit("a check", List.of(new Delete(paths.stateCheck(id), Change.ANY)));
        } catch (RegistryException e) {
            // The node is ephemeral
        }
    }

    /** @param mayReplace see {@link EphemeralNode} */
    public EphemeralNode ephemeral(String path, byte[] data, Predicate<byte[]> mayReplace, Runnable onChange) {
        return new EphemeralNode(this, path, data, mayReplace, onChange);
    }

    /** Stands for election as leading controller. */
    public Store.Candidature stand(String id, Runnable onChange) {
        return store.stand(paths.latch(), id, onChange);
    }

    /** Returns the leadership, for a controller that may be elected. */
    public Leadership leadership(Runnable onChange) {
        return new Leadership(this, onChange);
    }

    @Override
    public void close() {
        store.close();
    }

    private <T> Optional<Versioned<T>> read(String path, Class<T> type) {
        return store.read(path).map(node -> new Versioned<>(Json.read(node.data(), type), node.version()));
    }

    private void deleteIfThere(String path, int version) {
        try {
            store.commit(path, List.of(new Delete(path, version)));
        } catch (RegistryException e) {
            // The node was deleted, or replaced by another process
            if (e.kind() == Kind.UNAVAILABLE) {
                throw e;
            }
        }
    }
}

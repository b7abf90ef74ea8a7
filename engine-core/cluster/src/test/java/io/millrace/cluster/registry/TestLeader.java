// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.cluster.Records;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the changes of the leading controller and of supervisors, without a term, for tests of their readers. */
public final class TestLeader {

    private final Registry registry;
    private final Store store;
    private final RegistryPaths paths;

    public TestLeader(Registry registry) {
        this.registry = registry;
        this.store = registry.store();
        this.paths = registry.paths();
    }

    public void submit(TopologyRecord record) {
        String name = record.name();
        String id = record.id();
        store.commit(
                name,
                List.of(
                        Change.create(paths.topology(name), Json.write(record)),
                        Change.create(paths.submission(name, id), new byte[0]),
                        Change.create(paths.workers(name, id), new byte[0]),
                        Change.create(paths.starts(name, id), new byte[0]),
                        Change.create(paths.clients(name, id), new byte[0]),
                        Change.create(paths.snapshots(name, id), Json.write(Pointer.NONE))));
    }

    /** Replaces a topology's record. */
    public void update(TopologyRecord next) {
        store.commit(next.name(), List.of(new Change.Write(paths.topology(next.name()), Json.write(next), Change.ANY)));
    }

    /** Requests a savepoint; none was requested before. */
    public void savepoint(String name, SavepointRecord asked) {
        store.commit(name, List.of(Change.create(paths.savepoint(name, id(name)), Json.write(asked))));
    }

    /** Returns the registration of a worker. */
    public Optional<PeerEndpoint> endpoint(String name, String worker) {
        return store.read(paths.worker(name, id(name), worker)).map(node -> Json.read(node.data(), PeerEndpoint.class));
    }

    /** Returns the current assignment. */
    public Optional<Versioned<AssignmentRecord>> assignment(String name) {
        return registry.readTopology(name)
                .flatMap(topology ->
                        registry.readAssignment(name, topology.value().id()));
    }

    /** Creates or replaces an assignment. */
    public void assign(String name, AssignmentRecord next) {
        String path = paths.assignment(name, id(name));
        Change change = assignment(name).isPresent()
                ? new Change.Write(path, Json.write(next), Change.ANY)
                : Change.create(path, Json.write(next));
        store.commit(path, List.of(change));
    }

    /** Replaces an assignment that has this version. */
    public void assign(String name, AssignmentRecord next, int version) {
        String path = paths.assignment(name, id(name));
        store.commit(path, List.of(new Change.Write(path, Json.write(next), version)));
    }

    /** Records another start of a worker, and returns its epoch. */
    public long start(String name, String worker, String node) {
        String path = paths.start(name, id(name), worker);
        byte[] data = Json.write(new WorkerStart(node, 0));
        if (store.read(path).isEmpty()) {
            store.commit(path, List.of(Change.create(path, data)));
        }
        store.commit(path, List.of(new Change.Write(path, data, Change.ANY)));
        return store.read(path).orElseThrow().version();
    }

    public void deleteStart(String name, String worker, long epoch) {
        registry.deleteStart(name, id(name), worker, epoch);
    }

    public Optional<WorkerStart> lastStart(String name, String worker) {
        return registry.readTopology(name)
                .flatMap(topology -> registry.readStart(name, topology.value().id(), worker));
    }

    public List<String> children(String path) {
        return store.children(path);
    }

    public void delete(String path) {
        store.commit(path, List.of(new Change.Delete(path, Change.ANY)));
    }

    /** Returns the view of a complete and current copy of a topology without workers. */
    public TopologyView view(String name) {
        Versioned<TopologyRecord> topology = registry.readTopology(name).orElseThrow();
        return Records.topology(
                topology.value(), topology.version(), assignment(name).orElse(null), Map.of(), Map.of());
    }

    private String id(String name) {
        return registry.readTopology(name).orElseThrow().value().id();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.DrainRecord;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A typed snapshot of a copy of the registry. Immutable.
 *
 * @param controllers the controllers that are up, by instance
 * @param drains the drained nodes by name, whether up or not
 */
public record ClusterView(
        Optional<ControllerRecord> leader,
        SortedMap<String, ControllerRecord> controllers,
        SortedMap<String, SupervisorRecord> supervisors,
        SortedMap<String, TopologyView> topologies,
        SortedMap<String, DrainRecord> drains) {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterView.class);

    static ClusterView of(RegistryPaths paths, Stream<Store.Node> nodes) {
        Builder builder = new Builder(paths);
        nodes.forEach(builder::add);
        return builder.build();
    }

    /** Returns the digests of all files of topologies. */
    public Set<String> digests() {
        Set<String> digests = new HashSet<>();
        topologies.values().forEach(topology -> topology.record().digests().forEach(digests::add));
        return digests;
    }

    /** Whether a node is drained, so that no task may be placed on it. */
    public boolean isDrained(String node) {
        return drains.containsKey(node);
    }

    /** Returns the topology with this id. */
    public Optional<TopologyView> byId(String id) {
        return topologies.values().stream()
                .filter(topology -> topology.record().id().equals(id))
                .findFirst();
    }

    /** The record of one topology while the snapshot is built, and the parts of its submissions by id. */
    private static final class Draft {
        private TopologyRecord record;
        private int version;
        private final Map<String, Submission> submissions = new HashMap<>();
    }

    private static final class Submission {
        private Versioned<AssignmentRecord> assignment;
        private Versioned<SavepointRecord> savepoint;
        private final Map<String, PeerEndpoint> workers = new TreeMap<>();
        private final Map<String, WorkerStart> starts = new TreeMap<>();
        private final Map<String, ClientEndpoint> clients = new TreeMap<>();
    }

    private static final class Builder {
        private final RegistryPaths paths;
        private final SortedMap<String, ControllerRecord> controllers = new TreeMap<>();
        private final SortedMap<String, SupervisorRecord> supervisors = new TreeMap<>();
        private final SortedMap<String, DrainRecord> drains = new TreeMap<>();
        private final Map<String, Draft> drafts = new HashMap<>();
        private Optional<ControllerRecord> leader = Optional.empty();

        Builder(RegistryPaths paths) {
            this.paths = paths;
        }

        void add(Store.Node node) {
            try {
                String path = node.path();
                if (path.equals(paths.leader())) {
                    leader = Optional.of(Json.read(node.data(), ControllerRecord.class));
                } else if (path.startsWith(paths.members() + "/")) {
                    ControllerRecord controller = Json.read(node.data(), ControllerRecord.class);
                    controllers.put(controller.instance(), controller);
                } else if (path.startsWith(paths.supervisors() + "/")) {
                    SupervisorRecord supervisor = Json.read(node.data(), SupervisorRecord.class);
                    supervisors.put(supervisor.node(), supervisor);
                } else if (path.startsWith(paths.drains() + "/")) {
                    DrainRecord drain = Json.read(node.data(), DrainRecord.class);
                    drains.put(drain.node(), drain);
                } else if (path.startsWith(paths.topologies() + "/")) {
                    addOfTopology(
                            path.substring(paths.topologies().length() + 1).split("/"), node);
                }
            } catch (JsonException e) {
                LOG.warn("ignoring {} in ZooKeeper: {}", node.path(), e.getMessage());
            }
        }

        private void addOfTopology(String[] names, Store.Node node) {
            Draft draft = drafts.computeIfAbsent(names[0], name -> new Draft());
            if (names.length == 1) {
                draft.record = Json.read(node.data(), TopologyRecord.class);
                draft.version = node.version();
                return;
            }
            Submission submission = draft.submissions.computeIfAbsent(names[1], id -> new Submission());
            if (names.length == 3 && names[2].equals(RegistryPaths.ASSIGNMENT)) {
                submission.assignment = new Versioned<>(Json.read(node.data(), AssignmentRecord.class), node.version());
            } else if (names.length == 3 && names[2].equals(RegistryPaths.SAVEPOINT)) {
                submission.savepoint = new Versioned<>(Json.read(node.data(), SavepointRecord.class), node.version());
            } else if (names.length == 4 && names[2].equals(RegistryPaths.WORKERS)) {
                submission.workers.put(names[3], Json.read(node.data(), PeerEndpoint.class));
            } else if (names.length == 4 && names[2].equals(RegistryPaths.CLIENTS)) {
                submission.clients.put(names[3], Json.read(node.data(), ClientEndpoint.class));
            } else if (names.length == 4 && names[2].equals(RegistryPaths.STARTS)) {
                WorkerStart start = Json.read(node.data(), WorkerStart.class);
                submission.starts.put(names[3], new WorkerStart(start.node(), node.version()));
            }
        }

        ClusterView build() {
            SortedMap<String, TopologyView> topologies = new TreeMap<>();
            drafts.forEach((name, draft) -> {
                if (draft.record != null) {
                    Submission own = draft.submissions.getOrDefault(draft.record.id(), new Submission());
                    topologies.put(
                            name,
                            new TopologyView(
                                    draft.record,
                                    draft.version,
                                    own.assignment,
                                    Map.copyOf(own.workers),
                                    Map.copyOf(own.starts),
                                    Map.copyOf(own.clients),
                                    own.savepoint));
                }
            });
            return new ClusterView(
                    leader,
                    Collections.unmodifiableSortedMap(controllers),
                    Collections.unmodifiableSortedMap(supervisors),
                    Collections.unmodifiableSortedMap(topologies),
                    Collections.unmodifiableSortedMap(drains));
        }
    }
}

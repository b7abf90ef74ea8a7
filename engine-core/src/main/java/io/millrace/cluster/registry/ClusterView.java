package io.millrace.cluster.registry;

import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that a cache holds, at one time and with types; immutable. */
public record ClusterView(
        Optional<ControllerRecord> leader,
        SortedMap<String, SupervisorRecord> supervisors,
        SortedMap<String, TopologyView> topologies) {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterView.class);

    static ClusterView of(RegistryPaths paths, Stream<ChildData> nodes) {
        Builder builder = new Builder(paths);
        nodes.forEach(builder::add);
        return builder.build();
    }

    /** The topology with this id, whatever its name. */
    public Optional<TopologyView> byId(String id) {
        return topologies.values().stream()
                .filter(topology -> topology.record().id().equals(id))
                .findFirst();
    }

    /** What is known of one topology while the nodes are gone through. */
    private static final class Draft {
        private TopologyRecord record;
        private int version;
        private Versioned<AssignmentRecord> assignment;
        private final Map<String, PeerEndpoint> workers = new TreeMap<>();
        private final Map<String, WorkerStart> starts = new TreeMap<>();
    }

    private static final class Builder {
        private final RegistryPaths paths;
        private final SortedMap<String, SupervisorRecord> supervisors = new TreeMap<>();
        private final Map<String, Draft> drafts = new HashMap<>();
        private Optional<ControllerRecord> leader = Optional.empty();

        Builder(RegistryPaths paths) {
            this.paths = paths;
        }

        void add(ChildData node) {
            try {
                String path = node.getPath();
                if (path.equals(paths.leader())) {
                    leader = Optional.of(Json.read(node.getData(), ControllerRecord.class));
                } else if (path.startsWith(paths.supervisors() + "/")) {
                    SupervisorRecord supervisor = Json.read(node.getData(), SupervisorRecord.class);
                    supervisors.put(supervisor.node(), supervisor);
                } else if (path.startsWith(paths.topologies() + "/")) {
                    addOfTopology(
                            path.substring(paths.topologies().length() + 1).split("/"), node);
                }
            } catch (JsonException e) {
                LOG.warn("passing over {} in ZooKeeper: {}", node.getPath(), e.getMessage());
            }
        }

        private void addOfTopology(String[] names, ChildData node) {
            Draft draft = drafts.computeIfAbsent(names[0], name -> new Draft());
            if (names.length == 1) {
                draft.record = Json.read(node.getData(), TopologyRecord.class);
                draft.version = node.getStat().getVersion();
            } else if (names.length == 2 && names[1].equals(RegistryPaths.ASSIGNMENT)) {
                draft.assignment = new Versioned<>(
                        Json.read(node.getData(), AssignmentRecord.class),
                        node.getStat().getVersion());
            } else if (names.length == 3 && names[1].equals(RegistryPaths.WORKERS)) {
                draft.workers.put(names[2], Json.read(node.getData(), PeerEndpoint.class));
            } else if (names.length == 3 && names[1].equals(RegistryPaths.STARTS)) {
                WorkerStart start = Json.read(node.getData(), WorkerStart.class);
                draft.starts.put(
                        names[2], new WorkerStart(start.node(), node.getStat().getVersion()));
            }
        }

        ClusterView build() {
            SortedMap<String, TopologyView> topologies = new TreeMap<>();
            drafts.forEach((name, draft) -> {
                if (draft.record != null) {
                    topologies.put(
                            name,
                            new TopologyView(
                                    draft.record,
                                    draft.version,
                                    draft.assignment,
                                    Map.copyOf(draft.workers),
                                    Map.copyOf(draft.starts)));
                }
            });
            return new ClusterView(
                    leader,
                    Collections.unmodifiableSortedMap(supervisors),
                    Collections.unmodifiableSortedMap(topologies));
        }
    }
}

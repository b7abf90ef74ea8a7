package io.millrace.cluster.controller;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.SnapshotSettings;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The snapshots of topologies for clients. The workers of their coordinators report them; while there is none, the pointer in ZooKeeper
 * tells the last commit. Any thread.
 */
final class SnapshotViews {

    private final Registry registry;
    private final MetricsCollector metrics;
    private final Clock clock;

    SnapshotViews(Registry registry, MetricsCollector metrics, Clock clock) {
        this.registry = registry;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Returns the topologies of a list with what is known of their snapshots. */
    List<TopologyInfo> list(ClusterView view) {
        Map<String, SnapshotMetrics> reported = new HashMap<>();
        if (view.topologies().values().stream().anyMatch(topology -> taken(topology.record()))) {
            for (TopologyMetrics of : metrics.latest(view)) {
                if (of.snapshots() != null) {
                    reported.put(of.topology(), of.snapshots());
                }
            }
        }
        return view.topologies().values().stream()
                .map(topology -> Descriptions.info(topology)
                        .with(inList(topology, reported.get(topology.record().name()))))
                .toList();
    }

    private SnapshotMetrics inList(TopologyView topology, SnapshotMetrics reported) {
        if (!taken(topology.record())) {
            return null;
        }
        return reported == null ? committed(topology.record()) : reported.latest(0);
    }

    /**
     * Returns the last snapshots of a topology.
     *
     * @param most at least 0
     */
    SnapshotMetrics of(TopologyView topology, ClusterView view, int most) {
        TopologyRecord record = topology.record();
        if (!taken(record)) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "topology '" + record.name() + "' takes no snapshots: submit it with "
                            + TopologyKeys.GUARANTEE.name() + "=exactly-once, or with "
                            + TopologyKeys.STATE_DIR.name());
        }
        SnapshotMetrics reported =
                metrics.metrics(topology, metrics.reports(topology, view)).snapshots();
        return reported == null ? committed(record) : reported.latest(most);
    }

    /** What the pointer tells: the last commit alone. */
    private SnapshotMetrics committed(TopologyRecord record) {
        Pointer pointer;
        try {
            pointer = registry.readPointer(record.name(), record.id())
                    .map(read -> read.value())
                    .orElse(Pointer.NONE);
        } catch (RegistryException e) {
            pointer = Pointer.NONE;
        }
        return new SnapshotMetrics(
                        pointer.generation(),
                        0,
                        0,
                        0,
                        false,
                        "",
                        pointer.snapshotId(),
                        pointer.committedMillis(),
                        -1,
                        List.of())
                .at(clock.millis());
    }

    private static boolean taken(TopologyRecord record) {
        return SnapshotSettings.of(Config.of(record.config())).enabled();
    }
}

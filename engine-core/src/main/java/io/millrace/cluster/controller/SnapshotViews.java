package io.millrace.cluster.controller;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.metrics.PromptReports;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.SnapshotSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The snapshots of topologies for clients. The workers of their coordinators report them; while there is none, the pointer in ZooKeeper
 * tells the last commit. Any thread.
 */
final class SnapshotViews {

    /** A list does not wait for a supervisor that is slow, cut off or stopped. */
    private static final Duration LIST_WAIT = Duration.ofMillis(500);

    private final Registry registry;
    private final MetricsCollector metrics;
    private final Supplier<Set<String>> silent;
    private final Clock clock;

    /** @param silent nodes whose supervisors have not answered for some time */
    SnapshotViews(Registry registry, MetricsCollector metrics, Supplier<Set<String>> silent, Clock clock) {
        this.registry = registry;
        this.metrics = metrics;
        this.silent = silent;
        this.clock = clock;
    }

    /** Returns the topologies of a list with what is known of their snapshots, and a problem if that is not all. */
    List<TopologyInfo> list(ClusterView view) {
        if (view.topologies().values().stream().noneMatch(SnapshotViews::isAsked)) {
            return view.topologies().values().stream().map(Descriptions::info).toList();
        }
        PromptReports prompt = metrics.promptly(view, LIST_WAIT);
        Set<String> unanswered = new TreeSet<>(prompt.unanswered());
        unanswered.addAll(silent.get());
        return view.topologies().values().stream()
                .map(topology -> isAsked(topology)
                        ? inList(topology, MetricsCollector.current(topology, prompt.reports()), unanswered)
                        : Descriptions.info(topology))
                .toList();
    }

    /** Supervisors are asked about snapshots, and about workers that do not run. */
    private static boolean isAsked(TopologyView topology) {
        return taken(topology.record())
                || !Descriptions.info(topology).missing().isEmpty();
    }

    private TopologyInfo inList(TopologyView topology, List<NodeReport> reports, Set<String> unanswered) {
        TopologyInfo info = Descriptions.info(topology);
        List<String> ofWorkers = Descriptions.ofWorkers(topology, reports);
        TopologyInfo listed = taken(topology.record()) ? withSnapshots(info, topology, reports, unanswered) : info;
        return ofWorkers.isEmpty() ? listed : listed.withProblem("does not run as it should: " + ofWorkers.get(0));
    }

    private TopologyInfo withSnapshots(
            TopologyInfo info, TopologyView topology, List<NodeReport> reports, Set<String> unanswered) {
        SnapshotMetrics reported = metrics.metrics(topology, reports).snapshots();
        if (reported != null) {
            return info.with(reported.latest(0));
        }
        List<String> missing = topology.assignment() == null
                ? List.of()
                : topology.assignment().value().workers().stream()
                        .map(WorkerPlan::node)
                        .filter(unanswered::contains)
                        .distinct()
                        .sorted()
                        .toList();
        return info.with(committed(topology.record())).withProblem(missing.isEmpty() ? null : unknown(missing));
    }

    private static String unknown(List<String> nodes) {
        return "has not reported whether its snapshots fail, only the last commit is known: no answer from node "
                + String.join(", ", nodes);
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

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.AwaitedSubscription;
import io.millrace.api.metrics.CutLink;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TopologyMetrics;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The snapshots of topologies for clients. The workers of their coordinators report them; without a coordinator the
 * pointer in ZooKeeper names the last commit. Any thread.
 */
final class SnapshotViews {

    /** The longest time for which a list waits for a supervisor that is slow, cut off or stopped. */
    private static final Duration LIST_WAIT = Duration.ofMillis(500);

    private static final String NOT_KNOWN =
            "has not reported yet whether its snapshots fail, only the last commit is known";

    private final Registry registry;
    private final MetricsCollector metrics;
    private final Supplier<Set<String>> silent;
    private final Clock clock;

    /** The last report of each existing topology, by id. */
    private final Map<String, SnapshotMetrics> known = new ConcurrentHashMap<>();

    /**
     * The times at which a coordinator without an ended snapshot was first seen, for topologies without a report, by
     * id.
     */
    private final Map<String, Long> newSince = new ConcurrentHashMap<>();

    /** @param silent returns the nodes whose supervisors have not answered for some time */
    SnapshotViews(Registry registry, MetricsCollector metrics, Supplier<Set<String>> silent, Clock clock) {
        this.registry = registry;
        this.metrics = metrics;
        this.silent = silent;
        this.clock = clock;
    }

    /**
     * Returns the topologies of a list with the known state of their snapshots, and a problem if not all is known or
     * something stands still.
     */
    List<TopologyInfo> list(ClusterView view) {
        Set<String> ids = view.topologies().values().stream()
                .map(topology -> topology.record().id())
                .collect(Collectors.toSet());
        known.keySet().retainAll(ids);
        newSince.keySet().retainAll(ids);
        if (view.topologies().values().stream()
                .allMatch(topology -> topology.record().ended() && !taken(topology.record()))) {
            return view.topologies().values().stream().map(Descriptions::info).toList();
        }
        PromptReports prompt = metrics.promptly(view, LIST_WAIT);
        Set<String> unanswered = new TreeSet<>(prompt.unanswered());
        unanswered.addAll(silent.get());
        return view.topologies().values().stream()
                .map(topology -> inList(topology, prompt.reports(), unanswered))
                .toList();
    }

    private TopologyInfo inList(TopologyView topology, List<NodeReport> reports, Set<String> unanswered) {
        List<NodeReport> current = MetricsCollector.current(topology, reports);
        List<String> ofWorkers = Descriptions.ofWorkers(topology, current);
        TopologyInfo listed = withFigures(topology, current, unanswered);
        return ofWorkers.isEmpty() ? listed : listed.withProblem("does not run as it should: " + ofWorkers.get(0));
    }

    private TopologyInfo withFigures(TopologyView topology, List<NodeReport> reports, Set<String> unanswered) {
        TopologyInfo info = Descriptions.info(topology);
        TopologyMetrics all = metrics.metrics(topology, reports);
        String broken = all.brokenConnections();
        String stuck = topology.record().ended() ? null : stuck(topology, all, broken);
        if (!taken(topology.record())) {
            return info.withProblem(stuck);
        }
        String id = topology.record().id();
        SnapshotMetrics before = known.get(id);
        if (all.snapshots() != null) {
            SnapshotMetrics reported = all.snapshots().latest(0);
            SnapshotMetrics now = before == null ? reported : reported.after(before);
            if (before == null && isNew(reported) && isEarly(topology.record())) {
                return info.with(now).withProblem(standstill(topology, now, broken, orNotKnown(stuck)));
            }
            known.put(id, now);
            newSince.remove(id);
            return info.with(now).withProblem(standstill(topology, now, broken, stuck));
        }
        SnapshotMetrics last = committed(topology.record());
        if (before != null) {
            // A late answer does not change what is known; a supervisor that is silent for some time may
            boolean late = unknown(topology, unanswered).isPresent();
            return info.with(last.after(before))
                    .withProblem(unknown(topology, silent.get())
                            .orElse(standstill(topology, late ? before : last, broken, stuck)));
        }
        boolean silentCoordinator = last.lastId() > 0 && !topology.record().ended();
        return info.with(last)
                .withProblem(unknown(topology, unanswered).orElse(silentCoordinator ? orNotKnown(stuck) : stuck));
    }

    /**
     * Whether a coordinator goes on after another one, and has ended no snapshot, so that it does not know whether they
     * fail.
     */
    private static boolean isNew(SnapshotMetrics reported) {
        return reported.lastId() > 0 && reported.committed() == 0 && reported.failed() == 0;
    }

    /**
     * Whether a failed snapshot need not have been reported yet. Afterwards the next snapshot is awaited, which may be
     * an hour away.
     */
    private boolean isEarly(TopologyRecord record) {
        long since = newSince.computeIfAbsent(record.id(), id -> clock.millis());
        Duration timeout = Config.of(record.config()).get(TopologyKeys.SNAPSHOT_TIMEOUT);
        return clock.millis() - since < timeout.toMillis();
    }

    private static String orNotKnown(String stuck) {
        return stuck == null ? NOT_KNOWN : stuck;
    }

    /** Returns the reason why a spout stands still; null if none does. */
    private static String stuck(TopologyView topology, TopologyMetrics all, String broken) {
        Duration least = Config.of(topology.record().config()).get(TopologyKeys.STANDSTILL_WARNING);
        return all.stuckSpouts().stream()
                .findFirst()
                .map(spout -> with(spout.line(), broken))
                .or(() -> all.cutLinks(least).stream().findFirst().map(CutLink::line))
                .or(() -> all.awaitedSubscriptions().stream().findFirst().map(AwaitedSubscription::line))
                .orElse(null);
    }

    /**
     * Returns the reason why a snapshot or a recovery stands still, otherwise why a spout does; null if nothing stands
     * still.
     */
    private static String standstill(TopologyView topology, SnapshotMetrics known, String broken, String stuck) {
        return topology.record().ended() || known.standstill().isEmpty() ? stuck : with(known.standstill(), broken);
    }

    private static String with(String standstill, String broken) {
        return broken.isEmpty() ? standstill : standstill + "; " + broken;
    }

    private static Optional<String> unknown(TopologyView topology, Set<String> unanswered) {
        List<String> missing = topology.assignment() == null
                ? List.of()
                : topology.assignment().value().workers().stream()
                        .map(WorkerPlan::node)
                        .filter(unanswered::contains)
                        .distinct()
                        .sorted()
                        .toList();
        return missing.isEmpty() ? Optional.empty() : Optional.of(unknown(missing));
    }

    private static String unknown(List<String> nodes) {
        return "has not reported whether its snapshots fail, only the last commit is known: no answer from node "
                + String.join(", ", nodes);
    }

    /**
     * Returns the last snapshots of a topology.
     *
     * @param most the most snapshots, at least 0
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

    /** Returns the state that the pointer names: only the last commit. */
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

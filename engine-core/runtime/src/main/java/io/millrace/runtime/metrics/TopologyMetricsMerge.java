// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.ChannelAlternatives;
import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.runtime.geo.ChannelChoices;
import io.millrace.runtime.geo.ChannelEnds;
import io.millrace.runtime.geo.ChannelViews;
import io.millrace.runtime.geo.MulticastViews;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Merges the metrics of the workers of a topology. */
public final class TopologyMetricsMerge {

    private TopologyMetricsMerge() {}

    /**
     * Adds up the snapshots. Of two snapshots of one worker the one with the higher epoch counts, then the younger
     * one.
     *
     * @param workers facts about the workers beside their snapshots; their links are taken from the snapshots
     * @param recent recent latencies that the caller keeps for this topology
     * @param nowNanos present time
     */
    public static TopologyMetrics merge(
            String topology,
            boolean completed,
            Collection<WorkerMetrics> workers,
            Collection<WorkerSnapshot> snapshots,
            RecentLatencies recent,
            long nowNanos) {
        Map<String, WorkerSnapshot> newest = newest(snapshots);
        List<TaskMetrics> tasks = new ArrayList<>();
        List<ExecutorMetrics> executors = new ArrayList<>();
        List<PeerMetrics> peers = new ArrayList<>();
        List<EdgeMetrics> edges = new ArrayList<>();
        LinkCounts links = LinkCounts.NONE;
        Histogram latencies = Latencies.newHistogram();
        for (WorkerSnapshot snapshot : newest.values()) {
            tasks.addAll(snapshot.tasks());
            executors.addAll(snapshot.executors());
            peers.addAll(snapshot.peers());
            snapshot.traffic().forEach(traffic -> edges.addAll(traffic.edges()));
            links = links.plus(snapshot.links());
            latencies.add(Latencies.decode(snapshot.exchange().endToEnd()));
        }
        tasks.sort(Comparator.comparingInt(TaskMetrics::task));
        edges.sort(Comparator.comparingInt(EdgeMetrics::sourceTask));
        List<WorkerMetrics> withLinks = workers.stream()
                .map(worker -> withLinks(worker, newest.get(worker.worker())))
                .toList();
        return new TopologyMetrics(
                topology,
                completed,
                new TopologyMetrics.Work(withLinks, List.copyOf(tasks), List.copyOf(executors)),
                new TopologyMetrics.Exchange(
                        List.copyOf(peers), List.copyOf(edges), StageMerge.merge(newest.values(), tasks), links),
                new TopologyMetrics.Latencies(
                        Latencies.summary(latencies), recent.observe(newest.values(), latencies, nowNanos)),
                snapshots(newest.values()),
                new TopologyMetrics.Sites(ChannelViews.of(channels(newest)), MulticastViews.of(channels(newest))));
    }

    private static Map<String, ChannelEnds> channels(Map<String, WorkerSnapshot> newest) {
        Map<String, ChannelEnds> ends = new TreeMap<>();
        newest.forEach(
                (worker, snapshot) -> ends.put(worker, snapshot.capabilities().channels()));
        return ends;
    }

    /**
     * Returns the possible settings of each channel between sites. Of two snapshots of a worker the later one counts.
     */
    public static List<ChannelAlternatives> alternatives(Collection<WorkerSnapshot> snapshots) {
        return ChannelChoices.of(channels(newest(snapshots)).values());
    }

    /**
     * Returns the snapshot metrics of the coordinator's worker. If several workers have some, the coordinator is where
     * the generation is the newest.
     */
    private static SnapshotMetrics snapshots(Collection<WorkerSnapshot> workers) {
        return workers.stream()
                .map(snapshot -> snapshot.capabilities().snapshots())
                .filter(Objects::nonNull)
                .max(Comparator.comparingLong(SnapshotMetrics::generation).thenComparingLong(SnapshotMetrics::lastId))
                .orElse(null);
    }

    static Map<String, WorkerSnapshot> newest(Collection<WorkerSnapshot> snapshots) {
        Map<String, WorkerSnapshot> newest = new TreeMap<>();
        for (WorkerSnapshot snapshot : snapshots) {
            newest.merge(snapshot.worker(), snapshot, (one, other) -> later(one, other) ? one : other);
        }
        return newest;
    }

    private static boolean later(WorkerSnapshot one, WorkerSnapshot other) {
        return one.epoch() != other.epoch() ? one.epoch() > other.epoch() : one.takenNanos() - other.takenNanos() > 0;
    }

    private static WorkerMetrics withLinks(WorkerMetrics worker, WorkerSnapshot snapshot) {
        return snapshot == null ? worker : worker.with(snapshot.links());
    }
}

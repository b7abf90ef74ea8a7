// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.MulticastMetrics;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** Maps the values of a topology's metrics to meters. */
final class TopologyMeters {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;
    private static final String ALONE = "";

    private final TopologyMetrics metrics;
    private final String topology;
    private final Meters meters;

    TopologyMeters(TopologyMetrics metrics, Meters meters) {
        this.metrics = metrics;
        this.topology = metrics.topology();
        this.meters = meters;
    }

    void write() {
        meters.gauge(Family.COMPLETED, metrics.completed() ? 1 : 0, topology);
        metrics.workers().forEach(this::worker);
        metrics.tasks().forEach(this::task);
        metrics.executors().forEach(this::executor);
        metrics.peers().forEach(this::peer);
        metrics.channels().forEach(this::channel);
        metrics.multicasts().forEach(this::multicast);
        metrics.edges().forEach(this::edge);
        metrics.stages().forEach(this::stage);
        if (metrics.snapshots() != null) {
            snapshots(metrics.snapshots());
        }
        meters.summary(
                Family.LATENCY, metrics.recentEndToEnd(), metrics.endToEnd().count(), topology);
    }

    private void snapshots(SnapshotMetrics snapshots) {
        meters.count(Family.SNAPSHOTS, ALONE, snapshots.committed(), topology, "committed");
        meters.count(Family.SNAPSHOTS, ALONE, snapshots.failed(), topology, "failed");
        meters.gauge(Family.SNAPSHOT_STANDSTILL, snapshots.standstill().isEmpty() ? 0 : 1, topology);
        meters.gauge(Family.SNAPSHOT_FAILURES, snapshots.failuresInRow(), topology);
        if (snapshots.ageMillis() >= 0) {
            meters.gauge(Family.SNAPSHOT_AGE, snapshots.ageMillis() / MILLIS, topology);
        }
        snapshots.last().ifPresent(this::lastSnapshot);
    }

    private void lastSnapshot(SnapshotReport last) {
        phase("total", last.totalNanos());
        phase("travel", last.travelNanos());
        phase("alignment", last.alignmentNanos());
        phase("copy", last.copyNanos());
        phase("write", last.writeNanos());
        phase("commit", last.commitNanos());
        meters.gauge(Family.SNAPSHOT_BYTES, last.bytes(), topology, "written");
        meters.gauge(Family.SNAPSHOT_BYTES, last.wholeBytes(), topology, "whole");
    }

    private void phase(String phase, long nanos) {
        meters.gauge(Family.SNAPSHOT_DURATION, nanos / NANOS, topology, phase);
    }

    private void worker(WorkerMetrics worker) {
        meters.count(Family.WORKER_STARTS, ALONE, worker.starts(), topology, worker.worker());
        meters.gauge(Family.WORKER_UP, worker.registered() ? 1 : 0, topology, worker.worker());
        LinkCounts links = worker.links();
        meters.count(Family.LINK_TUPLES, worker.worker(), links.direct(), topology, "direct");
        meters.count(Family.LINK_TUPLES, worker.worker(), links.queue(), topology, "queue");
        meters.count(Family.LINK_TUPLES, worker.worker(), links.ring(), topology, "ring");
        meters.count(Family.LINK_TUPLES, worker.worker(), links.net(), topology, "net");
    }

    private void task(TaskMetrics task) {
        String[] labels = {topology, task.component(), Integer.toString(task.task()), task.worker()};
        meters.figures(task.figures(), Family.Labels.TASK, ALONE, labels);
        task.counters()
                .forEach((name, value) ->
                        meters.gauge(Family.COUNTER, value, labels[0], labels[1], labels[2], labels[3], name));
        task.gauges()
                .forEach((name, value) ->
                        meters.gauge(Family.GAUGE, value, labels[0], labels[1], labels[2], labels[3], name));
        task.timers()
                .forEach((name, timer) -> meters.summary(
                        Family.TIMER, timer, timer.count(), labels[0], labels[1], labels[2], labels[3], name));
    }

    private void executor(ExecutorMetrics executor) {
        String worker = executor.worker();
        String number = Integer.toString(executor.executor());
        meters.figures(executor.figures(), Family.Labels.EXECUTOR, ALONE, topology, worker, number);
        if (executor.get(ExecutorFigure.QUEUE_CAPACITY) > 0) {
            double used = (double) executor.get(ExecutorFigure.QUEUED) / executor.get(ExecutorFigure.QUEUE_CAPACITY);
            meters.gauge(Family.QUEUE_USED, used, topology, worker, number);
        }
        if (executor.get(ExecutorFigure.RING_BYTES) > 0) {
            double used =
                    (double) executor.get(ExecutorFigure.RING_USED_BYTES) / executor.get(ExecutorFigure.RING_BYTES);
            meters.gauge(Family.RING_USED, used, topology, worker, number);
            meters.count(
                    Family.RING_FULL, ALONE, executor.get(ExecutorFigure.RING_FULL_EVENTS), topology, worker, number);
            meters.count(Family.RING_SKIPS, ALONE, executor.get(ExecutorFigure.RING_SKIPS), topology, worker, number);
        }
    }

    private void peer(PeerMetrics peer) {
        String[] labels = {topology, peer.worker(), peer.peer()};
        meters.figures(peer.figures(), Family.Labels.PEER, ALONE, labels);
        if (peer.get(PeerFigure.CLOCK_ERROR_NANOS) == 0) {
            meters.gauge(Family.of(PeerFigure.CLOCK_OFFSET_NANOS, Family.Labels.PEER), Double.NaN, labels);
        }
        byCause(Family.PEER_DROPS, peer.drops(), labels);
        byCause(Family.PEER_REFUSALS, peer.refusals(), labels);
        byCause(Family.PEER_CLOSES, peer.closes(), labels);
    }

    private void channel(ChannelMetrics of) {
        String[] labels = {
            topology, of.source(), of.target(), String.valueOf(of.sourceTask()), String.valueOf(of.targetTask())
        };
        meters.figures(of.figures(), Family.Labels.CHANNEL, ALONE, labels);
        byCause(Family.CHANNEL_LATE, of.dropped(), labels);
        for (ChannelRoute route : of.routes()) {
            meters.count(Family.CHANNEL_SENT, route.name(), route.bytes(), labels);
            meters.figures(route.figures(), Family.Labels.ROUTE, ALONE, and(labels, route.name()));
        }
    }

    private void multicast(MulticastMetrics of) {
        String[] labels = {topology, of.source(), String.valueOf(of.sourceTask()), of.targetRegion()};
        meters.gauge(Family.MULTICAST_TASKS, of.tasks().size(), labels);
        meters.gauge(Family.MULTICAST_ONCE, of.isOnce() ? 1 : 0, labels);
        meters.figures(of.figures(), Family.Labels.MULTICAST, ALONE, labels);
        of.routes().forEach(route -> meters.count(Family.MULTICAST_SENT, route.name(), route.bytes(), labels));
    }

    private void byCause(Family family, Map<String, Long> counts, String... labels) {
        counts.forEach((cause, count) -> meters.count(family, ALONE, count, and(labels, cause)));
    }

    private static String[] and(String[] labels, String last) {
        String[] all = Arrays.copyOf(labels, labels.length + 1);
        all[labels.length] = last;
        return all;
    }

    private void edge(EdgeMetrics edge) {
        String tasks = edge.sourceTask() + ">" + edge.targetTask();
        String[] labels = {topology, edge.source(), edge.target(), edge.stream()};
        meters.count(Family.EDGE_MESSAGES, tasks, edge.messages(), labels);
        meters.count(Family.EDGE_BYTES, tasks, edge.bytes(), labels);
    }

    private void stage(StageMetrics stage) {
        meters.summary(
                Family.STAGE_LATENCY,
                stage.latency(),
                stage.latency().count(),
                topology,
                stage.source(),
                stage.stream(),
                stage.target(),
                stage.stage().name().toLowerCase(Locale.ROOT));
    }
}

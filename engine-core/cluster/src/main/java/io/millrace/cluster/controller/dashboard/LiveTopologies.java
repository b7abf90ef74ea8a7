// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import static io.millrace.cluster.controller.dashboard.WorkerGrowth.grouped;
import static io.millrace.cluster.controller.dashboard.WorkerGrowth.most;
import static io.millrace.cluster.controller.dashboard.WorkerGrowth.ratio;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyDescription.Input;
import io.millrace.cluster.model.TopologyDescription.Part;
import io.millrace.cluster.traffic.MeasuredTraffic;
import io.millrace.cluster.traffic.TaskLocation;
import io.millrace.runtime.plan.TaskPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes a {@link LiveTopology} of the measurements. Confined to one thread. */
final class LiveTopologies {

    private static final LiveTopology.Shares NO_MESSAGES = new LiveTopology.Shares(0, 0, 0, 0);

    private final TopologyDescription description;
    private final TopologyMetrics metrics;
    private final MeasuredTraffic traffic;
    private final WorkerGrowth growth;
    private final Map<Stage, LatencySummary> stages;

    private final Map<String, List<TaskMetrics>> tasks;
    private final List<LiveTopology.Executor> executors;
    private final Map<Integer, LiveTopology.Executor> executorOf = new HashMap<>();
    private final List<Message> messages;

    /** The traffic from one task to another. */
    private record Message(TaskLocation from, TaskLocation to, double messages, double bytes) {}

    private record Pair(String from, String to) {}

    LiveTopologies(
            TopologyDescription description,
            TopologyMetrics metrics,
            MeasuredTraffic traffic,
            WorkerGrowth growth,
            Map<Stage, LatencySummary> stages) {
        this.description = description;
        this.metrics = metrics;
        this.traffic = traffic;
        this.growth = growth;
        this.stages = stages;
        this.tasks = grouped(metrics.tasks(), TaskMetrics::component);
        this.executors = metrics.executors().stream().map(this::executor).toList();
        for (int i = 0; i < executors.size(); i++) {
            for (int task : metrics.executors().get(i).tasks()) {
                executorOf.put(task, executors.get(i));
            }
        }
        this.messages = messages();
    }

    LiveTopology at(long nowMillis, double seconds) {
        List<LiveTopology.Component> components =
                description.components().stream().map(this::component).toList();
        return new LiveTopology(
                description.info(),
                new LiveTopology.Interval(nowMillis, seconds, totals(components)),
                new LiveTopology.Latencies(metrics.recentEndToEnd(), metrics.endToEnd(), metrics.clockErrorNanos()),
                new LiveTopology.Graph(components, edges()),
                new LiveTopology.Running(
                        metrics.workers().stream().map(this::worker).toList(),
                        workerTraffic(),
                        shares(messages),
                        executors,
                        metrics.peers().stream().map(this::connection).toList()),
                new LiveTopology.Stages(
                        Arrays.stream(Stage.values())
                                .map(stage -> new LiveTopology.StageNow(stage, stages.get(stage)))
                                .toList(),
                        metrics.stages()),
                description.findings());
    }

    private static LiveTopology.Totals totals(List<LiveTopology.Component> components) {
        double emitted = 0;
        double executed = 0;
        double acked = 0;
        double failed = 0;
        long pending = 0;
        long errors = 0;
        for (LiveTopology.Component component : components) {
            errors += component.errors();
            if (component.kind().equals("spout")) {
                emitted += component.emitted();
                acked += component.acked();
                failed += component.failed();
                pending += component.pending();
            } else {
                executed += component.executed();
            }
        }
        return new LiveTopology.Totals(emitted, executed, acked, failed, pending, errors);
    }

    private LiveTopology.Component component(Part part) {
        List<TaskMetrics> own = tasks.getOrDefault(part.id(), List.of());
        Set<LiveTopology.Executor> by = new HashSet<>();
        double cpu = 0;
        for (TaskMetrics task : own) {
            cpu += cpu(task.task());
            if (executorOf.containsKey(task.task())) {
                by.add(executorOf.get(task.task()));
            }
        }
        return new LiveTopology.Component(
                part.id(),
                part.displayName(),
                part.kind(),
                part.counts().tasks(),
                part.counts().executors(),
                growth.rate(own, TaskMetrics::emitted),
                growth.rate(own, TaskMetrics::executed),
                growth.rate(own, TaskMetrics::acked),
                growth.rate(own, TaskMetrics::failed),
                own.stream().mapToLong(TaskMetrics::errors).sum(),
                own.stream().mapToLong(TaskMetrics::slowCalls).sum(),
                own.stream().mapToLong(TaskMetrics::pending).sum(),
                own.stream().mapToLong(TaskMetrics::inbox).sum(),
                own.stream().mapToLong(TaskMetrics::outbox).sum(),
                Math.min(1, ratio(cpu, by.size())),
                most(by, LiveTopology.Executor::busy),
                part.outputs().isEmpty() ? 0 : most(by, LiveTopology.Executor::backPressured),
                slowest(own, TaskMetrics::queueWait),
                slowest(own, TaskMetrics::execute));
    }

    /** Returns the maximum of each percentile, as percentiles of several tasks cannot be merged. */
    private static LatencySummary slowest(List<TaskMetrics> tasks, Function<TaskMetrics, LatencySummary> of) {
        return tasks.stream()
                .map(of)
                .max(Comparator.comparingLong(LatencySummary::p99Nanos))
                .orElse(LatencySummary.NONE);
    }

    private LiveTopology.Executor executor(ExecutorMetrics executor) {
        double busy = growth.rate(executor, ExecutorFigure.BUSY_NANOS);
        double backPressured = growth.rate(executor, ExecutorFigure.BACK_PRESSURED_NANOS);
        double idle = growth.rate(executor, ExecutorFigure.IDLE_NANOS);
        double all = busy + backPressured + idle;
        return new LiveTopology.Executor(
                executor.worker(),
                executor.executor(),
                executor.tasks().size(),
                ratio(busy, all),
                ratio(backPressured, all),
                ratio(idle, all),
                executor.get(ExecutorFigure.QUEUED),
                executor.get(ExecutorFigure.QUEUE_CAPACITY),
                executor.get(ExecutorFigure.RING_USED_BYTES),
                executor.get(ExecutorFigure.RING_BYTES),
                growth.rate(executor, ExecutorFigure.RING_FULL_EVENTS),
                growth.rate(executor, ExecutorFigure.RING_SKIPS));
    }

    private double cpu(int task) {
        TaskLocation place = traffic.places().get(task);
        return place != null && traffic.workers().contains(place.worker())
                ? traffic.cpu().getOrDefault(task, 0.0)
                : 0;
    }

    /** Returns the messages without those of workers that were not measured in this interval, as they have ended. */
    private List<Message> messages() {
        List<Message> all = new ArrayList<>();
        traffic.messagesPerSecond().forEach((pair, rate) -> {
            TaskLocation from = traffic.places().get(pair.source());
            TaskLocation to = traffic.places().get(pair.target());
            if (from != null && to != null && traffic.workers().contains(from.worker())) {
                all.add(new Message(from, to, rate, bytes(pair)));
            }
        });
        return all;
    }

    private double bytes(TaskPair pair) {
        return traffic.bytesPerSecond().getOrDefault(pair, 0.0);
    }

    private static LiveTopology.Shares shares(List<Message> messages) {
        double[] sums = new double[4];
        for (Message message : messages) {
            switch (TaskLocation.between(message.from(), message.to())) {
                case EXECUTOR -> sums[0] += message.messages();
                case WORKER -> sums[1] += message.messages();
                case NODE -> sums[2] += message.messages();
                case REMOTE -> sums[3] += message.messages();
                case UNKNOWN -> {}
            }
        }
        double all = Arrays.stream(sums).sum();
        return all == 0
                ? NO_MESSAGES
                : new LiveTopology.Shares(sums[0] / all, sums[1] / all, sums[2] / all, sums[3] / all);
    }

    /** Returns all subscriptions, also those without traffic. */
    private List<LiveTopology.Edge> edges() {
        Map<Pair, List<Message>> sent = grouped(
                messages,
                message -> new Pair(message.from().component(), message.to().component()));
        List<LiveTopology.Edge> edges = new ArrayList<>();
        for (Part part : description.components()) {
            Map<String, List<Input>> bySource =
                    grouped(part.inputs().stream().map(Input::of).toList(), Input::source);
            bySource.forEach((source, inputs) -> {
                List<Message> of = sent.getOrDefault(new Pair(source, part.id()), List.of());
                edges.add(new LiveTopology.Edge(
                        source,
                        part.id(),
                        inputs.stream().map(Input::grouping).distinct().collect(Collectors.joining("; ")),
                        of.stream().mapToDouble(Message::messages).sum(),
                        of.stream().mapToDouble(Message::bytes).sum(),
                        shares(of)));
            });
        }
        return edges;
    }

    private LiveTopology.Worker worker(WorkerMetrics worker) {
        List<LiveTopology.Task> own = description.placement().stream()
                .filter(place -> place.worker().equals(worker.worker()))
                .map(place -> new LiveTopology.Task(
                        place.task(),
                        place.component(),
                        executorOf.containsKey(place.task())
                                ? executorOf.get(place.task()).executor()
                                : 0,
                        cpu(place.task())))
                .toList();
        return new LiveTopology.Worker(
                worker.worker(),
                worker.node(),
                worker.pid(),
                worker.starts(),
                worker.registered(),
                own.stream().mapToDouble(LiveTopology.Task::cpu).sum(),
                own);
    }

    private List<LiveTopology.WorkerTraffic> workerTraffic() {
        Map<Pair, List<Message>> byWorkers =
                new TreeMap<>(Comparator.comparing(Pair::from).thenComparing(Pair::to));
        byWorkers.putAll(grouped(
                messages,
                message -> new Pair(message.from().worker(), message.to().worker())));
        List<LiveTopology.WorkerTraffic> all = new ArrayList<>();
        byWorkers.forEach((pair, of) -> all.add(new LiveTopology.WorkerTraffic(
                pair.from(),
                pair.to(),
                of.stream().mapToDouble(Message::messages).sum(),
                of.stream().mapToDouble(Message::bytes).sum())));
        return all;
    }

    private LiveTopology.Connection connection(PeerMetrics peer) {
        double writes = growth.rate(peer, PeerFigure.WRITES);
        double sent = growth.rate(peer, PeerFigure.SENT_MESSAGES);
        double sentBytes = growth.rate(peer, PeerFigure.SENT_BYTES);
        return new LiveTopology.Connection(
                peer.worker(),
                peer.peer(),
                peer.connected(),
                peer.get(PeerFigure.RTT_NANOS),
                peer.get(PeerFigure.LAST_RTT_NANOS),
                peer.get(PeerFigure.WINDOW_BYTES),
                peer.get(PeerFigure.IN_FLIGHT_BYTES),
                peer.get(PeerFigure.QUEUED_BYTES),
                Math.min(1, growth.rate(peer, PeerFigure.CREDIT_LIMITED_NANOS) / 1e9),
                sent,
                growth.rate(peer, PeerFigure.RECEIVED_MESSAGES),
                sentBytes,
                ratio(sent, writes),
                ratio(sentBytes, writes),
                sum(peer.drops()),
                sum(peer.closes()),
                peer.lastFailure());
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Compares two readings of one topology. */
final class TopRates {

    private final double seconds;
    private final TopologyMetrics now;
    private final Map<String, String> displayNames;
    private final Map<Integer, TaskMetrics> tasksBefore = new HashMap<>();
    private final Map<String, ExecutorMetrics> executorsBefore = new HashMap<>();
    private final ExecuteShares shares;

    /** @param before the earlier reading; null if the topology did not exist */
    TopRates(TopologyMetrics before, TopologyMetrics now, double seconds, Map<String, String> displayNames) {
        this.now = now;
        this.displayNames = displayNames;
        this.seconds = seconds;
        if (before != null) {
            before.tasks().forEach(task -> tasksBefore.put(task.task(), task));
            before.executors().forEach(executor -> executorsBefore.put(key(executor), executor));
        }
        shares = ExecuteShares.of(executors(), now.tasks(), task -> rate(List.of(task), TaskMetrics::executed));
    }

    List<TopReport.Component> components() {
        Map<String, List<TaskMetrics>> byComponent = new LinkedHashMap<>();
        now.tasks()
                .forEach(task -> byComponent
                        .computeIfAbsent(task.component(), id -> new ArrayList<>())
                        .add(task));
        return byComponent.entrySet().stream()
                .map(component -> component(component.getKey(), component.getValue()))
                .toList();
    }

    private TopReport.Component component(String id, List<TaskMetrics> tasks) {
        return new TopReport.Component(
                id,
                displayNames.getOrDefault(id, ""),
                tasks.size(),
                rate(tasks, TaskMetrics::executed),
                rate(tasks, TaskMetrics::emitted),
                rate(tasks, TaskMetrics::acked),
                rate(tasks, TaskMetrics::failed),
                sum(tasks, TaskMetrics::errors),
                sum(tasks, TaskMetrics::slowCalls),
                sum(tasks, TaskMetrics::pending),
                sum(tasks, TaskMetrics::inbox),
                sum(tasks, TaskMetrics::outbox),
                slowest(tasks, TaskMetrics::queueWait),
                slowest(tasks, TaskMetrics::execute),
                shares.of(tasks));
    }

    List<SlowSubscriber> slowSubscribers() {
        return SlowSubscriber.of(tasksBefore, now.tasks());
    }

    List<TopReport.EventTime> eventTimes() {
        Map<Integer, String> componentOf = new HashMap<>();
        now.tasks().forEach(task -> componentOf.put(task.task(), task.component()));
        return now.tasks().stream()
                .filter(task -> task.gauges().containsKey("event.time.watermark.millis"))
                .map(task -> {
                    int holder = gauge(task, "event.time.held.by.task").intValue();
                    return new TopReport.EventTime(
                            task.component(),
                            task.task(),
                            gauge(task, "event.time.watermark.millis").longValue(),
                            gauge(task, "event.time.lag.seconds"),
                            holder,
                            componentOf.getOrDefault(holder, ""));
                })
                .toList();
    }

    List<TopReport.Batches> batches() {
        return now.tasks().stream()
                .filter(task -> task.gauges().containsKey("batch.interval.millis"))
                .map(task -> new TopReport.Batches(
                        task.component(),
                        task.task(),
                        gauge(task, "batch.interval.millis"),
                        gauge(task, "batch.size.mean"),
                        gauge(task, "batch.processing.millis"),
                        gauge(task, "batch.load")))
                .toList();
    }

    List<TopReport.Queue> queues() {
        return now.tasks().stream()
                .filter(task -> task.gauges().containsKey("queue.tuples"))
                .map(task -> new TopReport.Queue(
                        task.component(),
                        task.task(),
                        gauge(task, "queue.tuples"),
                        gauge(task, "queue.head.age.seconds"),
                        gauge(task, "queue.bytes"),
                        Math.max(0, gauge(task, "queue.spilled.bytes"))))
                .toList();
    }

    private static Double gauge(TaskMetrics task, String name) {
        return task.gauges().getOrDefault(name, -1.0);
    }

    List<TopReport.Executor> executors() {
        return now.executors().stream().map(this::executor).toList();
    }

    private TopReport.Executor executor(ExecutorMetrics executor) {
        ExecutorMetrics before = executorsBefore.get(key(executor));
        double busy = grown(before, executor, each -> each.get(ExecutorFigure.BUSY_NANOS));
        double backPressured = grown(before, executor, each -> each.get(ExecutorFigure.BACK_PRESSURED_NANOS));
        double idle = grown(before, executor, each -> each.get(ExecutorFigure.IDLE_NANOS));
        double all = busy + backPressured + idle;
        return new TopReport.Executor(
                executor.worker(),
                executor.executor(),
                executor.tasks(),
                ratio(busy, all),
                ratio(backPressured, all),
                ratio(idle, all),
                ratio(executor.get(ExecutorFigure.QUEUED), executor.get(ExecutorFigure.QUEUE_CAPACITY)),
                ratio(executor.get(ExecutorFigure.RING_USED_BYTES), executor.get(ExecutorFigure.RING_BYTES)));
    }

    private double rate(List<TaskMetrics> tasks, ToLongFunction<TaskMetrics> of) {
        double grown = 0;
        for (TaskMetrics task : tasks) {
            grown += grown(tasksBefore.get(task.task()), task, of);
        }
        return seconds > 0 ? grown / seconds : 0;
    }

    /** Returns the increase of a counter. A smaller count was reset with its worker; a new count has no rate yet. */
    private static <T> double grown(T before, T now, ToLongFunction<T> of) {
        if (before == null) {
            return 0;
        }
        long from = of.applyAsLong(before);
        long to = of.applyAsLong(now);
        return to >= from ? to - from : to;
    }

    private static long sum(List<TaskMetrics> tasks, ToLongFunction<TaskMetrics> of) {
        return tasks.stream().mapToLong(of).sum();
    }

    /** Returns the maximum of each percentile, as percentiles of several tasks cannot be merged. */
    private static LatencySummary slowest(List<TaskMetrics> tasks, Function<TaskMetrics, LatencySummary> of) {
        return tasks.stream().map(of).reduce(LatencySummary.NONE, TopRates::higher);
    }

    private static LatencySummary higher(LatencySummary one, LatencySummary other) {
        return new LatencySummary(
                one.count() + other.count(),
                Math.max(one.p50Nanos(), other.p50Nanos()),
                Math.max(one.p90Nanos(), other.p90Nanos()),
                Math.max(one.p99Nanos(), other.p99Nanos()),
                Math.max(one.p999Nanos(), other.p999Nanos()),
                Math.max(one.maxNanos(), other.maxNanos()));
    }

    private static double ratio(double part, double whole) {
        return whole > 0 ? part / whole : 0;
    }

    private static String key(ExecutorMetrics executor) {
        return executor.worker() + "/" + executor.executor();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TaskMetrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The share of each task's time that was spent in {@code execute}: its rate times the mean of sampled times. The
 * samples include the start of the worker, when code was not compiled yet, so the tasks of an executor together get no
 * more than the share for which it was busy.
 */
final class ExecuteShares {

    private static final double NANOS = 1e9;

    private final Map<Integer, Double> ofTask = new HashMap<>();

    private ExecuteShares() {}

    /** @param perSecond the tuples that a task executes per second */
    static ExecuteShares of(
            List<TopReport.Executor> executors, List<TaskMetrics> tasks, ToDoubleFunction<TaskMetrics> perSecond) {
        ExecuteShares shares = new ExecuteShares();
        for (TaskMetrics task : tasks) {
            double share = perSecond.applyAsDouble(task) * meanNanos(task.execute()) / NANOS;
            shares.ofTask.put(task.task(), Math.min(1, share));
        }
        for (TopReport.Executor executor : executors) {
            double all = executor.tasks().stream()
                    .mapToDouble(task -> shares.ofTask.getOrDefault(task, 0.0))
                    .sum();
            if (all > executor.busy()) {
                executor.tasks()
                        .forEach(task ->
                                shares.ofTask.computeIfPresent(task, (id, share) -> share * executor.busy() / all));
            }
        }
        return shares;
    }

    /** Returns the mean share of some tasks. */
    double of(List<TaskMetrics> tasks) {
        return tasks.stream()
                .mapToDouble(task -> ofTask.get(task.task()))
                .average()
                .orElse(0);
    }

    /** Returns an estimate of the mean from the percentiles, without values above the highest one. */
    private static double meanNanos(LatencySummary latency) {
        return 0.5 * latency.p50Nanos()
                + 0.4 * between(latency.p50Nanos(), latency.p90Nanos())
                + 0.09 * between(latency.p90Nanos(), latency.p99Nanos())
                + 0.01 * between(latency.p99Nanos(), latency.p999Nanos());
    }

    /** Returns the mean of values with evenly distributed logarithms, as latencies have long tails. */
    private static double between(long low, long high) {
        return low > 0 && high > low ? (high - low) / Math.log((double) high / low) : high;
    }
}

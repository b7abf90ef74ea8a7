// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.plan.TaskPair;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rates of one topology. The first sample after a worker's start is only the base of the next one; until then the
 * rates of its tasks are unchanged. Not thread-safe.
 */
public final class TopologyTraffic {

    private final double halfLifeSeconds;
    private final Map<String, WorkerCounts> last = new HashMap<>();
    private final Map<TaskPair, ExponentialAverage> messages = new HashMap<>();
    private final Map<TaskPair, ExponentialAverage> bytes = new HashMap<>();
    private final Map<Integer, ExponentialAverage> cpu = new HashMap<>();
    private final Map<Integer, TaskLocation> places = new HashMap<>();
    private final Set<String> measuredLast = new HashSet<>();
    private long measurements;

    /** @param halfLifeSeconds the half-life; 0 for the rates since the last sample */
    public TopologyTraffic(double halfLifeSeconds) {
        this.halfLifeSeconds = halfLifeSeconds;
    }

    /** Whether a worker was sampled twice. */
    public boolean isMeasured() {
        return measurements > 0;
    }

    public void observe(List<TrafficSample> readings) {
        Set<String> workers = new HashSet<>();
        measuredLast.clear();
        for (TrafficSample reading : readings) {
            String worker = reading.snapshot().worker();
            workers.add(worker);
            WorkerCounts now = new WorkerCounts(reading);
            note(reading);
            WorkerCounts before = last.put(worker, now);
            double seconds = now.secondsSince(before);
            if (seconds > 0) {
                measuredLast.add(worker);
                addTraffic(before, now, seconds);
                addCpu(before, now, seconds);
            }
        }
        last.keySet().retainAll(workers);
        measurements += measuredLast.isEmpty() ? 0 : 1;
    }

    public MeasuredTraffic measurement() {
        return new MeasuredTraffic(values(messages), values(bytes), values(cpu), places, measurements, measuredLast);
    }

    private void note(TrafficSample reading) {
        Map<Integer, Integer> executorOf = new HashMap<>();
        for (ExecutorMetrics executor : reading.snapshot().executors()) {
            executor.tasks().forEach(task -> executorOf.put(task, executor.executor()));
        }
        for (TaskMetrics task : reading.snapshot().tasks()) {
            places.put(
                    task.task(),
                    new TaskLocation(
                            task.component(),
                            reading.snapshot().worker(),
                            reading.node(),
                            executorOf.getOrDefault(task.task(), 0)));
        }
    }

    /** Adds the traffic, also that of pairs that no longer send. */
    private void addTraffic(WorkerCounts before, WorkerCounts now, double seconds) {
        Set<Integer> here = new HashSet<>();
        now.reading.snapshot().tasks().forEach(task -> here.add(task.task()));
        Set<TaskPair> pairs = new HashSet<>(now.sent.keySet());
        messages.keySet().stream().filter(pair -> here.contains(pair.source())).forEach(pairs::add);
        for (TaskPair pair : pairs) {
            WorkerCounts.Sent sent = now.sentSince(before, pair);
            add(messages, pair, sent.messages() / seconds, seconds);
            add(bytes, pair, sent.bytes() / seconds, seconds);
        }
    }

    private void addCpu(WorkerCounts before, WorkerCounts now, double seconds) {
        for (ExecutorMetrics executor : now.reading.snapshot().executors()) {
            double[] nanos = CpuSplit.of(
                    now.busyNanosSince(before, executor.executor()), now.workSince(before, executor.tasks()));
            for (int i = 0; i < nanos.length; i++) {
                add(cpu, executor.tasks().get(i), nanos[i] / 1e9 / seconds, seconds);
            }
        }
    }

    private <K> void add(Map<K, ExponentialAverage> rates, K key, double measuredNow, double seconds) {
        rates.computeIfAbsent(key, none -> new ExponentialAverage()).add(measuredNow, seconds, halfLifeSeconds);
    }

    private static <K> Map<K, Double> values(Map<K, ExponentialAverage> rates) {
        Map<K, Double> values = new HashMap<>();
        rates.forEach((key, rate) -> values.put(key, rate.value()));
        return values;
    }
}

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
 * Rates of one topology. A worker's first reading, and the first one after it was started again, is what the next is compared
 * with; until then its tasks' rates stay as they were. Not thread-safe.
 */
final class TopologyTraffic {

    private final double halfLifeSeconds;
    private final Map<String, WorkerCounts> last = new HashMap<>();
    private final Map<TaskPair, Smoothed> messages = new HashMap<>();
    private final Map<TaskPair, Smoothed> bytes = new HashMap<>();
    private final Map<Integer, Smoothed> cpu = new HashMap<>();
    private final Map<Integer, TaskPlace> places = new HashMap<>();
    private final Set<String> measuredLast = new HashSet<>();
    private long measurements;

    TopologyTraffic(double halfLifeSeconds) {
        this.halfLifeSeconds = halfLifeSeconds;
    }

    /** Whether some worker has been read twice. */
    boolean isMeasured() {
        return measurements > 0;
    }

    void observe(List<Reading> readings) {
        Set<String> workers = new HashSet<>();
        measuredLast.clear();
        for (Reading reading : readings) {
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

    MeasuredTraffic measurement() {
        return new MeasuredTraffic(values(messages), values(bytes), values(cpu), places, measurements, measuredLast);
    }

    private void note(Reading reading) {
        Map<Integer, Integer> executorOf = new HashMap<>();
        for (ExecutorMetrics executor : reading.snapshot().executors()) {
            executor.tasks().forEach(task -> executorOf.put(task, executor.executor()));
        }
        for (TaskMetrics task : reading.snapshot().tasks()) {
            places.put(
                    task.task(),
                    new TaskPlace(
                            task.component(),
                            reading.snapshot().worker(),
                            reading.node(),
                            executorOf.getOrDefault(task.task(), 0)));
        }
    }

    /** Pairs that have fallen silent are measured too. */
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

    private <K> void add(Map<K, Smoothed> rates, K key, double measuredNow, double seconds) {
        rates.computeIfAbsent(key, none -> new Smoothed()).add(measuredNow, seconds, halfLifeSeconds);
    }

    private static <K> Map<K, Double> values(Map<K, Smoothed> rates) {
        Map<K, Double> values = new HashMap<>();
        rates.forEach((key, rate) -> values.put(key, rate.value()));
        return values;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TaskMetrics;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Adds up the stage latencies of workers. Stateless. */
final class StageMerge {

    private record Key(String source, String stream, String target, Stage stage) {}

    private StageMerge() {}

    /**
     * Returns the stages in the topology's order, which is the order of task ids.
     *
     * @param tasks tasks of all workers
     */
    static List<StageMetrics> merge(Collection<WorkerSnapshot> snapshots, List<TaskMetrics> tasks) {
        Map<String, Integer> firstTask = new HashMap<>();
        tasks.forEach(task -> firstTask.merge(task.component(), task.task(), Math::min));
        Comparator<String> byPlace =
                Comparator.comparingInt(component -> firstTask.getOrDefault(component, Integer.MAX_VALUE));
        Map<Key, Histogram> sums = new TreeMap<>(Comparator.comparing(Key::source, byPlace)
                .thenComparing(Key::source)
                .thenComparing(Key::stream)
                .thenComparing(Key::target, byPlace)
                .thenComparing(Key::target)
                .thenComparing(Key::stage));
        for (WorkerSnapshot snapshot : snapshots) {
            for (StageLatencies one : snapshot.stages()) {
                sums.computeIfAbsent(
                                new Key(one.source(), one.stream(), one.target(), one.stage()),
                                none -> Latencies.newHistogram())
                        .add(Latencies.decode(one.latencies()));
            }
        }
        return sums.entrySet().stream()
                .map(entry -> new StageMetrics(
                        entry.getKey().source(),
                        entry.getKey().stream(),
                        entry.getKey().target(),
                        entry.getKey().stage(),
                        Latencies.summary(entry.getValue())))
                .toList();
    }
}

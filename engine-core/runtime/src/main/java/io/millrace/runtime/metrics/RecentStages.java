// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The recent latencies of a topology's stages, each over all streams. Any thread may call it. */
public final class RecentStages {

    private final Map<Stage, RecentLatencies> stages = new EnumMap<>(Stage.class);

    public RecentStages() {
        for (Stage stage : Stage.values()) {
            stages.put(stage, new RecentLatencies());
        }
    }

    /**
     * Returns the latencies of each stage since a reading that is one to two seconds old, or since the last one if that
     * is older.
     *
     * @param snapshots snapshots of the topology's workers
     * @param nowNanos time on the same time line in all calls
     */
    public synchronized Map<Stage, LatencySummary> observe(Collection<WorkerSnapshot> snapshots, long nowNanos) {
        Collection<WorkerSnapshot> newest =
                TopologyMetricsMerge.newest(snapshots).values();
        Map<Stage, LatencySummary> recent = new EnumMap<>(Stage.class);
        Map<Stage, Histogram> totals = new EnumMap<>(Stage.class);
        for (WorkerSnapshot snapshot : newest) {
            for (StageLatencies one : snapshot.stages()) {
                totals.computeIfAbsent(one.stage(), none -> Latencies.newHistogram())
                        .add(Latencies.decode(one.latencies()));
            }
        }
        stages.forEach((stage, latencies) -> {
            Histogram total = totals.get(stage);
            recent.put(stage, latencies.observe(newest, total == null ? Latencies.newHistogram() : total, nowNanos));
        });
        return recent;
    }
}

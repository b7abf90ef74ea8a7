// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.traffic.TopologyTraffic;
import io.millrace.cluster.traffic.TrafficSample;
import io.millrace.runtime.metrics.RecentLatencies;
import io.millrace.runtime.metrics.RecentStages;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.util.List;

/** The state that is kept of one topology from one sample to the next. Owned by the sampling thread. */
final class TopologyWatch {

    private static final double LAST_INTERVAL = 0;

    private final RecentLatencies latencies = new RecentLatencies();
    private final RecentStages stages = new RecentStages();
    private final TopologyTraffic traffic = new TopologyTraffic(LAST_INTERVAL);
    private WorkerGrowth growth = WorkerGrowth.NONE;
    private long atMillis;

    /** Returns the latencies that a merge of the topology's metrics must use, so that they are of the interval. */
    RecentLatencies latencies() {
        return latencies;
    }

    /** @param reports the reports of this topology's workers, not older than the last call */
    LiveTopology next(
            TopologyDescription description,
            TopologyMetrics metrics,
            List<NodeReport> reports,
            long nowMillis,
            long nowNanos) {
        List<NodeReport> running = reports.stream()
                .filter(report -> report.worker().snapshot() != null)
                .toList();
        List<WorkerSnapshot> snapshots =
                running.stream().map(report -> report.worker().snapshot()).toList();
        traffic.observe(running.stream()
                .filter(report -> report.worker().run().pid() != 0)
                .map(report -> new TrafficSample(
                        report.worker().topologyId(),
                        report.node(),
                        report.worker().snapshot()))
                .toList());
        growth = growth.next(snapshots);
        double seconds = atMillis == 0 ? 0 : (nowMillis - atMillis) / 1e3;
        atMillis = nowMillis;
        return new LiveTopologies(
                        description, metrics, traffic.measurement(), growth, stages.observe(snapshots, nowNanos))
                .at(nowMillis, seconds);
    }
}

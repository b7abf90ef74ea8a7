// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.api.metrics.TopologyMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the last reading, and compares the next one with it. */
public final class TopWatch {

    private static final double NANOS = 1e9;

    private final String cluster;

    private Map<String, TopologyMetrics> before = new HashMap<>();
    private long beforeNanos;

    /** @param cluster the address of the cluster, for people */
    public TopWatch(String cluster, TopReading first) {
        this.cluster = cluster;
        remember(first);
    }

    /** Returns the activity since the last reading; a new topology has no rates yet. */
    public TopReport next(TopReading now) {
        double seconds = (now.nanos() - beforeNanos) / NANOS;
        List<TopReport.Topology> topologies = new ArrayList<>();
        int workers = 0;
        int up = 0;
        for (TopReading.Running running : now.topologies()) {
            TopologyMetrics metrics = running.metrics();
            TopRates rates = new TopRates(before.get(running.info().id()), metrics, seconds, running.displayNames());
            topologies.add(new TopReport.Topology(
                    running.info().name(),
                    running.info().status(),
                    new TopReport.Size(
                            running.info().workers(),
                            running.info().workersUp(),
                            running.info().size().tasks()),
                    new TopReport.Latency(metrics.recentEndToEnd(), metrics.clockErrorNanos()),
                    new TopReport.Activity(rates.components(), rates.executors(), CustomMetric.of(metrics.tasks())),
                    new TopReport.Waiting(
                            rates.slowSubscribers(),
                            metrics.stuckSpouts(),
                            rates.eventTimes(),
                            rates.batches(),
                            rates.queues())));
            workers += running.info().workers();
            up += running.info().workersUp();
        }
        remember(now);
        return new TopReport(cluster, seconds, now.nodes(), workers, up, topologies, now.missing());
    }

    private void remember(TopReading reading) {
        before = new HashMap<>();
        reading.topologies().forEach(running -> before.put(running.info().id(), running.metrics()));
        beforeNanos = reading.nanos();
    }
}

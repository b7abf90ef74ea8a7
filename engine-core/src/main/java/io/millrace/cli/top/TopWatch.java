package io.millrace.cli.top;

import io.millrace.api.metrics.TopologyMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers the reading before, and compares each one with it. */
public final class TopWatch {

    private static final double NANOS = 1e9;

    private final String cluster;

    private Map<String, TopologyMetrics> before = new HashMap<>();
    private long beforeNanos;

    /** @param cluster where it is, for people */
    public TopWatch(String cluster, TopReading first) {
        this.cluster = cluster;
        remember(first);
    }

    /** What was done since the reading before; a topology that is new has no rates yet. */
    public TopReport next(TopReading now) {
        double seconds = (now.nanos() - beforeNanos) / NANOS;
        List<TopReport.Topology> topologies = new ArrayList<>();
        int workers = 0;
        int up = 0;
        for (TopReading.Running running : now.topologies()) {
            TopologyMetrics metrics = running.metrics();
            TopRates rates = new TopRates(before.get(running.info().id()), metrics, seconds);
            topologies.add(new TopReport.Topology(
                    running.info().name(),
                    running.info().status(),
                    running.info().workers(),
                    running.info().workersUp(),
                    running.info().tasks(),
                    metrics.recentEndToEnd(),
                    rates.components(),
                    rates.executors()));
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

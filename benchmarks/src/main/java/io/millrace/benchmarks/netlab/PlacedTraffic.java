// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.TrafficReport.Distance;
import io.millrace.cluster.model.TrafficReport.Flow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The traffic between workers, as the monitor of a cluster measures it, of a topology with one task of each component
 * in each worker.
 *
 * @param nodePerSecond messages between workers of one node
 * @param remotePerSecond messages between workers on different nodes
 */
public record PlacedTraffic(double nodePerSecond, double remotePerSecond) {

    private static final long START_SECONDS = 60;
    private static final int MEASURED_SECONDS = 60;
    private static final long LEAD_SECONDS = 1;

    /** The share of the messages of the rate that must have been measured. */
    private static final double ENOUGH = 0.9;

    public double betweenWorkersPerSecond() {
        return nodePerSecond + remotePerSecond;
    }

    /** The share of the messages between workers that does not leave its node, in percent. */
    public double insidePercent() {
        return 100 * nodePerSecond / betweenWorkersPerSecond();
    }

    /**
     * Submits a topology, and reads what the monitor has measured of it.
     *
     * @param rate tuples per second of all sources
     * @param settings of the topology, key=value
     * @throws IOException if it measures less than 90 % of the messages for a minute
     */
    public static PlacedTraffic measure(NetlabHosts hosts, Shape shape, long rate, int workers, List<String> settings)
            throws IOException, InterruptedException {
        Path directory = hosts.newDirectory();
        Workload workload =
                new Workload(shape, rate, workers, Promise.atMostOnce(), MEASURED_SECONDS, 1).withTaskPerWorker();
        Phases phases = new Phases(workload.warmUpSeconds(), workload.seconds(), 0, new long[] {0});
        List<String> all = new ArrayList<>(List.of("topology.workers=" + workers, "topology.worker.executors=1"));
        all.addAll(settings);
        NetlabCluster cluster = hosts.cluster();
        cluster.submit(
                hosts.jar(),
                TracedTopology.class,
                TracedTopology.arguments(workload, phases, directory, Duration.ZERO),
                all);
        try {
            Signals.await(
                    "sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= 2L * workers);
            Signals.start(directory, System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAD_SECONDS));
            return awaitTraffic(cluster, ENOUGH * rate * shape.hops());
        } finally {
            cluster.kill(TracedTopology.NAME);
        }
    }

    private static PlacedTraffic awaitTraffic(NetlabCluster cluster, double leastPerSecond)
            throws IOException, InterruptedException {
        List<TrafficReport> last = new ArrayList<>();
        Signals.await("the monitor to measure the traffic", MEASURED_SECONDS, () -> {
            last.clear();
            last.add(cluster.ask(List.of("describe", TracedTopology.NAME, "--traffic"), TrafficReport.class));
            return sum(last.get(0), Distance.values()) >= leastPerSecond && sum(last.get(0), Distance.UNKNOWN) == 0;
        });
        return new PlacedTraffic(sum(last.get(0), Distance.NODE), sum(last.get(0), Distance.REMOTE));
    }

    private static double sum(TrafficReport traffic, Distance... distances) {
        List<Distance> counted = List.of(distances);
        return traffic.flows().stream()
                .filter(flow -> counted.contains(flow.distance()))
                .mapToDouble(Flow::messagesPerSecond)
                .sum();
    }
}

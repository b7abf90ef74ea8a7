// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.Jars;
import io.millrace.api.Millrace;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.config.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A topology that numbers flow through. One thread. */
final class Flow implements AutoCloseable {

    static final String NAME = "checked";
    static final int WORKERS = 3;
    static final Duration MESSAGE_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration SNAPSHOT_INTERVAL = Duration.ofMillis(200);
    private static final int START_SECONDS = 60;
    private static final int DRAIN_SECONDS = 60;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** The least share of its due that a sink takes in a second: busy machines are late, shuffles prefer idle tasks. */
    private static final double STEADY = 0.5;

    private final FaultCluster cluster;
    private final int rate;
    private final boolean exactlyOnce;

    /** The directory of this topology alone: the tally, and with exactly-once what is visible, and the snapshots. */
    private final Path directory;

    private final Path visible;
    private final Tally tally;

    private Flow(FaultCluster cluster, int rate, boolean exactlyOnce, int seconds) throws IOException {
        this.cluster = cluster;
        this.rate = rate;
        this.exactlyOnce = exactlyOnce;
        directory = Files.createDirectory(cluster.directory().resolve(NAME));
        visible = Files.createDirectory(directory.resolve("visible"));
        tally = Tally.create(file(), seconds, Math.multiplyExact(seconds, rate / TallyDescriptor.SOURCES));
    }

    private Path file() {
        return directory.resolve("tally");
    }

    /**
     * Submits the topology, and returns when it flows.
     *
     * @param seconds how long it may flow
     */
    static Flow start(FaultCluster cluster, int rate, boolean exactlyOnce, int seconds, Config more)
            throws IOException, InterruptedException {
        Flow flow = new Flow(cluster, rate, exactlyOnce, seconds);
        try (Millrace millrace = cluster.connect()) {
            millrace.submit(NAME, flow.topology(), flow.config().with(more), Jars.of(CheckedTopology.class));
        }
        Signals.await("the topology to flow", START_SECONDS, flow::isSteady);
        return flow;
    }

    private Topology topology() {
        return exactlyOnce ? CheckedTopology.exactlyOnce(file(), visible, rate) : CheckedTopology.of(file(), rate);
    }

    private Config config() {
        Config config = settings(Config.empty());
        return exactlyOnce
                ? config.with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                        .with(TopologyKeys.SNAPSHOT_INTERVAL, SNAPSHOT_INTERVAL)
                        .with(TopologyKeys.STATE_DIR, directory.resolve("state").toString())
                : config;
    }

    static Config settings(Config more) {
        return Config.empty()
                .with(TopologyKeys.WORKERS, WORKERS)
                .with(TopologyKeys.EXECUTORS, 1)
                .with(TopologyKeys.WORKER_HEAP, "64m")
                .with(TopologyKeys.WORKER_OPTIONS, "-XX:TieredStopAtLevel=1")
                .with(TopologyKeys.MESSAGE_TIMEOUT, MESSAGE_TIMEOUT)
                .with(TopologyKeys.SCHEDULER_ALGORITHM, "even")
                .with(more);
    }

    /** Whether each sink has taken what was due in the last second. */
    boolean isSteady() {
        long now = System.nanoTime();
        return isSteady(now - SECOND, now);
    }

    boolean isSteady(long fromNanos, long untilNanos) {
        double due = (double) rate * (untilNanos - fromNanos) / SECOND / TallyDescriptor.SINKS;
        return tally.leastTaken(fromNanos, untilNanos) >= STEADY * due;
    }

    Tally tally() {
        return tally;
    }

    List<WorkerMetrics> workers() {
        return cluster.workers(NAME);
    }

    /** The worker of a component's first task. */
    WorkerMetrics workerOf(String component) {
        try (Cluster client = cluster.client()) {
            String worker = client.describe(NAME).placement().stream()
                    .filter(place -> place.component().equals(component))
                    .findFirst()
                    .orElseThrow()
                    .worker();
            return client.metrics(NAME).workers().stream()
                    .filter(each -> each.worker().equals(worker))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Lets nothing new in, waits until all is through or no hope is left, and counts. */
    Tally.Count drain() throws IOException, InterruptedException {
        tally.halt(true);
        long end = System.nanoTime() + DRAIN_SECONDS * SECOND;
        Tally.Count count = count();
        while (!count.isSettled() && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(100);
            count = count();
        }
        return count;
    }

    private Tally.Count count() throws IOException {
        if (exactlyOnce) {
            CommittedFiles.count(visible, tally);
        }
        return tally.count();
    }

    /** Kills the topology, and returns when its workers are gone. */
    @Override
    public void close() throws IOException {
        try (Cluster client = cluster.client()) {
            client.kill(NAME, Duration.ofSeconds(START_SECONDS));
        } finally {
            Directories.remove(directory);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.PromiseSettings;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.cli.traces.TracesReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs a workload on a cluster that is up: submits its topology, gives the start signal, waits for the sinks, kills it.
 */
public final class NetlabRun {

    private static final long START_SECONDS = 30;

    /** The time from a change of the delay until it is recorded: TCP and the credit windows know it by then. */
    private static final int SETTLE_SECONDS = 12;

    private static final long LEAD_SECONDS = 1;
    private static final long REPORT_SECONDS = 20;
    private static final int MOST_SNAPSHOTS = 100;

    private final Lab lab;
    private final NetlabCluster cluster;
    private final Path jar;
    private final List<String> settings;

    /** @param settings of every topology, key=value, laid over those of the benchmark */
    public NetlabRun(Lab lab, NetlabCluster cluster, Path jar, List<String> settings) {
        this.lab = lab;
        this.cluster = cluster;
        this.jar = jar;
        this.settings = settings;
    }

    /**
     * Runs the workload once at one round-trip time.
     *
     * @param at percentiles around which traces are reported
     * @param distribution file for the distribution of all parts, as CSV
     * @return the traces that began and ended while it was recorded, of up to a minute
     */
    public TracesReport traces(Workload workload, double rttMillis, Path directory, List<Double> at, Path distribution)
            throws IOException, InterruptedException {
        List<TracesReport> reports = new ArrayList<>();
        String percentiles = at.stream().map(String::valueOf).collect(Collectors.joining(","));
        of(
                workload,
                List.of(rttMillis),
                directory,
                () -> reports.add(cluster.ask(
                        List.of(
                                "latency",
                                TracedTopology.NAME,
                                "--traces",
                                "--at=" + percentiles,
                                "--slowest=0",
                                "--last=" + workload.seconds() + "s",
                                "--cdf=" + distribution),
                        TracesReport.class)));
        return reports.get(0);
    }

    /** What is done when all is recorded, before the topology ends. */
    private interface Last {
        void run() throws IOException;
    }

    /**
     * Runs the workload once, and records it at each round-trip time for as long as it says; of a preset's hosts once,
     * with 0.
     */
    public List<NetlabResult> of(Workload workload, List<Double> rttMillis, Path directory)
            throws IOException, InterruptedException {
        return of(workload, rttMillis, directory, () -> {});
    }

    private List<NetlabResult> of(Workload workload, List<Double> rttMillis, Path directory, Last last)
            throws IOException, InterruptedException {
        List<Cell> cells =
                rttMillis.stream().map(rtt -> new Cell(workload, rtt)).toList();
        Phases phases = new Phases(
                workload.warmUpSeconds(),
                workload.seconds(),
                SETTLE_SECONDS,
                cells.stream().mapToLong(Cell::oneWayNanos).toArray());
        Workload whole = new Workload(
                workload.shape(),
                workload.rate(),
                workload.spread(),
                workload.promise(),
                workload.warmUpSeconds(),
                phases.recordedSeconds(),
                workload.sources());
        Files.createDirectories(directory);
        rtt(rttMillis.get(0));
        List<String> all = new ArrayList<>(List.of(
                "topology.workers=" + workload.workers(),
                "topology.worker.executors=1",
                // Dealt out, so that what crosses does not depend on what the scheduler finds
                "scheduler.algorithm=even"));
        all.addAll(PromiseSettings.of(workload.promise(), directory.resolve("state")));
        all.addAll(settings);
        cluster.submit(jar, TracedTopology.class, List.of(whole.encode(), phases.encode(), directory.toString()), all);
        try {
            int tasks = Cell.tasks(workload);
            Signals.await("sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= 2 * tasks);
            long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAD_SECONDS);
            Signals.start(directory, start);
            List<NetlabResult> results = new ArrayList<>();
            NetlabCluster.Writes before = new NetlabCluster.Writes(0, 0);
            for (int i = 0; i < phases.count(); i++) {
                int phase = i;
                Signals.sleepUntil(start + TimeUnit.SECONDS.toNanos(phases.from(i)));
                lab.reset();
                long fromMillis = System.currentTimeMillis();
                CpuTime cpu = CpuTime.now();
                Signals.sleepUntil(start + TimeUnit.SECONDS.toNanos(phases.until(i)));
                long untilMillis = System.currentTimeMillis();
                double busy = CpuTime.now().busySince(cpu);
                Lab.Status status = lab.status();
                if (i + 1 < phases.count()) {
                    rtt(rttMillis.get(i + 1));
                }
                NetlabCluster.Writes now = cluster.writes();
                Signals.await(
                        "the sinks' reports",
                        REPORT_SECONDS,
                        () -> OverheadReport.read(directory, phase).sinks() >= tasks);
                results.add(new NetlabResult(
                        cells.get(i),
                        OverheadReport.read(directory, i),
                        now.messagesPerWriteSince(before),
                        busy,
                        status,
                        snapshots(workload, fromMillis, untilMillis)));
                before = now;
            }
            last.run();
            return results;
        } finally {
            cluster.kill(TracedTopology.NAME);
        }
    }

    /** The hosts of a preset keep theirs. */
    private void rtt(double millis) throws IOException {
        if (lab.isAlike()) {
            lab.rtt(millis);
        }
    }

    private List<SnapshotReport> snapshots(Workload workload, long fromMillis, long untilMillis) throws IOException {
        if (!workload.promise().exactlyOnce()) {
            return List.of();
        }
        return cluster
                .ask(
                        List.of("snapshots", TracedTopology.NAME, "--limit", Integer.toString(MOST_SNAPSHOTS)),
                        SnapshotMetrics.class)
                .recent()
                .stream()
                .filter(report -> report.begunMillis() >= fromMillis && report.begunMillis() < untilMillis)
                .toList();
    }
}

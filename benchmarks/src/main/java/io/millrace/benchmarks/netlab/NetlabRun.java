// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.PromiseSettings;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.cli.traces.TracesReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs a workload on a cluster that is up: submits its topology, gives the start signal, waits for the sinks, kills it.
 */
public final class NetlabRun {

    private static final long START_SECONDS = 60;

    /** The time from a change of the delay until it is recorded: TCP and the credit windows know it by then. */
    public static final int SETTLE_SECONDS = 12;

    private static final long LEAD_SECONDS = 1;

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
                Duration.ZERO,
                List.of(Wire.constant(rttMillis)),
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
        return of(
                workload, Duration.ZERO, rttMillis.stream().map(Wire::constant).toList(), directory);
    }

    /**
     * The same with delays that may vary.
     *
     * @param interval for which tuples are collected behind their source; 0 if they are not
     */
    public List<NetlabResult> of(Workload workload, Duration interval, List<Wire> wires, Path directory)
            throws IOException, InterruptedException {
        return of(workload, interval, wires, directory, () -> {});
    }

    private List<NetlabResult> of(Workload workload, Duration interval, List<Wire> wires, Path directory, Last last)
            throws IOException, InterruptedException {
        List<Cell> cells =
                wires.stream().map(wire -> new Cell(workload, wire.rttMillis())).toList();
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
        wires.get(0).lay(lab);
        List<String> all = new ArrayList<>(List.of(
                "topology.workers=" + workload.workers(),
                "topology.worker.executors=1",
                // Dealt out, so that what crosses does not depend on what the scheduler finds
                "scheduler.algorithm=even"));
        all.addAll(PromiseSettings.of(workload.promise(), directory.resolve("state")));
        all.addAll(settings);
        cluster.submit(jar, TracedTopology.class, TracedTopology.arguments(whole, phases, directory, interval), all);
        try {
            int tasks = Cell.tasks(workload);
            Signals.await("sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= 2 * tasks);
            PhaseRecorder recorder = new PhaseRecorder(
                    lab, cluster, phases, interval, directory, TimeUnit.SECONDS.toNanos(LEAD_SECONDS));
            List<NetlabResult> results = new ArrayList<>();
            for (Cell cell : cells) {
                int next = results.size() + 1;
                results.add(recorder.record(results.size(), cell, () -> {
                    if (next < wires.size()) {
                        wires.get(next).lay(lab);
                    }
                }));
            }
            last.run();
            return results;
        } finally {
            cluster.kill(TracedTopology.NAME);
        }
    }
}

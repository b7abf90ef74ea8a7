// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.benchmarks.macro.MillraceEngine;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.PromiseSettings;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.study.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A topology of this benchmark on this machine: each worker is a process, and the daemons are in this one. One thread.
 */
final class LocalRun implements AutoCloseable {

    private static final String NAME = "guarantees";
    private static final long START_SECONDS = 60;
    private static final long LEAD_SECONDS = 1;

    private final Millrace engine;
    private final RunningTopology topology;
    private final Path directory;
    private long start;

    private LocalRun(Millrace engine, RunningTopology topology, Path directory) {
        this.engine = engine;
        this.topology = topology;
        this.directory = directory;
    }

    /**
     * @param directory of the signals, and of the snapshots
     * @param settings of the topology, key=value, separated by semicolons
     */
    static LocalRun start(Topology topology, Promise promise, int workers, Path directory, String settings) {
        Config config = Config.empty()
                .with(TopologyKeys.WORKERS, workers)
                .with(TopologyKeys.SCHEDULER_ALGORITHM, "even")
                .with(Settings.read(String.join(";", PromiseSettings.of(promise, directory.resolve("state")))))
                .with(Settings.read(settings));
        Millrace engine = MillraceEngine.start(NAME, topology, config);
        return new LocalRun(engine, engine.topology(NAME).orElseThrow(), directory);
    }

    /** Gives the start signal when so many sources and sinks are up, and returns when it begins to hold. */
    void begin(int expected) throws IOException, InterruptedException {
        Signals.await(
                expected + " sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= expected);
        start = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAD_SECONDS);
        Signals.start(directory, start);
        sleepUntil(0);
    }

    /** @param seconds since the start */
    void sleepUntil(double seconds) throws InterruptedException {
        Signals.sleepUntil(start + (long) (seconds * 1e9));
    }

    /** The last ones; null if none are taken. */
    SnapshotMetrics snapshots() {
        return topology.metrics().snapshots();
    }

    List<WorkerMetrics> workers() {
        return topology.metrics().workers();
    }

    /** Ends a worker as kill -9 does. */
    void kill(WorkerMetrics worker) {
        ProcessHandle.of(worker.pid()).orElseThrow().destroyForcibly();
    }

    /** What the workers and the daemons have used so far. */
    ThreadCpu cpu() {
        List<Long> processes = new ArrayList<>(List.of(ProcessHandle.current().pid()));
        workers().forEach(worker -> processes.add(worker.pid()));
        return ThreadCpu.of(processes);
    }

    @Override
    public void close() {
        engine.close();
    }
}

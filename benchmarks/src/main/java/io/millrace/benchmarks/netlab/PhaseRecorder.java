// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.CpuRecord;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Records the phases of a topology that runs, one after the other. One thread. */
final class PhaseRecorder {

    private static final long REPORT_SECONDS = 20;
    private static final int MOST_SNAPSHOTS = 100;

    private final Lab lab;
    private final NetlabCluster cluster;
    private final Phases phases;
    private final Duration interval;
    private final Path directory;
    private final long startNanos;
    private WorkersLook look;
    private NetlabCluster.Writes writes = new NetlabCluster.Writes(0, 0);

    /**
     * Gives the start signal, after a first look at the workers.
     *
     * @param interval for which tuples are collected behind their source
     * @param leadNanos from then until sources begin to emit
     */
    PhaseRecorder(Lab lab, NetlabCluster cluster, Phases phases, Duration interval, Path directory, long leadNanos)
            throws IOException {
        this.lab = lab;
        this.cluster = cluster;
        this.phases = phases;
        this.interval = interval;
        this.directory = directory;
        look = WorkersLook.now(lab);
        startNanos = System.nanoTime() + leadNanos;
        Signals.start(directory, startNanos);
    }

    /** What is done as soon as a phase is recorded. */
    interface Next {
        void run() throws IOException;
    }

    /**
     * Records a phase, whose number is one above that of the last one.
     *
     * @param next what is between the hosts in the next one
     */
    NetlabResult record(int phase, Cell cell, Next next) throws IOException, InterruptedException {
        Signals.sleepUntil(startNanos + TimeUnit.SECONDS.toNanos(phases.from(phase)));
        lab.reset();
        long fromMillis = System.currentTimeMillis();
        CpuTime cpu = CpuTime.now();
        CpuRecord cpuOfEach = CpuRecord.now();
        Signals.sleepUntil(startNanos + TimeUnit.SECONDS.toNanos(phases.until(phase)));
        long untilMillis = System.currentTimeMillis();
        double busy = CpuTime.now().busySince(cpu);
        CpuRecord cpuOfEachThen = CpuRecord.now();
        Lab.Status status = lab.status();
        next.run();
        WorkersLook before = look;
        look = WorkersLook.now(lab);
        NetlabCluster.Writes writesBefore = writes;
        writes = cluster.writes();
        Signals.await(
                "the sinks' reports",
                REPORT_SECONDS + interval.toSeconds(),
                () -> report(phase).sinks() >= Cell.tasks(cell.workload()));
        return new NetlabResult(
                cell,
                report(phase),
                writes.messagesPerWriteSince(writesBefore),
                busy,
                status,
                cell.workload().promise().exactlyOnce() ? snapshots(fromMillis, untilMillis) : List.of(),
                WorkersUse.between(before, look, startNanos, cpuOfEach, cpuOfEachThen));
    }

    private OverheadReport report(int phase) throws IOException {
        return OverheadReport.read(directory, phase, phases.seconds());
    }

    private List<SnapshotReport> snapshots(long fromMillis, long untilMillis) throws IOException {
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

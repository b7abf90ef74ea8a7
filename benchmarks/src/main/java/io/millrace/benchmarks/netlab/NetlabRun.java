package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs one cell on a cluster that is up: submits its topology, gives the start signal, waits for the sinks, kills it. */
final class NetlabRun {

    private static final long START_SECONDS = 30;
    private static final long LEAD_SECONDS = 1;
    private static final long REPORT_SECONDS = 20;
    private static final long POLL_MILLIS = 50;

    private final Lab lab;
    private final NetlabCluster cluster;
    private final Path jar;
    private final List<String> settings;

    /** @param settings of every topology, key=value, laid over those of the benchmark */
    NetlabRun(Lab lab, NetlabCluster cluster, Path jar, List<String> settings) {
        this.lab = lab;
        this.cluster = cluster;
        this.jar = jar;
        this.settings = settings;
    }

    NetlabResult of(Cell cell, Path directory) throws IOException, InterruptedException {
        Workload workload = cell.workload();
        Files.createDirectories(directory);
        lab.rtt(cell.rttMillis());
        List<String> all = new ArrayList<>(List.of(
                "topology.workers=" + workload.workers(),
                "topology.worker.executors=1",
                "topology.guarantee=" + (workload.acked() ? "at-least-once" : "at-most-once")));
        all.addAll(settings);
        cluster.submit(jar, List.of(workload.encode(), Long.toString(cell.oneWayNanos()), directory.toString()), all);
        try {
            int tasks = Cell.tasks(workload);
            await("sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= 2 * tasks);
            long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAD_SECONDS);
            Signals.start(directory, start);
            sleepUntil(start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds()));
            lab.reset();
            CpuTime before = CpuTime.now();
            sleepUntil(start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds() + workload.seconds()));
            double busy = CpuTime.now().busySince(before);
            Lab.Status status = lab.status();
            await(
                    "the sinks' reports",
                    REPORT_SECONDS,
                    () -> OverheadReport.read(directory).sinks() >= tasks);
            return new NetlabResult(cell, OverheadReport.read(directory), busy, status);
        } finally {
            cluster.kill();
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(String what, long seconds, Condition condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("waited " + seconds + " s in vain for " + what);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static void sleepUntil(long nanoTime) throws InterruptedException {
        long left = nanoTime - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}

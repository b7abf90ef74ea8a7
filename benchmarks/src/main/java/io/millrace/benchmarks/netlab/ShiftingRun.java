// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Signals;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@link ShiftingTopology} on two workers of a cluster, from the start signal until it is killed. One thread. */
final class ShiftingRun implements AutoCloseable {

    private static final long START_SECONDS = 30;

    private final NetlabCluster cluster;
    private final long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    private final long startMillis = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(1);

    private ShiftingRun(NetlabCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * @param directory of the run
     * @param tasks of each component
     * @param rate tuples per second of each source
     * @param settings of the topology, key=value
     */
    static ShiftingRun start(
            NetlabCluster cluster, Path jar, Path directory, int tasks, int rate, List<String> settings)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(
                "topology.workers=2",
                "topology.worker.executors=1",
                "topology.guarantee=at-least-once",
                // Dealt round robin: the first placement shall know nothing of the traffic
                "scheduler.algorithm=even"));
        all.addAll(settings);
        cluster.submit(
                jar,
                ShiftingTopology.class,
                List.of(directory.toString(), Integer.toString(rate), String.join(",", keys(tasks))),
                all);
        try {
            Signals.await("sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= 2L * tasks);
        } catch (IOException e) {
            cluster.kill(ShiftingTopology.NAME);
            throw e;
        }
        ShiftingRun run = new ShiftingRun(cluster);
        Signals.start(directory, run.start);
        return run;
    }

    /** One key for each task, by its index, as a fields grouping spreads them. */
    private static List<String> keys(int tasks) {
        ValuesCodec codec = new ValuesCodec(List.of());
        List<String> keys = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            int number = 0;
            while (StableHash.bucket(StableHash.of(new Object[] {"key" + number}, new int[] {0}, codec), tasks)
                    != task) {
                number++;
            }
            keys.add("key" + number);
        }
        return keys;
    }

    /** Waits until so many seconds have passed since the start signal. */
    void sleepUntil(long second) throws InterruptedException {
        Signals.sleepUntil(start + TimeUnit.SECONDS.toNanos(second));
    }

    /** The seconds since the start signal, rounded up. */
    int second() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + 1;
    }

    List<RebalanceDecision> decisions() throws IOException {
        return cluster.ask(List.of("describe", ShiftingTopology.NAME, "--decisions"), RebalanceDecisions.class)
                .decisions();
    }

    /** When a decision was made, in seconds since the start signal. */
    double secondOf(RebalanceDecision decision) {
        return (decision.fromMillis() - startMillis) / 1e3;
    }

    @Override
    public void close() throws IOException {
        cluster.kill(ShiftingTopology.NAME);
    }
}

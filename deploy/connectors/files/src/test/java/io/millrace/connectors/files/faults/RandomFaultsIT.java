// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import io.millrace.api.config.Config;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.model.ClusterException;
import io.millrace.connectors.files.faults.NumberedLines.Tally;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each process of a cluster is killed, in random order, while files grow whose lines are counted. Rounds of all roles
 * follow each other for {@code millrace.faults.seconds}, an hour if it is not set. What processes wait for while no
 * line reaches a sink, or becomes visible, for {@code millrace.faults.still.seconds} is written to
 * {@code target/faults-evidence}.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RandomFaultsIT {

    private static final String NAME = "counts";
    private static final int WORKERS = 3;
    private static final long SEED = Long.getLong("millrace.faults.seed", System.nanoTime());
    private static final Duration LASTS = Duration.ofSeconds(Long.getLong("millrace.faults.seconds", 3_600));

    /** After a time without a line processes are asked what they wait for; gaps of half of it are printed. */
    private static final Duration STILL = Duration.ofSeconds(Long.getLong("millrace.faults.still.seconds", 20));

    private static final Path EVIDENCE =
            Path.of(System.getProperty("basedir", ""), "target", "faults-evidence", "seed-" + SEED);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final Random random = new Random(SEED);
    private ProcessCluster cluster;
    private CountingRun run;

    /** When the last fault had ended. */
    private long healed;

    @Tag("long")
    @Test
    void eachLineCountsOnceWhateverIsKilled() throws Exception {
        try (ProcessCluster processes = new ProcessCluster(directory)) {
            cluster = processes;
            cluster.start();
            run = new CountingRun(cluster, NAME, directory).submit(Config.empty());
            System.out.println("millrace.faults.seed=" + SEED);
            Recoveries recoveries = new Recoveries(workerPids());
            try (LineWatch lines = new LineWatch(run.lines());
                    ListWatch list = new ListWatch(run, WORKERS);
                    StandstillEvidence evidence = new StandstillEvidence(cluster, NAME, lines, STILL, EVIDENCE)) {
                long began = System.nanoTime();
                healed = began;
                try {
                    strikeAll(recoveries);
                    ProcessCluster.await("the list is as before", () -> list.isNormal(healed));
                } finally {
                    printGaps(lines, list, began);
                    evidence.written().forEach(each -> System.out.println("evidence: " + each));
                }
            }
            recoveries.report().forEach(System.out::println);
            Tally tally = run.assertExact("seed " + SEED);
            System.out.println("seed " + SEED + ": " + recoveries.faults() + " faults, " + recoveries.started()
                    + " workers started, " + tally);
            cluster.end();
        }
    }

    private void strikeAll(Recoveries recoveries) throws Exception {
        long start = System.nanoTime();
        do {
            List<Role> round = new ArrayList<>(List.of(Role.values()));
            Collections.shuffle(round, random);
            for (Role role : round) {
                long begin = System.nanoTime();
                strike(role);
                healed = System.nanoTime();
                run.progress();
                recoveries.add(role, System.nanoTime() - begin, workerPids());
            }
        } while (System.nanoTime() - start < LASTS.toNanos());
    }

    private void printGaps(LineWatch lines, ListWatch list, long began) {
        for (Movement.Gap gap : lines.gaps(began)) {
            if (gap.millis() > STILL.toMillis() / 2) {
                List<String> said = list.between(gap.fromNanos(), gap.untilNanos());
                System.out.println(gap.what() + " for " + gap.millis() + " ms, "
                        + TimeUnit.NANOSECONDS.toSeconds(gap.fromNanos() - began) + " s after the begin; the list: "
                        + (said.isEmpty() ? "nothing" : String.join("; ", said)));
            }
        }
        long longest = lines.gaps(healed).stream()
                .mapToLong(Movement.Gap::millis)
                .max()
                .orElse(0);
        System.out.println("the longest gap after the last fault had ended: " + longest + " ms");
    }

    private void strike(Role role) throws Exception {
        switch (role) {
            case WORKER -> kill(one(run.workers(worker -> !run.isCoordinator(worker))));
            case COORDINATOR -> kill(one(run.workers(run::isCoordinator)));
            case CONTROLLER -> restart(cluster.leader());
            case SUPERVISOR -> restart(one(cluster.supervisors()));
            case ZOOKEEPER -> restart(cluster.zooKeeper());
            case REBALANCE -> rebalance();
            case NODE -> {
                Daemon supervisor = one(cluster.supervisors());
                List<WorkerMetrics> workers = run.workersNow();
                supervisor.kill();
                workers.stream()
                        .filter(worker -> worker.node().equals(supervisor.node()))
                        .forEach(RandomFaultsIT::kill);
                run.progress();
                supervisor.start();
            }
        }
    }

    private static void restart(Daemon daemon) throws Exception {
        daemon.kill();
        daemon.start();
    }

    private static void kill(WorkerMetrics worker) {
        ProcessHandle.of(worker.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Begins a rebalance; an earlier one may have to end before, and it may have been cancelled. */
    private void rebalance() throws Exception {
        ProcessCluster.await("a rebalance begins", () -> {
            run.lines().append();
            try {
                Map<String, Integer> tasks = Map.of("count", tasksNow("count") == 3 ? 5 : 3);
                return cluster.client()
                        .rebalance(NAME, new RebalanceRequest(false, "even", WORKERS, Map.of(), tasks))
                        .changes();
            } catch (ClusterException e) {
                return false;
            }
        });
    }

    private int tasksNow(String component) {
        return cluster.client().describe(NAME).components().stream()
                .filter(part -> part.id().equals(component))
                .mapToInt(part -> part.counts().tasks())
                .sum();
    }

    private List<Long> workerPids() {
        return cluster.workerProcesses().stream().map(ProcessHandle::pid).toList();
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

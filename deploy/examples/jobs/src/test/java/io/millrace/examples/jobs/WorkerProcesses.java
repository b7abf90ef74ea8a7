// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.WorkerMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A job in worker processes, one of which is killed; what they share in memory is removed afterwards. */
final class WorkerProcesses implements AutoCloseable {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Duration MOST = Duration.ofSeconds(60);

    private final Path shared;
    private final Millrace engine;
    private final RunningTopology run;

    /** @param directory for what is shared where there is no file system in memory */
    WorkerProcesses(Job job, Path directory, int workers) throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "jobs");
        engine = Millrace.local()
                .processes()
                .config(Config.empty().with("ipc.dir", shared))
                .start();
        run = job.submitTo(engine, workers);
    }

    /** Kills one as kill -9 does, and waits until another process has taken its place. */
    void killOne() {
        await(() -> registered().findAny().isPresent());
        WorkerMetrics killed = registered().findFirst().orElseThrow();
        List<Long> before =
                run.metrics().workers().stream().map(WorkerMetrics::pid).toList();
        ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
        await(() -> registered().anyMatch(worker -> !before.contains(worker.pid())));
    }

    private Stream<WorkerMetrics> registered() {
        return run.metrics().workers().stream().filter(WorkerMetrics::registered);
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + MOST.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("not within %s", MOST).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() throws IOException {
        engine.close();
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}

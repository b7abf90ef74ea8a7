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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The quickstart's job in a worker process that is killed. */
@Timeout(120)
class PageViewsIT {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Duration MOST = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void noLineIsWrittenTwiceAlthoughTheWorkerIsKilled() throws Exception {
        Path shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "page-views");
        Job job = new Job(directory, PageViews::main);
        job.write("views/1.csv", "1000,/", "59999,/", "60000,/about", "125000,/");
        job.with("views", "counts", "state");
        try (Millrace engine = Millrace.local()
                .processes()
                .config(Config.empty().with("ipc.dir", shared))
                .start()) {
            RunningTopology run = job.submitTo(engine);
            await(() -> job.written("counts").size() == 2);
            WorkerMetrics killed = run.metrics().workers().get(0);

            ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
            await(() -> run.metrics().workers().stream()
                    .anyMatch(worker -> worker.registered() && worker.pid() != killed.pid()));
            job.write("views/1.csv", "126000,/", "185000,/end");
            await(() -> job.written("counts").stream().anyMatch(line -> line.contains("120000\t180000")));
        } finally {
            removed(shared);
        }

        assertThat(job.written("counts"))
                .isEqualTo(List.of("/\t0\t60000\t2", "/\t120000\t180000\t2", "/about\t60000\t120000\t1"));
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + MOST.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("not within %s", MOST).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void removed(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import static io.millrace.examples.jobs.WorkerProcesses.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The quickstart's job in a worker process that is killed. */
@Timeout(120)
class PageViewsIT {

    @TempDir
    private Path directory;

    @Test
    void noLineIsWrittenTwiceAlthoughTheWorkerIsKilled() throws Exception {
        Job job = new Job(directory, PageViews::main);
        job.write("views/1.csv", "1000,/", "59999,/", "60000,/about", "125000,/");
        job.with("views", "counts", "state");
        try (WorkerProcesses workers = new WorkerProcesses(job, directory, 1)) {
            await(() -> job.written("counts").size() == 2);
            workers.killOne();
            job.write("views/1.csv", "126000,/", "185000,/end");
            await(() -> job.written("counts").stream().anyMatch(line -> line.contains("120000\t180000")));
        }

        assertThat(job.written("counts"))
                .isEqualTo(List.of("/\t0\t60000\t2", "/\t120000\t180000\t2", "/about\t60000\t120000\t1"));
    }
}

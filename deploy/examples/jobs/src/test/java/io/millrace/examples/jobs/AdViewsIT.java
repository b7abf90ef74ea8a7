// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import static io.millrace.examples.jobs.WorkerProcesses.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Yahoo Streaming Benchmark in two worker processes, one of which is killed. */
@Timeout(120)
class AdViewsIT {

    private static final int SECONDS = 60;

    @TempDir
    private Path directory;

    @Test
    void windowsAreThoseOfASequentialCountAlthoughAWorkerIsKilledInOne() throws Exception {
        AdLog log = new AdLog();
        Job job = new Job(directory, AdViews::main);
        job.write("ads.csv", log.campaigns());
        job.with("events", "ads.csv", "counts", "state");
        for (int second = 0; second < SECONDS / 2; second++) {
            job.write("events/1.json", log.second(second, 200));
        }
        try (WorkerProcesses workers = new WorkerProcesses(job, directory, 2)) {
            // Two of three windows have ended; the third one is in snapshots
            await(() -> job.written("counts").size() == 2 * AdLog.CAMPAIGNS);
            workers.killOne();
            for (int second = SECONDS / 2; second < SECONDS; second++) {
                job.write("events/1.json", log.second(second, 200));
            }
            job.write("events/1.json", log.end(SECONDS + 15));
            await(() -> job.written("counts").size() >= log.counted().size());
        }

        assertThat(AdLog.withoutUpdates(job.written("counts"))).isEqualTo(log.counted());
    }
}

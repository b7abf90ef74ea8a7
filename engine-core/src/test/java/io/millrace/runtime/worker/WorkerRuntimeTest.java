package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Config;
import io.millrace.runtime.executor.ExecutorThread;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class WorkerRuntimeTest {

    private static final int SENTENCES = 5000;

    @TempDir
    Path directory;

    @Test
    void oneWorkerCountsWithoutAnyFile() {
        wordCount("threads-one", Map.of("w1", "n"), null);
    }

    @Test
    void twoWorkersOfANodeCountOverRings() {
        wordCount("threads-rings", Map.of("w1", "n", "w2", "n"), directory);
    }

    @Test
    void workersOfTwoNodesCountOverTheTransport() {
        wordCount("threads-net", Map.of("w1", "n1", "w2", "n2"), directory);
    }

    @Test
    void threeWorkersOnTwoNodesUseAllLinks() {
        wordCount("threads-mixed", Map.of("w1", "n1", "w2", "n2", "w3", "n1"), directory);
    }

    private void wordCount(String test, Map<String, String> nodeOfWorker, Path shared) {
        var topology = WordCountTopology.build(test, SENTENCES, 4);
        try (TestWorkers workers = new TestWorkers(topology, Config.empty(), nodeOfWorker, shared, 2).startAll()) {
            await(() -> workers.finished("sentences") || !workers.failures.isEmpty());
            assertThat(workers.failures).isEmpty();
            assertThat(WordCountTopology.COUNTS.get(test)).isEqualTo(WordCountTopology.expected(SENTENCES, 4));
            assertThat(workers.sum("sentences", task -> task.acked())).isEqualTo(4 * SENTENCES);
            assertThat(workers.sum("sentences", task -> task.failed())).isZero();
        }
        assertThat(directory).isEmptyDirectory();
        assertThat(TestWorkers.threads()).isEmpty();
    }

    @Test
    void aWorkerThatHasNothingToDoBlocks() {
        var topology = WordCountTopology.build("threads-idle", 10, 2);
        try (TestWorkers workers =
                new TestWorkers(topology, Config.empty(), Map.of("w1", "n", "w2", "n"), directory, 2).startAll()) {
            await(() -> workers.finished("sentences"));
            for (String worker : new String[] {"w1", "w2"}) {
                workers.worker(worker).deactivate();
                await(() -> workers.worker(worker).states().stream().allMatch(ExecutorThread.State.WAITING::equals));
            }
        }
    }
}

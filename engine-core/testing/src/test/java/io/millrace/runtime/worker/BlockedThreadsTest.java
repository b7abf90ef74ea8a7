// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A blocking bolt that blocks, with the threads of real workers and each kind of link between them. */
@Timeout(30)
class BlockedThreadsTest {

    private static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();
    private static final int INBOX = 16;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"queue,n,n", "ring,n,n", "net,n1,n2"})
    void aBoltThatBlocksHasAThreadOfItsOwnAndHoldsUpOnlyItsSource(String link, String node1, String node2) {
        String test = "threads-held-" + link;
        Journal.fresh(test);
        Journal.fresh(test + "-free");
        GATES.put(test, new CountDownLatch(1));
        int count = 100_000;
        TopologyBuilder builder = new TopologyBuilder();
        // Tasks 1 and 3 are in w2, 2 and 4 in w1
        builder.setSpout("held", CallSpout.untracked(count, (out, number, context) -> out.emit(number)));
        builder.setBolt("blocks", TestBolts.basic((input, out) -> {
                    pass(test);
                    Journal.of(test).seen.add(input.get(0));
                }))
                .shuffle("held")
                .blocking();
        builder.setSpout("free", CallSpout.untracked(count, (out, number, context) -> out.emit(number)));
        builder.setBolt("sink", TestBolts.basic((input, out) -> {
                    Journal.of(test + "-free").seen.add(input.get(0));
                    Journal.of(test + "-free").acked.put(Thread.currentThread().getName(), 1);
                }))
                .shuffle("free");
        Config config = Config.empty().with(TopologyKeys.INBOX, INBOX).with(TopologyKeys.RING_BYTES, 1L << 16);
        Map<String, String> nodes = link.equals("queue") ? Map.of("w1", node1) : Map.of("w1", node1, "w2", node2);
        try (TestWorkers workers = new TestWorkers(builder.build(), config, nodes, directory, 1).startAll()) {
            await(() -> workers.sum("sink", TaskMetrics::executed) == count || !workers.failures.isEmpty());
            assertThat(workers.failures).isEmpty();
            assertThat(Journal.of(test).seen).isEmpty();
            if (!link.equals("net")) {
                await(() -> workers.sum("held", TaskMetrics::outbox) == 1);
                assertThat(workers.sum("held", TaskMetrics::emitted)).isLessThanOrEqualTo(INBOX + 2048 + 1024 + 2);
            }
            GATES.get(test).countDown();
            await(() -> workers.sum("blocks", TaskMetrics::executed) == count || !workers.failures.isEmpty());
            assertThat(Journal.of(test).seen)
                    .isEqualTo(IntStream.range(0, count).boxed().toList());
            assertThat(Journal.of(test + "-free").seen)
                    .isEqualTo(IntStream.range(0, count).boxed().toList());
        } finally {
            GATES.get(test).countDown();
        }
        assertThat(TestWorkers.threads()).isEmpty();
    }

    private static void pass(String test) {
        try {
            GATES.get(test).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

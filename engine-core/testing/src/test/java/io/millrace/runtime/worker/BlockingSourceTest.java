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

/** A source that blocks until all that it has emitted is processed, with the threads of real workers. */
@Timeout(30)
class BlockingSourceTest {

    private static final Map<String, CountDownLatch> EMITTED = new ConcurrentHashMap<>();
    private static final Map<String, CountDownLatch> PROCESSED = new ConcurrentHashMap<>();

    /**
     * The number of tuples: more than queue, ring and inbox take, so that the rest waits in the outbox when the call
     * returns.
     */
    private static final int COUNT = 10_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"queue,1", "ring,2"})
    void whatFoundNoRoomIsHandedOverBeforeTheNextCall(String link, int workers) {
        String test = "blocking-source-" + link;
        Journal.fresh(test);
        EMITTED.put(test, new CountDownLatch(1));
        PROCESSED.put(test, new CountDownLatch(COUNT));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", CallSpout.untracked(2, (out, number, context) -> {
                    if (number > 0) {
                        pass(PROCESSED.get(test));
                        return;
                    }
                    for (int i = 0; i < COUNT; i++) {
                        out.emit(i);
                    }
                    EMITTED.get(test).countDown();
                }))
                .blocking();
        builder.setBolt("sink", TestBolts.basic((input, out) -> {
                    pass(EMITTED.get(test));
                    Journal.of(test).seen.add(input.get(0));
                    PROCESSED.get(test).countDown();
                }))
                .shuffle("source");
        Config config = Config.empty().with(TopologyKeys.INBOX, 16).with(TopologyKeys.RING_BYTES, 1L << 16);
        Map<String, String> nodes = workers == 1 ? Map.of("w1", "n") : Map.of("w1", "n", "w2", "n");
        try (TestWorkers started = new TestWorkers(builder.build(), config, nodes, directory, 1).startAll()) {
            await(() -> started.sum("sink", TaskMetrics::executed) == COUNT || !started.failures.isEmpty());
            assertThat(started.failures).isEmpty();
            assertThat(Journal.of(test).seen)
                    .isEqualTo(IntStream.range(0, COUNT).boxed().toList());
        } finally {
            EMITTED.get(test).countDown();
        }
        assertThat(TestWorkers.threads()).isEmpty();
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.executor.ThreadSharing;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executors change threads all the time while tuples flow: none is lost or repeated, and their order stays. */
@Timeout(60)
class MovingExecutorsTest {

    private static final int NUMBERS = 30_000;
    private static final int SOURCES = 2;
    private static final int EXECUTORS = 3;
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path directory;

    @Test
    void inAWorkerWithoutFiles() {
        run("moving-one", Map.of("w1", "n"), null);
    }

    @Test
    void betweenWorkersOfANode() {
        run("moving-rings", Map.of("w1", "n", "w2", "n"), directory);
    }

    @Test
    void betweenWorkersOfTwoNodes() {
        run("moving-net", Map.of("w1", "n1", "w2", "n2"), directory);
    }

    private void run(String test, Map<String, String> nodeOfWorker, Path shared) {
        Config config = Config.empty().with(TopologyKeys.THREAD_LOAD, 0).with(TopologyKeys.MAX_SPOUT_PENDING, 1_000);
        Random random = new Random(1);
        AtomicInteger moves = new AtomicInteger();
        try (TestWorkers workers =
                new TestWorkers(topology(test), config, nodeOfWorker, shared, EXECUTORS).startAll()) {
            var sharing = nodeOfWorker.keySet().stream()
                    .map(worker -> new ThreadSharing(workers.worker(worker).threads(), (busy, present) -> {
                        moves.incrementAndGet();
                        return random.ints(present.length, 0, present.length).toArray();
                    }))
                    .toList();
            AtomicInteger seconds = new AtomicInteger();
            await(() -> {
                long now = seconds.incrementAndGet() * SECOND;
                sharing.forEach(each -> each.look(now));
                return workers.finished("numbers") || !workers.failures.isEmpty();
            });
            assertThat(workers.failures).isEmpty();
            // A task's counts are published at the end of its turn, in which it has acked what it counts
            await(() -> workers.sum("order", task -> task.executed()) >= SOURCES * NUMBERS);
            assertThat(Order.IN_DISORDER.get(test)).isNull();
            assertThat(workers.sum("numbers", task -> task.acked())).isEqualTo(SOURCES * NUMBERS);
            assertThat(workers.sum("order", task -> task.executed())).isEqualTo(SOURCES * NUMBERS);
            assertThat(moves).hasValueGreaterThan(10);
        }
        assertThat(directory).isEmptyDirectory();
        assertThat(TestWorkers.threads()).isEmpty();
    }

    private static Topology topology(String test) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(), SOURCES);
        builder.setBolt("order", new Order(test), 4).fields("numbers", "source");
        return builder.build();
    }

    private static final class Numbers implements Spout {
        private static final long serialVersionUID = 1L;

        private transient SpoutCollector out;
        private transient int source;
        private int next;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("source", "number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
            source = context.taskId();
        }

        @Override
        public void nextTuple() {
            if (next < NUMBERS) {
                out.emitTracked(next, source, next);
                next++;
            } else {
                out.finish();
            }
        }
    }

    private static final class Order implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private static final Map<String, String> IN_DISORDER = new ConcurrentHashMap<>();

        private final String test;
        private transient Map<Integer, Integer> last;

        Order(String test) {
            this.test = test;
        }

        @Override
        public void prepare(TaskContext context) {
            last = new ConcurrentHashMap<>();
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            int number = tuple.getInt("number");
            Integer before = last.put(tuple.getInt("source"), number);
            if (number != (before == null ? 0 : before + 1)) {
                IN_DISORDER.putIfAbsent(test, number + " after " + before);
            }
        }
    }
}

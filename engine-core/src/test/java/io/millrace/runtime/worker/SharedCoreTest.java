package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two workers of one node that look for work all the time and have little. */
@Timeout(60)
class SharedCoreTest {

    private static final int CALLS_BETWEEN_LOOKS = 100;

    /** The cores of threads that may not use all. */
    private static final Map<String, String> BOUND = new ConcurrentHashMap<>();

    /** Threads that have looked at their cores several times. */
    private static final Map<String, Integer> LOOKS = new ConcurrentHashMap<>();

    private static final AtomicReference<CountDownLatch> ENOUGH = new AtomicReference<>();

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        assumeTrue(Files.exists(Path.of("/proc/thread-self/status")), "needs Linux");
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two cores");
        BOUND.clear();
        LOOKS.clear();
    }

    @Test
    void theirThreadsShareACore() throws InterruptedException {
        // All have found themselves bound
        run(Config.empty(), () -> BOUND.size() == 2);
        assertThat(BOUND.keySet()).containsExactlyInAnyOrder("millrace-w1-executor-0", "millrace-w2-executor-0");
        assertThat(Set.copyOf(BOUND.values())).hasSize(1);
    }

    @Test
    void notIfTheTopologySaysSo() throws InterruptedException {
        Config config = Config.empty().with(TopologyKeys.SHARE_CORE, false);
        // 2 s of a tuple in each 50 us
        run(config, () -> LOOKS.size() == 2 && LOOKS.values().stream().allMatch(looks -> looks > 400));
        assertThat(BOUND).isEmpty();
    }

    private interface Condition {
        boolean holds();
    }

    private void run(Config config, Condition condition) throws InterruptedException {
        CountDownLatch enough = new CountDownLatch(1);
        ENOUGH.set(enough);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OftenSpout(), 2);
        builder.setBolt("sink", TestBolts.basic((tuple, out) -> {}), 2).shuffle("numbers");
        LookingThread.condition = condition;
        try (TestWorkers workers =
                new TestWorkers(builder.build(), config, Map.of("w1", "n", "w2", "n"), directory, 1).startAll()) {
            // A loop in this thread would take one of the cores
            enough.await();
            assertThat(workers.failures).isEmpty();
        }
        assertThat(TestWorkers.threads()).isEmpty();
    }

    /** What a component's thread does now and then. */
    private static final class LookingThread {

        private static volatile Condition condition;

        static void look() {
            String name = Thread.currentThread().getName();
            LOOKS.merge(name, 1, Integer::sum);
            String cores = cores();
            if (cores.matches("\\d+")) {
                BOUND.put(name, cores);
            }
            if (condition.holds()) {
                ENOUGH.get().countDown();
            }
        }

        private static String cores() {
            try {
                return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                        .filter(line -> line.startsWith("Cpus_allowed_list:"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElseThrow();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Has a tuple every 50 us. */
    private static final class OftenSpout implements Spout {

        private static final long serialVersionUID = 1L;
        private static final long PERIOD_NANOS = 50_000;

        private transient SpoutCollector out;
        private transient TaskContext context;
        private long due;
        private int calls;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            due = context.nanoTime();
        }

        @Override
        public void nextTuple() {
            if (context.nanoTime() >= due) {
                out.emit(due);
                due = context.nanoTime() + PERIOD_NANOS;
                if (++calls % CALLS_BETWEEN_LOOKS == 0) {
                    LookingThread.look();
                }
            }
        }
    }
}

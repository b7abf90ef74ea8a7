package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.executor.ExecutorThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executors that change their threads, with the threads of real workers. */
@Timeout(30)
class SharedThreadsTest {

    private static final AtomicBoolean SHARES = new AtomicBoolean();
    private static final AtomicReference<CountDownLatch> OPENS = new AtomicReference<>();
    private static final AtomicInteger ALLOWED = new AtomicInteger();
    private static final AtomicBoolean ENOUGH = new AtomicBoolean();
    private static final Map<Integer, String> THREADS = new ConcurrentHashMap<>();
    private static final Map<String, Integer> LAST = new ConcurrentHashMap<>();

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        SHARES.set(false);
        ENOUGH.set(false);
        ALLOWED.set(0);
        OPENS.set(new CountDownLatch(0));
        THREADS.clear();
        LAST.clear();
    }

    @Test
    void nothingIsLostRepeatedOrSwappedWhenExecutorsChangeTheirThreadsUnderLoad() {
        Journal journal = Journal.fresh("change-threads");
        try (TestWorkers workers = workers("change-threads", Map.of("w1", "n"), 100)) {
            for (int i = 0; i < 10; i++) {
                SHARES.set(true);
                await(() -> threads() == 1 || !workers.failures.isEmpty());
                SHARES.set(false);
                await(() -> threads() == 2 || !workers.failures.isEmpty());
            }
            SHARES.set(true);
            await(() -> threads() == 1 || !workers.failures.isEmpty());
            finish(workers, journal);
        }
        assertThat(TestWorkers.threads()).isEmpty();
    }

    @Test
    void whatOtherProcessesSendWakesAnExecutorThatIsNotAtHome() {
        Journal journal = Journal.fresh("away-from-home");
        SHARES.set(true);
        TopologyBuilder builder = new TopologyBuilder();
        // Tasks 1 and 3 in w2, 2 and 4 in w1, where nothing is due by itself
        builder.setSpout("numbers", new EndlessSpout("away-from-home"));
        builder.setBolt("sink", sink("away-from-home"), 3).all("numbers");
        try (TestWorkers workers = workers(builder.build(), Map.of("w1", "n", "w2", "n"), 1)) {
            int shared = 0;
            for (int i = 1; shared < 20; i++) {
                await(() -> workers.worker("w1").states().stream().allMatch(ExecutorThread.State.WAITING::equals));
                ALLOWED.incrementAndGet();
                int expected = 3 * i;
                await(() -> journal.seen.size() == expected || !workers.failures.isEmpty());
                assertThat(workers.failures).isEmpty();
                shared += THREADS.get(4).equals(THREADS.get(2)) ? 1 : 0;
            }
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void threadsWithoutExecutorsBlockAndEnd() {
        Journal journal = Journal.fresh("without-executors");
        SHARES.set(true);
        try (TestWorkers workers = workers("without-executors", Map.of("w1", "n"), 100)) {
            await(() -> threads() == 1 || !workers.failures.isEmpty());
            finish(workers, journal);
            await(() -> workers.worker("w1").states().stream().allMatch(ExecutorThread.State.WAITING::equals));
            WorkerRuntime worker = workers.worker("w1");
            workers.stop("w1");
            assertThat(worker.hasClosedComponents()).isTrue();
        }
        assertThat(TestWorkers.threads()).isEmpty();
    }

    @Test
    void everyComponentIsClosedOnceByItsOwnThreadAgain() {
        Journal journal = Journal.fresh("closed-at-home");
        SHARES.set(true);
        try (TestWorkers workers = workers("closed-at-home", Map.of("w1", "n"), 100)) {
            await(() -> threads() == 1 || !workers.failures.isEmpty());
            workers.stop("w1");
        }
        assertThat(journal.events)
                .containsExactlyInAnyOrder("closed by millrace-w1-executor-0", "closed by millrace-w1-executor-1");
        assertThat(TestWorkers.threads()).isEmpty();
    }

    @Test
    void anExecutorDoesNotWaitForAThreadWhoseComponentsStillOpen() {
        Journal journal = Journal.fresh("still-opens");
        SHARES.set(true);
        OPENS.set(new CountDownLatch(1));
        ALLOWED.set(0);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new EndlessSpout("still-opens"), 2);
        Config config = Config.empty().with(TopologyKeys.IDLE_LINGER, Duration.ZERO);
        try (TestWorkers workers =
                new TestWorkers(builder.build(), config, Map.of("w1", "n"), null, 2, SHARES).startAll()) {
            // Long enough for several verdicts
            for (int i = 1; i <= 100; i++) {
                ALLOWED.set(i);
                int expected = i;
                await(() -> workers.sum("numbers", TaskMetrics::acked) == expected || !workers.failures.isEmpty());
                await(() -> workers.worker("w1").states().contains(ExecutorThread.State.WAITING));
            }
            assertThat(journal.events).isEmpty();
            OPENS.get().countDown();
            await(() -> workers.sum("numbers", TaskMetrics::acked) == 200 || !workers.failures.isEmpty());
            assertThat(workers.failures).isEmpty();
        } finally {
            OPENS.get().countDown();
        }
    }

    @Test
    void executorsKeepTheirThreadsIfTheTopologySaysSo() {
        Journal journal = Journal.fresh("keep-threads");
        SHARES.set(true);
        ALLOWED.set(Integer.MAX_VALUE);
        Config config = Config.empty().with(TopologyKeys.SHARE_THREADS, false);
        try (TestWorkers workers =
                new TestWorkers(topology("keep-threads"), config, Map.of("w1", "n"), null, 2, SHARES).startAll()) {
            await(() -> workers.sum("sink", TaskMetrics::executed) > 100_000 || !workers.failures.isEmpty());
            assertThat(threads()).isEqualTo(2);
            finish(workers, journal);
            assertThat(threads()).isEqualTo(2);
        }
    }

    private TestWorkers workers(String test, Map<String, String> nodes, int pending) {
        ALLOWED.set(Integer.MAX_VALUE);
        return workers(topology(test), nodes, pending);
    }

    private TestWorkers workers(Topology topology, Map<String, String> nodes, int pending) {
        // Threads block whenever they have nothing to do
        Config config = Config.empty()
                .with(TopologyKeys.MAX_SPOUT_PENDING, pending)
                .with(TopologyKeys.IDLE_LINGER, Duration.ZERO);
        Path shared = nodes.size() > 1 ? directory : null;
        return new TestWorkers(topology, config, nodes, shared, 2, SHARES).startAll();
    }

    /** In one worker with two executors, each of them has a source and a sink. */
    private static Topology topology(String test) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new EndlessSpout(test), 2);
        builder.setBolt("sink", sink(test), 2).fields("numbers", "number");
        return builder.build();
    }

    private static Bolt sink(String test) {
        return TestBolts.full((input, out, context) -> {
            THREADS.put(context.taskId(), Thread.currentThread().getName());
            int number = (Integer) input.get(1);
            Integer before = LAST.put(input.get(0) + ">" + context.taskId(), number);
            if (before != null && before >= number) {
                Journal.of(test).failed.put(number, before);
            }
            Journal.of(test).seen.add(input.get(0) + ":" + number);
            out.ack(input);
        });
    }

    /** On how many threads the four tasks were seen last. */
    private static int threads() {
        return THREADS.size() < 4 ? 0 : new HashSet<>(THREADS.values()).size();
    }

    private static void finish(TestWorkers workers, Journal journal) {
        ENOUGH.set(true);
        await(() -> workers.finished("numbers") || !workers.failures.isEmpty());
        assertThat(workers.failures).isEmpty();
        assertThat(journal.failed).isEmpty();
        assertThat(journal.seen).doesNotHaveDuplicates().hasSize((int) workers.sum("numbers", TaskMetrics::emitted));
        assertThat(workers.sum("numbers", TaskMetrics::acked)).isEqualTo(journal.seen.size());
    }

    /** Emits its index with 0, 1, 2 and so on, tracked, as many as are allowed, until it is enough. */
    private static final class EndlessSpout implements Spout {

        private static final long serialVersionUID = 1L;

        private final String test;
        private transient SpoutCollector out;
        private transient int task;
        private transient int index;
        private transient int next;

        EndlessSpout(String test) {
            this.test = test;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("source", "number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            if (Thread.currentThread().getName().endsWith("executor-0")) {
                await(() -> OPENS.get().getCount() == 0);
            }
            task = context.taskId();
            index = context.taskIndex();
            out = collector;
        }

        @Override
        public void nextTuple() {
            THREADS.put(task, Thread.currentThread().getName());
            if (ENOUGH.get()) {
                out.finish();
            } else if (next < ALLOWED.get()) {
                out.emitTracked(next, index, next++);
            }
        }

        @Override
        public void close() {
            Journal.of(test).events.add("closed by " + Thread.currentThread().getName());
        }

        @Override
        public void fail(Object messageId) {
            Journal.of(test).failed.put(messageId, -1);
        }
    }
}

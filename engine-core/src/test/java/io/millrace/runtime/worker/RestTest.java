package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.spi.Instances;
import io.millrace.runtime.executor.Executor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the executors of a node know of each other's rest; two of one worker and one of another, run turn by turn. */
@Timeout(30)
class RestTest {

    private static final long PERIOD = 1_000_000;

    /** Called by sinks. */
    private static final AtomicReference<Runnable> WITHIN = new AtomicReference<>();

    private static final long NEVER = Long.MAX_VALUE;

    private static final AtomicBoolean EAGER = new AtomicBoolean();

    @TempDir
    Path directory;

    private final SimulatedClock clock = new SimulatedClock();
    private final List<Throwable> failures = new ArrayList<>();
    private final long start = clock.getAsLong();
    private final AtomicInteger received = new AtomicInteger();
    private WorkerAssembly one;
    private WorkerAssembly two;
    private Executor spout;
    private Executor near;
    private Executor far;

    @BeforeEach
    void start() {
        EAGER.set(false);
        WITHIN.set(received::incrementAndGet);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("periodic", new PeriodicSpout(start + PERIOD));
        builder.setBolt("sink", TestBolts.basic((tuple, out) -> WITHIN.get().run()), 2)
                .all("periodic");
        Routing routing = new Routing(Map.of(1, "w1", 2, "w1", 3, "w2"), Map.of("w1", "n", "w2", "n"));
        one = worker("w1", builder, routing);
        two = worker("w2", builder, routing);
        List<PeerEndpoint> up = List.of(one.endpoint(), two.endpoint());
        one.peers().update(up);
        two.peers().update(up);
        spout = executorOf(one, 1);
        near = executorOf(one, 2);
        far = executorOf(two, 3);
        all().forEach(Executor::open);
    }

    private WorkerAssembly worker(String name, TopologyBuilder builder, Routing routing) {
        WorkerSpec spec = new WorkerSpec(
                "rest-1",
                "test",
                builder.build(),
                Config.empty(),
                name,
                "n",
                1,
                routing,
                2,
                directory.resolve(name),
                null,
                RestTest.class.getClassLoader());
        return new WorkerAssembly(spec, clock, Instances.AUTHORS, failures::add);
    }

    private static Executor executorOf(WorkerAssembly worker, int task) {
        return worker.executors().stream()
                .filter(executor -> executor.task(task) != null)
                .findFirst()
                .orElseThrow();
    }

    private List<Executor> all() {
        return List.of(spout, near, far);
    }

    @AfterEach
    void end() {
        all().forEach(Executor::close);
        one.close();
        two.close();
        assertThat(failures).isEmpty();
    }

    private void settle() {
        int work;
        do {
            work = all().stream().mapToInt(Executor::doWork).sum();
        } while (work > 0);
    }

    @Test
    void nothingIsKnownOfWhoHasNotRunYet() {
        settle();
        near.submit(() -> {});
        near.doWork();
        assertKnown(far, false);
        near.doWork();
        assertThat(far.othersRestUntil()).isEqualTo(NEVER);
    }

    @Test
    void allAreQuietUntilTheFirstSourceIsDue() {
        all().forEach(executor -> executor.submit(() -> executor.activate(true)));
        assertKnown(far, false);
        settle();
        assertThat(far.othersRestUntil()).isEqualTo(start + PERIOD);
        assertThat(near.othersRestUntil()).isEqualTo(start + PERIOD);
        assertThat(spout.othersRestUntil()).isEqualTo(NEVER);
    }

    @Test
    void aTupleOnItsWayIsMoreToCome() {
        all().forEach(executor -> executor.submit(() -> executor.activate(true)));
        settle();
        clock.advanceTo(start + PERIOD);
        near.doWork();
        far.doWork();
        assertThat(far.othersRestUntil()).isLessThanOrEqualTo(clock.getAsLong());

        // Both tuples wait
        spout.doWork();
        assertKnown(spout, false);
        spout.doWork();
        assertKnown(spout, false);
        near.doWork();
        near.doWork();
        assertKnown(spout, false);
        // Its rest was told before, but the ring holds what ends it
        assertKnown(near, false);
        far.doWork();
        // Acks are on their way back now
        assertKnown(far, false);
        far.doWork();
        assertKnown(far, false);
        settle();
        assertThat(spout.othersRestUntil()).isEqualTo(NEVER);
        assertThat(far.othersRestUntil()).isEqualTo(start + 2 * PERIOD);
        assertThat(received).hasValue(2);
    }

    @Test
    void whoHasTakenATupleDoesNotRestWhileItWorks() {
        all().forEach(executor -> executor.submit(() -> executor.activate(true)));
        settle();
        List<Long> known = new ArrayList<>();
        WITHIN.set(() -> known.add(spout.othersRestUntil()));
        clock.advanceTo(start + PERIOD);
        spout.doWork();
        spout.doWork();
        far.doWork();
        near.doWork();
        assertThat(known).hasSize(2).allMatch(time -> time <= clock.getAsLong());
    }

    @Test
    void whoWaitsForRoomDoesNotRest() {
        all().forEach(executor -> executor.submit(() -> executor.activate(true)));
        far.submit(() -> far.paused(far.task(3), true));
        settle();
        clock.advanceTo(start + PERIOD);
        settle();
        assertThat(received).hasValue(1);
        assertKnown(near, false);
        assertKnown(spout, false);
        far.submit(() -> far.paused(far.task(3), false));
        settle();
        assertThat(received).hasValue(2);
        assertKnown(near, true);
        assertKnown(spout, true);
    }

    @Test
    void aSourceThatIsAskedAgainAndAgainDoesNotRest() {
        EAGER.set(true);
        all().forEach(executor -> executor.submit(() -> executor.activate(true)));
        settle();
        clock.advanceTo(start + 10);
        settle();
        assertKnown(near, false);
        assertKnown(spout, true);
    }

    private void assertKnown(Executor executor, boolean known) {
        assertThat(executor.othersRestUntil() > clock.getAsLong()).isEqualTo(known);
    }

    /** Emits one tuple per period, tracked. */
    private static final class PeriodicSpout implements Spout {

        private static final long serialVersionUID = 1L;

        private long due;
        private transient SpoutCollector out;
        private transient TaskContext context;

        PeriodicSpout(long first) {
            due = first;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (context.nanoTime() >= due) {
                out.emitTracked(due, due);
                due += PERIOD;
            }
            if (!EAGER.get()) {
                out.idleUntil(due);
            }
        }
    }
}

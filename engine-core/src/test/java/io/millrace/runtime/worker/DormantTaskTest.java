package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.executor.Executor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dormant tasks of a component behind {@code firstIdle} open and close while messages flow, stepped on one thread. */
@Timeout(60)
class DormantTaskTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration CALL = Duration.ofMillis(20);
    private static final int COUNT = 400;
    private static final int LARGE = 40;

    private static SteppedTopology running;

    @TempDir
    Path directory;

    private Journal journal;

    /** Task 1 is the spout, 2 works, 3 counts what was worked on, 4 and 5 are dormant and work too. */
    private static Topology topology(String test) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new NumberSpout(test, COUNT, true));
        builder.setBolt(
                        "work",
                        TestBolts.basic(
                                (input, out) -> {
                                    running.pass(CALL);
                                    out.emit(input.get(0));
                                },
                                "number"))
                .firstIdle("source")
                .set(EngineKeys.BOUNDS.name(), "1..1")
                .set(EngineKeys.TASKS_MAX.name(), 3);
        builder.setBolt("count", TestBolts.sink(test)).shuffle("work");
        return builder.build();
    }

    /** The same with messages of several records of a ring, of which a part may have been sent when their task becomes dormant. */
    private static Topology large(String test, boolean tracked) {
        TopologyBuilder builder = new TopologyBuilder();
        CallSpout.Call call = (out, number, context) -> out.emitIntoStream(
                "rounds", tracked ? number : null, 200_000, target -> target.put(new byte[200_000]), number);
        builder.setSpout("source", tracked ? new CallSpout(test, LARGE, 1, call) : CallSpout.untracked(LARGE, call));
        builder.setBolt("work", TestBolts.basic((input, out) -> out.emit(input.get(0)), "number"))
                .firstIdle("source", "rounds")
                .set(EngineKeys.BOUNDS.name(), "1..1")
                .set(EngineKeys.TASKS_MAX.name(), 2);
        builder.setBolt("count", TestBolts.sink(test)).shuffle("work");
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({"3, true", "5, true", "8, true", "12, true", "4, false", "6, false", "9, false", "13, false"})
    void whatHasNotLeftForATaskThatBecomesDormantGoesToAnother(int steps, boolean tracked) {
        String test = "dormant-large-" + steps;
        journal = Journal.fresh(test);
        try (SteppedTopology topology = SteppedTopology.of(large(test, tracked))
                .config(Config.empty().with(TopologyKeys.RING_BYTES, 1L << 16))
                .workers(1, directory)
                .seed(steps)
                .start()) {
            running = topology;
            String joined = topology.join(4, 1);
            assertThat(topology.runUntil(() -> executed(4) > 2, LONG)).isTrue();
            // Until a message is on its way, in parts
            for (int i = 0; i < steps; i++) {
                topology.step();
            }
            topology.leave(joined);
            topology.kill(joined);

            assertThat(topology.runUntil(() -> journal.seen.size() >= LARGE - 1 && outbox() == 0, LONG))
                    .as("the others go on")
                    .isTrue();
            if (tracked) {
                assertThat(topology.runUntil(() -> journal.acked.size() + journal.failed.size() >= LARGE, LONG))
                        .isTrue();
            }
            assertThat(journal.seen).doesNotHaveDuplicates();
        } finally {
            running = null;
        }
    }

    private long outbox() {
        return running.metrics().tasks().stream()
                .filter(each -> each.component().equals("source"))
                .mapToLong(TaskMetrics::outbox)
                .sum();
    }

    private long executed(int task) {
        return running.metrics().tasks().stream()
                .filter(each -> each.task() == task)
                .mapToLong(TaskMetrics::executed)
                .sum();
    }

    /** A task never has more than one message, so no token is given twice. */
    private void runUntil(BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertThat(i).as("steps of a millisecond").isLessThan(100_000);
            running.runUntil(() -> false, Duration.ofMillis(1));
            assertThat(running.metrics().tasks())
                    .filteredOn(task -> task.component().equals("work"))
                    .allMatch(task -> task.inbox() <= 1);
        }
    }

    private void runForMore(int acked) {
        int before = journal.acked.size();
        runUntil(() -> journal.acked.size() >= before + acked);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aTaskJoinsAndLeavesWhileMessagesFlow(long seed) {
        String test = "dormant-" + seed;
        journal = Journal.fresh(test);
        try (SteppedTopology topology = SteppedTopology.of(topology(test))
                .workers(2, directory)
                .nodes(3, Duration.ofMillis(1))
                .seed(seed)
                .start()) {
            running = topology;
            runForMore(20);
            List<Executor> others =
                    IntStream.of(1, 2, 3).mapToObj(topology::executorOf).toList();

            String first = topology.join(4, 3);
            String second = topology.join(5, 1);
            runForMore(60);
            assertThat(executed(4)).as("on the new node").isPositive();
            assertThat(executed(5)).as("beside others").isPositive();
            assertThat(journal.failed).as("by those that came").isEmpty();

            topology.leave(first);
            runForMore(20);
            topology.kill(first);
            int failed = journal.failed.size();
            assertThat(failed).as("at most what three tasks had").isLessThanOrEqualTo(3);
            topology.kill(second);
            topology.leave(second);
            runForMore(20);
            assertThat(journal.failed.size()).isLessThanOrEqualTo(failed + 2);

            topology.join(4, 1);
            runForMore(20);
            assertThat(executed(4)).as("again").isPositive();
            assertThat(IntStream.of(1, 2, 3).mapToObj(topology::executorOf).toList())
                    .as("nobody was replaced")
                    .isEqualTo(others);
            assertThat(journal.events).as("no spout was paused").doesNotContain("deactivate");
            assertThat(topology.runUntil(() -> journal.acked.size() == COUNT, LONG))
                    .isTrue();
            assertThat(journal.seen)
                    .containsAll(IntStream.range(0, COUNT).boxed().toList());
            assertThat(journal.seen.size()).isLessThanOrEqualTo(COUNT + journal.failed.size());
        } finally {
            running = null;
        }
    }
}

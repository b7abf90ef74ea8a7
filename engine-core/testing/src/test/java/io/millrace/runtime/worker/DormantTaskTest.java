// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.executor.Executor;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
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

    /**
     * Returns a topology in which task 1 is the spout, 2 works, 3 counts the worked inputs, 4 and 5 are dormant and
     * work too.
     */
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

    /**
     * Returns the same topology with messages of several records of a ring, of which a part may have been sent when
     * their task becomes dormant.
     */
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
            // The steps end when a message is on its way, in parts
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
        return running.counts().stream()
                .filter(each -> each.component().equals("source"))
                .mapToLong(TaskMetrics::outbox)
                .sum();
    }

    private long executed(int task) {
        return running.counts().stream()
                .filter(each -> each.task() == task)
                .mapToLong(TaskMetrics::executed)
                .sum();
    }

    /** Runs and checks that a task never has more than one message, so no token is given twice. */
    private void runUntil(BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertThat(i).as("steps of a millisecond").isLessThan(100_000);
            running.runUntil(() -> false, Duration.ofMillis(1));
            assertThat(running.counts())
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
            assertThat(failed).as("at most what one task had").isLessThanOrEqualTo(1);
            topology.kill(second);
            topology.leave(second);
            runForMore(20);
            assertThat(journal.failed.size()).isLessThanOrEqualTo(failed + 1);

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

    /** Keeps an input until the test says go. */
    private static void keep(String test, Tuple input, BoltCollector out, TaskContext context) {
        if (Journal.of(test).events.contains("go")) {
            out.emit(input, input.get(0));
            out.ack(input);
            out.resumeInput();
        } else {
            context.executeAt(context.nanoTime() + CALL.toNanos(), () -> keep(test, input, out, context));
        }
    }

    private static Bolt keeping(String test) {
        return TestBolts.full(
                (input, out, context) -> {
                    Journal.of(test).events.add(input.get(0) + " at " + context.taskId());
                    out.pauseInput();
                    keep(test, input, out, context);
                },
                "number");
    }

    private Set<Integer> keptBy(int task) {
        return journal.events.stream()
                .filter(event -> event.endsWith(" at " + task))
                .map(event -> Integer.parseInt(event.substring(0, event.indexOf(' '))))
                .collect(Collectors.toSet());
    }

    /**
     * Returns a topology in which task 1 is the spout, 2 another one, 3 works, 4 holds the tuples of the other one, 5
     * and 6 are dormant.
     */
    private static Topology keepingTopology(String test, boolean between) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new NumberSpout(test, 12, true));
        builder.setSpout("apart", new NumberSpout(test + "-apart", 12, true));
        builder.setBolt("work", keeping(test))
                .firstIdle(between ? "between" : "source")
                .set(EngineKeys.BOUNDS.name(), "1..1")
                .set(EngineKeys.TASKS_MAX.name(), 3);
        builder.setBolt("held", keeping(test + "-apart")).shuffle("apart");
        if (between) {
            builder.setBolt("between", TestBolts.pass()).shuffle("source");
        }
        builder.setBolt("count", TestBolts.sink(test)).shuffle("work");
        return builder.build();
    }

    /** Each task has some long work. The worker of one of them dies: the work of the others is not repeated. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false"})
    void onlyTheTreesOfAWorkerThatHadJoinedFail(boolean between, boolean leaves) {
        String test = "dormant-kept-" + between + leaves;
        journal = Journal.fresh(test);
        Journal apart = Journal.fresh(test + "-apart");
        int first = between ? 7 : 6;
        try (SteppedTopology topology = SteppedTopology.of(keepingTopology(test, between))
                .workers(2, directory)
                .nodes(3, Duration.ofMillis(1))
                .start()) {
            running = topology;
            String lost = topology.join(first, 3);
            topology.join(first + 1, 1);
            assertThat(topology.runUntil(
                            () -> !keptBy(first).isEmpty()
                                    && !keptBy(first + 1).isEmpty()
                                    && !keptBy(3).isEmpty()
                                    && apart.events.contains("0 at 4"),
                            Duration.ofSeconds(5)))
                    .isTrue();
            topology.advance(Duration.ofMillis(200));
            Set<Integer> had = keptBy(first);
            if (leaves) {
                topology.leave(lost);
            }
            topology.kill(lost);
            topology.advance(Duration.ofMillis(200));

            if (between) {
                assertThat(journal.failed.keySet())
                        .as("what went another way than from the spout is not known")
                        .containsAll(had)
                        .containsAll(keptBy(first + 1));
            } else {
                assertThat(journal.failed.keySet())
                        .as("what it had, and what had been sent to it ahead")
                        .containsAll(had)
                        .hasSizeLessThanOrEqualTo(2)
                        .doesNotContainAnyElementsOf(keptBy(3))
                        .doesNotContainAnyElementsOf(keptBy(first + 1));
            }
            assertThat(apart.failed)
                    .as("of a spout whose tuples never come there")
                    .isEmpty();

            journal.events.add("go");
            apart.events.add("go");
            assertThat(topology.runUntil(() -> journal.acked.size() == 12 && apart.acked.size() == 12, LONG))
                    .isTrue();
            if (!between) {
                assertThat(journal.seen).hasSize(12);
                assertThat(journal.events.stream().filter(event -> event.contains(" at ")))
                        .as("no long work was begun twice but that")
                        .hasSize(12 + had.size());
            }
        } finally {
            running = null;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.executor.ExecutorThread;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link TaskContext#execute}: commands of any thread run in the turns of their task. */
@Timeout(60)
class CommandsTest {

    private static final Map<String, TaskContext> CONTEXTS = new ConcurrentHashMap<>();
    private static final Map<String, BoltCollector> COLLECTORS = new ConcurrentHashMap<>();
    private static final List<String> EVENTS = new java.util.concurrent.CopyOnWriteArrayList<>();

    private final TopologyBuilder builder = new TopologyBuilder();

    @AfterEach
    void forget() {
        CONTEXTS.clear();
        COLLECTORS.clear();
        EVENTS.clear();
    }

    @Test
    void aCommandRunsBeforeTheTuplesThatWaitAndMayEmitAndAck() {
        Journal journal = Journal.fresh("commands");
        builder.setSpout(
                "source", new CallSpout("commands", 3, 1, (out, number, context) -> out.emitTracked(number, number)));
        builder.setBolt("hub", new Hub()).shuffle("source");
        builder.setBolt("sink", TestBolts.sink("commands")).shuffle("hub");
        try (GatedTopology topology = new GatedTopology(builder.build(), Config.empty(), task -> 1, 3, null, 1)) {
            topology.hold("hub");
            topology.settle();
            CONTEXTS.get("hub").execute(() -> {
                EVENTS.add("command");
                COLLECTORS.get("hub").emitUnanchored(7);
            });
            assertThat(EVENTS).isEmpty();
            topology.release("hub");
            topology.settle();
            assertThat(EVENTS).containsExactly("command", "input 0", "input 1", "input 2");
            assertThat(journal.seen).containsExactly(7, 0, 1, 2);
            assertThat(journal.acked).hasSize(3);
        }
    }

    @Test
    void noCommandRunsWhileAnEmissionWaitsInTheOutbox() {
        Journal.fresh("commands-outbox");
        builder.setSpout("source", CallSpout.untracked(5_000, (out, number, context) -> out.emit(number)));
        builder.setBolt("hub", new Hub()).shuffle("source");
        builder.setBolt("sink", TestBolts.sink("commands-outbox")).shuffle("hub");
        Config config = Config.empty().with(TopologyKeys.INBOX, 4);
        try (GatedTopology topology = new GatedTopology(builder.build(), config, task -> 1, 3, null, 1)) {
            topology.hold("sink");
            topology.settle();
            assertThat(topology.sum("hub", TaskMetrics::outbox)).isPositive();
            CONTEXTS.get("hub").execute(() -> EVENTS.add("command"));
            topology.settle();
            assertThat(EVENTS).doesNotContain("command");
            topology.release("sink");
            topology.settle();
            assertThat(EVENTS).contains("command");
        }
    }

    @Test
    void aCommandWakesATaskThatSleeps() {
        builder.setSpout("source", new Quiet());
        builder.setBolt("hub", new Hub()).shuffle("source");
        Config config = Config.empty();
        try (TestWorkers workers = new TestWorkers(builder.build(), config, Map.of("w1", "node"), null, 2).startAll()) {
            TestWorkers.await(() -> CONTEXTS.containsKey("hub"));
            AtomicInteger runs = new AtomicInteger();
            for (int i = 1; i <= 200; i++) {
                int number = i;
                TestWorkers.await(() -> workers.worker("w1").threads().stream()
                        .allMatch(thread -> thread.state() == ExecutorThread.State.WAITING));
                CONTEXTS.get("hub").execute(runs::incrementAndGet);
                TestWorkers.await(() -> runs.get() == number);
            }
            assertThat(workers.failures).isEmpty();
        }
    }

    @Test
    void everyCommandOfManyThreadsRunsOnceInOrderOnTheTasksThread() throws InterruptedException {
        builder.setSpout("source", new Quiet());
        builder.setBolt("hub", new Hub()).blocking().shuffle("source");
        int each = 20_000;
        int count = 4;
        int[] seen = new int[count];
        AtomicInteger disorder = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        List<Thread> callers = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (TestWorkers workers =
                new TestWorkers(builder.build(), Config.empty(), Map.of("w1", "node"), null, 1).startAll()) {
            TestWorkers.await(() -> CONTEXTS.containsKey("hub"));
            List<Thread> threads = start(count, thread -> {
                for (int i = 0; i < each; i++) {
                    int number = i;
                    handOver(() -> {
                        if (seen[thread]++ != number) {
                            disorder.incrementAndGet();
                        }
                        if (!callers.contains(Thread.currentThread())) {
                            callers.add(Thread.currentThread());
                        }
                        runs.incrementAndGet();
                    });
                }
            });
            for (Thread thread : threads) {
                thread.join();
            }
            TestWorkers.await(() -> runs.get() == count * each);
            assertThat(workers.failures).isEmpty();
        }
        assertThat(disorder).hasValue(0);
        assertThat(runs).hasValue(count * each);
        assertThat(callers).hasSize(1);
    }

    @Test
    void whatIsAcceptedBeforeTheEndIsRunAndTheRestIsRefused() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            CONTEXTS.clear();
            TopologyBuilder fresh = new TopologyBuilder();
            fresh.setSpout("source", new Quiet());
            fresh.setBolt("hub", new Hub()).shuffle("source");
            AtomicInteger accepted = new AtomicInteger();
            AtomicInteger runs = new AtomicInteger();
            AtomicBoolean ranAfterClose = new AtomicBoolean();
            List<Thread> threads;
            try (TestWorkers workers =
                    new TestWorkers(fresh.build(), Config.empty(), Map.of("w1", "node"), null, 1).startAll()) {
                TestWorkers.await(() -> CONTEXTS.containsKey("hub"));
                TaskContext context = CONTEXTS.get("hub");
                threads = start(3, thread -> {
                    while (true) {
                        try {
                            context.execute(() -> {
                                runs.incrementAndGet();
                                if (EVENTS.contains("closed")) {
                                    ranAfterClose.set(true);
                                }
                            });
                            accepted.incrementAndGet();
                        } catch (RejectedExecutionException e) {
                            if (e.getMessage().contains("is closed")) {
                                return;
                            }
                        }
                    }
                });
                TestWorkers.await(() -> runs.get() > 100);
                assertThat(workers.failures).isEmpty();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(runs.get()).isEqualTo(accepted.get());
            assertThat(ranAfterClose).isFalse();
            assertThat(EVENTS).contains("closed");
            EVENTS.clear();
        }
    }

    @Test
    void refusalsSayWhatToDo() {
        builder.setSpout("source", new Quiet());
        builder.setBolt("hub", new Hub()).set("topology.task.commands", 2).shuffle("source");
        SteppedTopology topology = SteppedTopology.of(builder.build()).start();
        TaskContext context = CONTEXTS.get("hub");
        context.execute(() -> EVENTS.add("one"));
        context.execute(() -> EVENTS.add("two"));
        assertThatThrownBy(() -> context.execute(() -> EVENTS.add("three")))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("component 'hub', task 2: 2 commands of other threads wait already: call"
                        + " TaskContext.execute less often, or raise topology.task.commands");
        topology.runUntilIdle(1_000);
        context.execute(() -> EVENTS.add("four"));
        topology.close();
        assertThat(EVENTS).containsExactly("one", "two", "four", "closed");
        assertThatThrownBy(() -> context.execute(() -> EVENTS.add("five")))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("component 'hub', task 2 is closed and runs no command any more: end what calls"
                        + " TaskContext.execute in close, or ignore this there");
        assertThatThrownBy(() -> context.execute(null)).hasMessage("the command is null: give one");
    }

    @Test
    void aKilledWorkersTaskRefusesCommandsAndDropsThoseThatWait() {
        builder.setSpout("source", new Quiet());
        builder.setBolt("hub", new Hub()).shuffle("source");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2).start()) {
            TaskContext context = CONTEXTS.get("hub");
            context.execute(() -> EVENTS.add("lost"));
            topology.kill(topology.workerOfTask().get(context.taskId()));
            assertThatThrownBy(() -> context.execute(() -> {})).hasMessageContaining("is closed");
        }
        assertThat(EVENTS).doesNotContain("lost");
    }

    @Test
    void anExceptionIsAnErrorOfTheComponentWithItsPolicy() {
        builder.setSpout("source", new Quiet());
        builder.setBolt("hub", new Hub()).shuffle("source");
        builder.setBolt("strict", new Hub())
                .set("topology.on.error", "kill-topology")
                .shuffle("source");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            for (String component : List.of("hub", "strict")) {
                CONTEXTS.get(component).execute(() -> {
                    throw new IllegalArgumentException("bad answer");
                });
                if (component.equals("hub")) {
                    topology.runUntilIdle(1_000);
                    assertThat(topology.metrics().tasks())
                            .filteredOn(task -> task.component().equals("hub"))
                            .extracting(TaskMetrics::errors)
                            .containsExactly(1L);
                }
            }
            assertThatThrownBy(() -> topology.runUntilIdle(1_000))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("component 'strict', task 3: java.lang.IllegalArgumentException: bad answer"
                            + " in a command of execute");
        }
    }

    @Test
    void aCommandRunsAtItsTime() {
        builder.setSpout("source", new Quiet());
        builder.setBolt("hub", new Hub()).shuffle("source");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            TaskContext context = CONTEXTS.get("hub");
            long start = context.nanoTime();
            context.execute(() -> {
                for (int seconds : new int[] {3, 1, 2, 1}) {
                    context.executeAt(
                            start + seconds * 1_000_000_000L,
                            () -> EVENTS.add(seconds + " s " + (context.nanoTime() - start) / 1_000_000_000L));
                }
            });
            topology.runUntilIdle(1_000);
            assertThat(EVENTS).isEmpty();
            topology.advance(Duration.ofMillis(2_500));
            assertThat(EVENTS).containsExactly("1 s 1", "1 s 1", "2 s 2");
        }
        assertThat(EVENTS).doesNotContain("3 s 3");
    }

    @Test
    void onlyTheTasksThreadSetsATime() throws InterruptedException {
        builder.setSpout("source", new Quiet());
        builder.setBolt("hub", new Hub()).shuffle("source");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            TaskContext context = CONTEXTS.get("hub");
            List<Thread> threads = start(
                    1,
                    thread -> assertThatThrownBy(() -> context.executeAt(1, () -> {}))
                            .hasMessageContaining("hub', task 2: executeAt is called by thread"));
            threads.get(0).join();
            topology.runUntilIdle(1_000);
            assertThat(EVENTS).isEmpty();
        }
    }

    @Test
    void aCommandLetsAQuietSpoutEmit() {
        Journal journal = Journal.fresh("commands-spout");
        builder.setSpout("source", new Quiet());
        builder.setBolt("sink", TestBolts.sink("commands-spout")).shuffle("source");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            topology.runUntilIdle(1_000);
            CONTEXTS.get("source").execute(() -> Quiet.next = 5);
            topology.runUntilIdle(1_000);
            assertThat(journal.seen).containsExactly(5);
            CONTEXTS.get("source").execute(() -> Quiet.collector.emit(6));
            topology.runUntilIdle(1_000);
            assertThat(journal.seen).containsExactly(5, 6);
        }
    }

    /** Hands a command to the hub, again while it has no room. */
    private static void handOver(Runnable command) {
        while (true) {
            try {
                CONTEXTS.get("hub").execute(command);
                return;
            } catch (RejectedExecutionException e) {
                Thread.onSpinWait();
            }
        }
    }

    private static List<Thread> start(int count, java.util.function.IntConsumer body) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> body.accept(number), "caller-" + i);
            thread.setUncaughtExceptionHandler((failed, error) -> EVENTS.add("uncaught " + error));
            threads.add(thread);
            thread.start();
        }
        return threads;
    }

    /** Forwards its inputs, and shows its context and collector to the test. */
    private static final class Hub implements Bolt {

        private static final long serialVersionUID = 1L;

        private transient BoltCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
            COLLECTORS.put(context.componentId(), collector);
            CONTEXTS.put(context.componentId(), context);
        }

        @Override
        public void execute(Tuple input) {
            EVENTS.add("input " + input.get(0));
            out.emit(input, input.get(0));
            out.ack(input);
        }

        @Override
        public void close() {
            EVENTS.add("closed");
        }
    }

    /** A spout that has nothing to emit for a day, unless a command gives it something. */
    private static final class Quiet implements Spout {

        private static final long serialVersionUID = 1L;

        private static volatile int next;
        private static volatile SpoutCollector collector;

        private transient TaskContext context;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void open(TaskContext task, SpoutCollector out) {
            context = task;
            collector = out;
            next = 0;
            CONTEXTS.put(task.componentId(), task);
        }

        @Override
        public void nextTuple() {
            if (next > 0) {
                collector.emit(next);
                next = 0;
            } else {
                collector.idleUntil(context.nanoTime() + Duration.ofDays(1).toNanos());
            }
        }
    }
}

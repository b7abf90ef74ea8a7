// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.config.Idle;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.ExecutorBell;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.task.TestWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One executor with one spout, stepped as a thread would step it. */
@Timeout(30)
class ExecutorAgentTest {

    private static final long NEVER = Long.MAX_VALUE;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final HookedBell bell = new HookedBell();
    private final QuietSpout spout = new QuietSpout();
    private final Executor executor = executor();
    private final ExecutorAgent agent = new ExecutorAgent(executor, Idle.PARK);
    private volatile long now = 1_000;

    private Executor executor() {
        return executor(ExecutorBell.fixed(bell));
    }

    private Executor executor(ExecutorBell bell) {
        Topology topology = Specs.topology(Specs.spec("quiet", 1));
        TaskGraph graph = new TaskGraph(topology);
        WorkerCounters counters = WorkerCounters.inMemory("w", 1, graph.tasks(), List.of(List.of(1)));
        ExecutorWorker worker = new ExecutorWorker(
                TestWorker.of(graph.tasks(), () -> now),
                new AuthorCode((spec, task, loader) -> spout, ExecutorAgentTest.class.getClassLoader(), () -> null),
                graph,
                new Clocks(() -> now, () -> now),
                counters,
                List.of(),
                failures::add);
        return new Executor(new ExecutorSetup(
                "millrace-test-executor",
                worker,
                List.of(1),
                1,
                new Inbound(16, bell),
                new ValuesCodec(List.of()),
                counters.executor(0)));
    }

    /** Opens the agent and takes turns until it blocks. */
    private void openAndBlock() {
        openAndBlock(agent);
    }

    private static void openAndBlock(ExecutorAgent agent) {
        agent.open();
        int turns = 0;
        while (agent.doWork() > 0 || !agent.prepareToWait()) {
            assertThat(agent.isOver()).isFalse();
            assertThat(++turns).isLessThan(1_000);
        }
        assertThat(agent.bell().isWaiting()).isTrue();
    }

    @Test
    void whoBringsWorkAfterTheLastLookRings() {
        openAndBlock();
        executor.submit(() -> events.add("command"));
        assertThat(bell.isWaiting()).isFalse();
        bell.await(Doorbell.NEVER);
        assertThat(agent.doWork()).isEqualTo(1);
        assertThat(events).contains("command");
    }

    @Test
    void whatCameBeforeItPublishedThatItWaitsIsFoundByTheLastLook() {
        openAndBlock();
        bell.cancelWait();
        assertThat(agent.doWork()).isZero();
        // The command comes before the thread is seen as waiting, so the doorbell is not rung
        bell.beforeWait = () -> executor.submit(() -> events.add("command"));
        assertThat(agent.prepareToWait()).isFalse();
        assertThat(events).contains("command");
        assertThat(bell.isWaiting()).isFalse();
    }

    @Test
    void aThreadThatSpinsNeverWaits() {
        ExecutorAgent spinning = new ExecutorAgent(executor, Idle.SPIN);
        spinning.open();
        for (int i = 0; i < 100; i++) {
            spinning.doWork();
            assertThat(spinning.prepareToWait()).isFalse();
        }
        assertThat(bell.isWaiting()).isFalse();
    }

    @Test
    void aStopIsSeenBeforeItBlocksAndRingsAfterwards() {
        openAndBlock();
        bell.cancelWait();
        bell.beforeWait = agent::stop;
        assertThat(agent.prepareToWait()).isFalse();
        assertThat(agent.isOver()).isTrue();
        bell.prepareWait();
        agent.stop();
        assertThat(bell.isWaiting()).isFalse();
    }

    @Test
    void aFailureToOpenEndsItAndItsComponentIsClosed() {
        spout.onOpen = () -> {
            throw new IllegalStateException("no database");
        };
        agent.open();
        assertThat(agent.isOver()).isTrue();
        assertThat(failures).singleElement().isInstanceOf(TopologyException.class);
        agent.close();
        assertThat(events).containsExactly("open", "close");
    }

    @Test
    void aCommandThatThrowsInTheLastTurnEndsIt() {
        openAndBlock();
        bell.cancelWait();
        bell.beforeWait = () -> executor.submit(() -> {
            throw new IllegalStateException("command");
        });
        assertThat(agent.prepareToWait()).isFalse();
        assertThat(agent.isOver()).isTrue();
        assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCommandThatThrowsDoesNotKeepItsComponentFromBeingClosed() {
        openAndBlock();
        agent.stop();
        executor.submit(() -> {
            throw new IllegalStateException("command");
        });
        agent.close();
        assertThat(events).containsExactly("open", "close");
    }

    @Test
    void itBlocksUntilTheSpoutIsDueWhichIsCalledThen() {
        long due = now + 500;
        spout.idleUntil = due;
        executor.submit(() -> executor.activate(true));
        openAndBlock();
        assertThat(agent.wakeAt()).isEqualTo(due);
        assertThat(spout.calls).isEqualTo(1);
        spout.idleUntil = NEVER;
        bell.cancelWait();
        now = due - 1;
        agent.doWork();
        assertThat(spout.calls).isEqualTo(1);
        now = due;
        agent.doWork();
        assertThat(spout.calls).isEqualTo(2);
    }

    @Test
    void aSpoutThatSaysTheTimeOfItsCallDoesNotKeepItAwake() {
        spout.onCall = () -> {
            now += 10;
            spout.idleUntil = now;
        };
        executor.submit(() -> executor.activate(true));
        openAndBlock();
        assertThat(spout.calls).isEqualTo(2);
        assertThat(agent.wakeAt())
                .isEqualTo(now + TopologyKeys.SPOUT_POLL.defaultValue().toNanos() / 8);
    }

    @Test
    void aSpoutWhoseTimeComesDuringItsCallIsCalledAgainInTheSameTurn() {
        spout.onCall = () -> {
            spout.idleUntil = spout.calls == 1 ? now + 5 : NEVER;
            now += 10;
        };
        executor.submit(() -> executor.activate(true));
        agent.open();
        agent.doWork();
        assertThat(spout.calls).isEqualTo(2);
        openAndBlock();
        assertThat(agent.wakeAt()).isEqualTo(NEVER);
    }

    @Test
    void aSpoutThatSaysNothingIsDueAfterThePaceSinceItsCallBegan() {
        spout.says = false;
        long begin = now;
        spout.onCall = () -> now += 700;
        executor.submit(() -> executor.activate(true));
        openAndBlock();
        assertThat(spout.calls).isEqualTo(1);
        assertThat(agent.wakeAt())
                .isEqualTo(begin + TopologyKeys.SPOUT_POLL.defaultValue().toNanos() / 8);
    }

    @Test
    void anExecutorThatIsGivenAwayIsSteppedByTheOtherAgentWhichIsWoken() {
        LocalDoorbells bells = new LocalDoorbells(2);
        ExecutorAgent first = new ExecutorAgent(executor(bells.of(0)), Idle.PARK);
        ExecutorAgent second = new ExecutorAgent(executor(bells.of(1)), Idle.PARK);
        Executor given = second.executors()[0];
        openAndBlock(first);
        openAndBlock(second);
        second.give(given, first);
        assertThat(second.bell().isWaiting()).isFalse();
        assertThat(second.doWork()).isEqualTo(1);
        assertThat(second.executors()).isEmpty();
        assertThat(second.prepareToWait()).isTrue();
        assertThat(second.wakeAt()).isEqualTo(NEVER);

        // Who brings it work wakes the first thread
        assertThat(first.bell().isWaiting()).isFalse();
        assertThat(first.doWork()).isEqualTo(1);
        assertThat(first.executors()).hasSize(2).contains(given);
        assertThat(first.prepareToWait()).isTrue();
        given.submit(() -> events.add("command"));
        assertThat(second.bell().isWaiting()).isTrue();
        assertThat(first.bell().isWaiting()).isFalse();
        first.doWork();
        assertThat(events).contains("command");

        // And it goes back
        first.give(given, second);
        first.doWork();
        assertThat(second.doWork()).isEqualTo(1);
        assertThat(second.executors()).containsExactly(given);
    }

    @Test
    void anExecutorStaysIfTheOtherAgentHasClosed() {
        LocalDoorbells bells = new LocalDoorbells(2);
        ExecutorAgent first = new ExecutorAgent(executor(bells.of(0)), Idle.PARK);
        ExecutorAgent second = new ExecutorAgent(executor(bells.of(1)), Idle.PARK);
        Executor kept = second.executors()[0];
        first.open();
        second.open();
        first.stop();
        first.close();
        second.give(kept, first);
        second.doWork();
        assertThat(second.executors()).containsExactly(kept);
        openAndBlock(second);
        kept.submit(() -> events.add("command"));
        assertThat(second.bell().isWaiting()).isFalse();
    }

    @Test
    void anExecutorThatArrivesAtAnAgentThatEndsIsClosedByIt() {
        LocalDoorbells bells = new LocalDoorbells(2);
        ExecutorAgent first = new ExecutorAgent(executor(bells.of(0)), Idle.PARK);
        ExecutorAgent second = new ExecutorAgent(executor(bells.of(1)), Idle.PARK);
        first.open();
        second.open();
        second.give(second.executors()[0], first);
        second.doWork();
        first.stop();
        second.stop();
        second.close();
        assertThat(events).containsExactly("open", "open");
        first.close();
        assertThat(events).containsExactly("open", "open", "close", "close");
    }

    @Test
    void aThreadThatCannotWaitFailsAndClosesItsComponent() {
        bell.onBlock = () -> {
            throw new UncheckedIOException(new IOException("the pipe is gone"));
        };
        ExecutorThread thread = new ExecutorThread(
                agent,
                new Watchdog("millrace-test-watchdog", () -> now),
                getClass().getClassLoader());
        thread.start();
        thread.join();
        assertThat(thread.state()).isEqualTo(ExecutorThread.State.ENDED);
        assertThat(failures).singleElement().isInstanceOf(UncheckedIOException.class);
        assertThat(events).containsExactly("open", "close");
    }

    @Test
    void aThreadWhoseComponentDoesNotOpenEnds() {
        spout.onOpen = () -> {
            throw new IllegalStateException("no database");
        };
        ExecutorThread thread = new ExecutorThread(
                agent,
                new Watchdog("millrace-test-watchdog", () -> now),
                getClass().getClassLoader());
        thread.start();
        thread.join();
        assertThat(thread.state()).isEqualTo(ExecutorThread.State.ENDED);
        assertThat(failures).singleElement().isInstanceOf(TopologyException.class);
    }

    private final class QuietSpout implements Spout {
        private static final long serialVersionUID = 1L;

        private transient Runnable onOpen = () -> {};
        private transient Runnable onCall = () -> {};
        private long idleUntil = NEVER;
        private boolean says = true;
        private transient SpoutCollector out;
        private int calls;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
            events.add("open");
            onOpen.run();
        }

        @Override
        public void nextTuple() {
            calls++;
            onCall.run();
            if (says) {
                out.idleUntil(idleUntil);
            }
        }

        @Override
        public void close() {
            events.add("close");
        }
    }

    /** Calls back in the moments that matter. */
    private static final class HookedBell implements Doorbell {

        private final ThreadDoorbell bell = new ThreadDoorbell();
        private Runnable beforeWait = () -> {};
        private Runnable onBlock = () -> {};

        @Override
        public void prepareWait() {
            Runnable hook = beforeWait;
            beforeWait = () -> {};
            hook.run();
            bell.prepareWait();
        }

        @Override
        public void cancelWait() {
            bell.cancelWait();
        }

        @Override
        public void await(long deadlineNanos) {
            onBlock.run();
            bell.await(deadlineNanos);
        }

        @Override
        public void ring() {
            bell.ring();
        }

        @Override
        public boolean isWaiting() {
            return bell.isWaiting();
        }

        @Override
        public Path path() {
            return null;
        }

        @Override
        public void close() {
            bell.close();
        }
    }
}

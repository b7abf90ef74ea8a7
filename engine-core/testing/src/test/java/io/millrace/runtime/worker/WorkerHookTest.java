// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.WorkerContext;
import io.millrace.api.WorkerHook;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.testing.BoltTest;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerHookTest {

    private static final Duration LONG = Duration.ofSeconds(5);

    /** The object that the tasks of a worker share. */
    record Pool(String test, String worker) implements AutoCloseable {

        @Override
        public void close() {
            Journal.of(test).events.add("close pool of " + worker);
        }
    }

    /** A spout or bolt that emits the answers of its context. */
    private record Asking(String test) implements BasicBolt {

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext context) {
            Pool pool = context.shared(Pool.class);
            Journal.of(test).events.add("open task " + context.taskId() + " with " + pool.worker());
            assertThat(context.shared(AutoCloseable.class)).isSameAs(pool);
            assertThat(context.workerId()).isEqualTo(pool.worker());
            assertThat(context.workerTasks()).contains(context.taskId());
            assertThat(context.region()).isEmpty();
            Journal.of(test).seen.add(context.node() + " " + context.workerTasks() + " " + context.attempt());
        }

        @Override
        public void execute(Tuple input, Emitter out) {}

        @Override
        public void close() {
            Journal.of(test).events.add("close task");
        }
    }

    private final TopologyBuilder builder = new TopologyBuilder();

    private Journal topology(String test) {
        Journal journal = Journal.fresh(test);
        builder.setSpout("numbers", new NumberSpout(test, 1, false));
        builder.setBolt("ask", new Asking(test), 3).shuffle("numbers");
        return journal;
    }

    private SteppedTopology start(int workers, int executors) {
        return SteppedTopology.of(TopologyJson.read(TopologyJson.write(builder.build())))
                .workers(workers)
                .executors(executors)
                .start();
    }

    @Test
    void itIsOpenBeforeTheFirstTaskAndUntilTheLastOneHasClosed() {
        Journal journal = topology("order");
        builder.workerHook(context -> {
            Journal.of("order").events.add("open pool of " + context.workerId());
            return new Pool("order", context.workerId());
        });
        builder.workerHook(context -> {
            Journal.of("order").events.add("open second hook");
            return null;
        });
        try (SteppedTopology topology = start(1, 2)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 1, LONG)).isTrue();
        }
        List<String> events = journal.events;
        assertThat(events).startsWith("open pool of w1", "open second hook").endsWith("close pool of w1");
        assertThat(events.stream().filter(event -> event.equals("close task"))).hasSize(3);
        assertThat(events.stream().filter(event -> event.contains("pool of w1")))
                .hasSize(2);
    }

    @Test
    void eachWorkerHasItsOwnAndARestartedOneANewOne() {
        Journal journal = topology("each");
        builder.workerHook(context -> {
            Journal.of("each").events.add("open pool of " + context.workerId() + ", attempt " + context.attempt());
            return new Pool("each", context.workerId());
        });
        try (SteppedTopology topology = start(2, 1)) {
            topology.kill("w1");
            assertThat(journal.events).doesNotContain("close pool of w1");
            topology.restart("w1");
            topology.runUntilIdle(100_000);
        }
        assertThat(journal.events)
                .contains(
                        "open pool of w1, attempt 1",
                        "open pool of w2, attempt 1",
                        "open pool of w1, attempt 2",
                        "close pool of w1",
                        "close pool of w2");
        assertThat(journal.seen).contains("n1 [2, 4] 1", "n1 [1, 3] 1", "n1 [2, 4] 2");
    }

    @Test
    void whatDoesNotOpenStopsTheWorkerAndClosesWhatWasOpen() {
        Journal journal = topology("fails");
        builder.workerHook(context -> new Pool("fails", context.workerId()));
        builder.workerHook(new Failing());
        assertThatThrownBy(() -> start(1, 2))
                .isInstanceOf(TopologyException.class)
                .hasMessage("worker hook " + Failing.class.getName()
                        + " does not open in worker w1: java.lang.IllegalStateException: no database");
        assertThat(journal.events).containsExactly("close pool of w1");
    }

    private static final class Failing implements WorkerHook<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String open(WorkerContext context) {
            throw new IllegalStateException("no database");
        }
    }

    @Test
    void anUnknownOrAmbiguousTypeIsRefusedWithTheKnownOnes() {
        topology("types");
        assertThatThrownBy(() -> start(1, 1))
                .hasMessage("no worker hook shares a " + Pool.class.getTypeName()
                        + ": add one by TopologyBuilder.workerHook");
        builder.workerHook(context -> "text");
        assertThatThrownBy(() -> start(1, 1))
                .hasMessage(
                        "no worker hook shares a " + Pool.class.getTypeName() + ": ask for one of java.lang.String");
        builder.workerHook(context -> new Pool("types", "a")).workerHook(context -> new Pool("types", "b"));
        assertThatThrownBy(() -> start(1, 1))
                .hasMessageStartingWith("several worker hooks share a " + Pool.class.getTypeName()
                        + ": ask for one of java.lang.String, ");
    }

    @Test
    void aHookThatCannotBeSerializedIsRefusedWhenItIsAdded() {
        Object lock = new Object();
        assertThatThrownBy(() -> builder.workerHook(context -> lock))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("worker hook ");
        assertThatThrownBy(() -> builder.workerHook(null)).hasMessageContaining("worker hook is null");
    }

    @Test
    void anExceptionOfCloseDoesNotKeepOthersOpen() {
        Journal journal = topology("close");
        builder.workerHook(context -> new Pool("close", context.workerId()));
        builder.workerHook(context -> (AutoCloseable) () -> {
            throw new java.io.IOException("not closed");
        });
        builder.workerHook(context -> Config.empty());
        try (SteppedTopology topology = start(1, 1)) {
            assertThat(topology.runUntil(() -> true, LONG)).isTrue();
        } catch (TopologyException e) {
            // The bolt asks for the only AutoCloseable
            assertThat(e).hasMessageContaining("several");
        }
        assertThat(journal.events).endsWith("close pool of w1");
    }

    @Test
    void aTestOfOneBoltGivesItWhatItShares() {
        Journal journal = Journal.fresh("bolt");
        try (BoltTest test = BoltTest.of(new Asking("bolt"))
                .fields("value")
                .workerHook(context -> new Pool("bolt", context.workerId()))
                .start()) {
            test.execute(1);
            assertThat(test.errors()).isEmpty();
        }
        assertThat(journal.events).endsWith("close task", "close pool of w1");
    }
}

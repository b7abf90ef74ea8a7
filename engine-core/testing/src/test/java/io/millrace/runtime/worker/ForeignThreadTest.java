// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Components with threads of their own. */
@Timeout(30)
class ForeignThreadTest {

    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void collectorsRefuseCallsByOtherThreadsAndGoOn() {
        Journal journal = Journal.fresh("foreign");
        builder.setSpout("source", new CallSpout("foreign", 2, 1, (out, number, context) -> {
            if (number == 0) {
                refuses("foreign", "emit", () -> out.emit(9));
                refuses("foreign", "emitTracked", () -> out.emitTracked(9, 9));
                refuses("foreign", "emitTo", () -> out.emitTo("default", null, 9));
                refuses("foreign", "emitDirect", () -> out.emitDirect(2, "to", null, 9));
                refuses("foreign", "intendedAt", () -> out.intendedAt(1));
                refuses("foreign", "idleUntil", () -> out.idleUntil(1));
                refuses("foreign", "finish", out::finish);
                refuses("foreign", "lastTargets", out::lastTargets);
                refuses("foreign", "resetTimeout", () -> out.resetTimeout(9));
                refuses("foreign", "reportError", () -> out.reportError(new Exception()));
            }
            out.emitTracked(number, number);
        }));
        builder.setBolt(
                        "full",
                        TestBolts.full(
                                (input, out, context) -> {
                                    if (input.getInt(0) == 0) {
                                        refuses("foreign", "emit", () -> out.emit(input, 9));
                                        refuses("foreign", "emit", () -> out.emit(List.of(input), 9));
                                        refuses("foreign", "emitUnanchored", () -> out.emitUnanchored(9));
                                        refuses("foreign", "emitTo", () -> out.emitTo("default", List.of(), 9));
                                        refuses("foreign", "emitDirect", () -> out.emitDirect(3, "d", List.of(), 9));
                                        refuses("foreign", "ack", () -> out.ack(input));
                                        refuses("foreign", "fail", () -> out.fail(input));
                                        refuses("foreign", "lastTargets", out::lastTargets);
                                        refuses("foreign", "resetTimeout", () -> out.resetTimeout(input));
                                        refuses("foreign", "reportError", () -> out.reportError(new Exception()));
                                    }
                                    out.emit(input, input.get(0));
                                    out.ack(input);
                                },
                                "number"))
                .shuffle("source");
        builder.setBolt("basic", TestBolts.basic((input, out) -> {
                    Journal.of("foreign").seen.add(input.get(0));
                    refuses("foreign", "emit", () -> out.emit(9));
                    refuses("foreign", "emitTo", () -> out.emitTo("default", 9));
                    refuses("foreign", "emitDirect", () -> out.emitDirect(1, "d", 9));
                }))
                .shuffle("full");
        try (GatedTopology topology = new GatedTopology(builder.build(), Config.empty(), task -> 1, 2, null, 1)) {
            topology.run(() -> journal.acked.size() == 2);
            topology.settle();
        }
        assertThat(journal.events.stream().filter(event -> event.startsWith("not refused")))
                .isEmpty();
        assertThat(journal.seen).containsExactly(0, 1);
        assertThat(journal.failed).isEmpty();
        assertThat(journal.events)
                .contains(
                        "component 'full', task 2: ack is called by thread 'own', but only the thread that calls the"
                                + " component may do that: hand the call over with TaskContext.execute",
                        "component 'source', task 1: idleUntil is called by thread 'own', but only the thread that"
                                + " calls the component may do that: hand the call over with TaskContext.execute");
    }

    /** The bolt is that of docs/concepts.md. */
    @Test
    void aBoltHandsResultsOfItsThreadsBackByCommands() {
        Journal journal = Journal.fresh("lookups");
        int count = 100;
        builder.setSpout(
                "source",
                new CallSpout("lookups", count, 1, (out, number, context) -> out.emitTracked(number, number)));
        builder.setBolt("lookup", new Lookup()).shuffle("source");
        builder.setBolt("sink", TestBolts.sink("lookups")).shuffle("lookup");
        try (TestWorkers workers =
                new TestWorkers(builder.build(), Config.empty(), Map.of("w1", "node"), null, 2).startAll()) {
            TestWorkers.await(() -> journal.acked.size() == count);
            assertThat(workers.failures).isEmpty();
        }
        assertThat(journal.failed).isEmpty();
        assertThat(journal.seen).hasSize(count);
    }

    private static void refuses(String test, String method, ThrowingCallable call) {
        Throwable[] thrown = new Throwable[1];
        Thread own = new Thread(() -> thrown[0] = catchThrowable(call), "own");
        own.start();
        try {
            own.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        boolean refused = thrown[0] instanceof IllegalStateException
                && thrown[0].getMessage().contains(": " + method + " is called by thread 'own'");
        Journal.of(test).events.add(refused ? thrown[0].getMessage() : "not refused: " + method + " " + thrown[0]);
    }

    /** Asks a service with threads of its own. */
    private static final class Lookup implements Bolt {

        private static final long serialVersionUID = 1L;

        private transient ExecutorService threads;
        private transient TaskContext context;
        private transient BoltCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("value");
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            threads = Executors.newFixedThreadPool(2);
            context = task;
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            threads.execute(() -> {
                int value = input.getInt(0) * 2;
                context.execute(() -> {
                    out.emit(input, value);
                    out.ack(input);
                });
            });
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Spouts;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Emissions that throw when a part of their tuples is handed over, in components that go on. */
@Timeout(30)
class ThrownEmissionTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final byte[] BYTES = new byte[200_000];

    private static final Config SMALL = Config.empty()
            .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofHours(1))
            .with(TopologyKeys.OUTBOX_BYTES, 1L << 20)
            .with(TopologyKeys.INBOX_BYTES, 1L << 10);

    /** The last task of the sink. It has no room in the end, and there is no memory to wait for it. */
    private static final int FULL = 5;

    /** Emits each input to both sinks, and the outbox has no room for the second tuple. */
    private static final class Filling implements Bolt {
        private static final long serialVersionUID = 1L;
        private final String test;
        private final boolean many;
        private final String goesOn;
        private transient BoltCollector out;

        /** @param goesOn text for which it waits before it acks; null for none */
        Filling(String test, boolean many, String goesOn) {
            this.test = test;
            this.many = many;
            this.goesOn = goesOn;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number", "bytes");
            declarer.declareDirect("filling", "number", "bytes");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            Journal journal = Journal.of(test);
            boolean hasRoom = true;
            while (hasRoom) {
                try {
                    out.emitDirect(FULL, "filling", List.of(), -1, BYTES);
                    journal.events.add("filled");
                } catch (IllegalStateException e) {
                    hasRoom = false;
                }
            }
            try {
                if (many) {
                    out.emit(List.of(input, input), input.get(0), BYTES);
                } else {
                    out.emit(input, input.get(0), BYTES);
                }
            } catch (IllegalStateException e) {
                journal.events.add("thrown");
            }
            if (goesOn != null) {
                await(() -> journal.events.contains(goesOn));
            }
            out.ack(input);
        }
    }

    /**
     * Returns a topology of the tasks numbers 1, pass 2, between 3, sink 4 and 5; with two executors, the even ones are
     * in one.
     */
    private static TopologyBuilder topology(String test, Filling pass, boolean blocking) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout(test, 1, false));
        var bolt = builder.setBolt("pass", pass).shuffle("numbers");
        if (blocking) {
            bolt.blocking();
        }
        builder.setBolt("between", TestBolts.basic((input, out) -> {})).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test), 2)
                .all("pass")
                .subscribe("pass", "filling", new Grouping.Direct());
        return builder;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theTreeOfAnInputThatIsAckedAllTheSameEnds(boolean many) {
        String test = "thrown-bolt-" + many;
        Journal journal = Journal.fresh(test);
        TopologyBuilder builder = topology(test, new Filling(test, many, null), false);
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(SMALL).executors(2).start()) {
            assertThat(topology.runUntil(() -> !journal.acked.isEmpty(), LONG)).isTrue();

            assertThat(journal.events).contains("thrown");
            // The first target has the tuple, and the second does not
            assertThat(journal.seen).containsOnlyOnce(0);
            assertThat(journal.failed).isEmpty();
        }
    }

    @Test
    void aBlockingComponentHandsItsPartOverBeforeItsCallGoesOn() {
        String test = "thrown-blocking";
        Journal journal = Journal.fresh(test);
        TopologyBuilder builder = topology(test, new Filling(test, false, "go"), true);
        try (TestWorkers workers = new TestWorkers(builder.build(), SMALL, Map.of("w1", "n"), null, 2).startAll()) {
            await(() -> journal.events.contains("thrown"));
            await(() -> journal.seen.contains(0));
            assertThat(journal.acked).isEmpty();

            journal.events.add("go");
            await(() -> !journal.acked.isEmpty());
            assertThat(workers.failures).isEmpty();
        }
    }

    @Test
    void theTreeOfASpoutFailsWhoseValuesCannotBeWeighed() {
        String test = "thrown-weight";
        Journal journal = Journal.fresh(test);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new CallSpout(test, 1, 1, (out, number, context) -> {
            try {
                out.emitTracked(number, new Shrinking());
            } catch (IndexOutOfBoundsException e) {
                Journal.of(test).events.add("thrown");
            }
        }));
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("source");
        Config config = SMALL.with(TopologyKeys.MAX_SPOUT_PENDING_BYTES, 1L << 20);
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(config).start()) {
            assertThat(topology.runUntil(() -> !journal.failed.isEmpty(), LONG)).isTrue();

            assertThat(journal.events).contains("thrown");
            assertThat(journal.seen).isEmpty();
        }
    }

    /** A list from which another thread seems to take elements. */
    private static final class Shrinking extends AbstractList<Object> implements RandomAccess {

        @Override
        public Object get(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /** The bolt is in the worker of one of the spouts. A reply to the other one is encoded, which cannot be done. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsEndWhoseAnswerCannotBeSent(boolean farFirst) {
        String test = "thrown-reply-" + farFirst;
        Journal journal = Journal.fresh(test);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("one", Spouts.fed(Fields.of("number")).answers("same"));
        builder.setSpout("other", Spouts.fed(Fields.of("number")).answers("same"));
        builder.setBolt("join", new Joining(farFirst)).global("one").global("other");
        builder.setBolt("answer", TestBolts.full((input, out, context) -> {
                    try {
                        out.answer(input, new Object());
                    } catch (RuntimeException e) {
                        Journal.of(test).events.add("thrown");
                    }
                    out.ack(input);
                }))
                .global("join");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(SMALL).workers(2).start()) {
            CompletableFuture<Tuple> one = topology.function("one").ask(1).toCompletableFuture();
            CompletableFuture<Tuple> other = topology.function("other").ask(2).toCompletableFuture();
            List<RequestException> failures = new ArrayList<>();
            List.of(one, other)
                    .forEach(request -> request.whenComplete((answer, failure) -> {
                        if (failure != null) {
                            failures.add((RequestException) failure);
                        }
                    }));
            assertThat(topology.runUntil(() -> one.isDone() && other.isDone(), LONG))
                    .isTrue();

            assertThat(journal.events).contains("thrown");
            assertThat(failures)
                    .allMatch(failure -> failure.reason() == Reason.NO_ANSWER)
                    .hasSize(farFirst ? 2 : 1);
        }
    }

    /** Emits one tuple for an input of each spout. */
    private static final class Joining implements Bolt {
        private static final long serialVersionUID = 1L;
        private final boolean oneFirst;
        private transient BoltCollector out;
        private transient Tuple one;
        private transient Tuple other;

        Joining(boolean oneFirst) {
            this.oneFirst = oneFirst;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            if (input.getInt(0) == 1) {
                one = input;
            } else {
                other = input;
            }
            if (one != null && other != null) {
                out.emit(oneFirst ? List.of(one, other) : List.of(other, one), 3);
                out.ack(one);
                out.ack(other);
            }
        }
    }
}

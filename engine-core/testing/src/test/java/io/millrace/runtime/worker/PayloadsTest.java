// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.PayloadView;
import io.millrace.api.Results;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.codec.PayloadWriter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.testing.BoltTest;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The methods {@code emitInto} and {@code getBuffer}, by each link. */
@Timeout(60)
class PayloadsTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int TUPLES = 40;

    /**
     * The content of all numbers: the bytes of each number begin at its index. It is compared and copied as a whole, as
     * byte by byte takes a minute.
     */
    private static final byte[] CONTENT = new byte[2_000_000 + TUPLES];

    static {
        for (int i = 0; i < CONTENT.length; i++) {
            CONTENT[i] = (byte) (i * 7 + i / 256);
        }
    }

    private enum Way {
        DIRECT(1, 1, 1, false),
        QUEUE(1, 1, 2, false),
        ENCODED(1, 1, 2, true),
        RING(2, 1, 1, false),
        NET(2, 2, 1, false);

        private final int workers;
        private final int nodes;
        private final int executors;
        private final boolean always;

        Way(int workers, int nodes, int executors, boolean always) {
            this.workers = workers;
            this.nodes = nodes;
            this.executors = executors;
            this.always = always;
        }

        SteppedTopology start(TopologyBuilder builder, Config config) {
            SteppedTopologyBuilder run = SteppedTopology.of(builder.build())
                    .config(config.with(TopologyKeys.SERIALIZE_ALWAYS, always))
                    .executors(executors)
                    .seed(7);
            if (workers > 1) {
                run.workers(workers);
            }
            return (nodes > 1 ? run.nodes(nodes, Duration.ofMillis(1)) : run).start();
        }
    }

    private final TopologyBuilder builder = new TopologyBuilder();

    /** Returns the length of a number's payload, from an empty one to one of several fragments. */
    private static int length(int number) {
        return new int[] {0, 10, 20_000, 60_000, 100_000, 700_000, 2_000_000}[number % 7];
    }

    private static PayloadWriter writer(String test, int number) {
        return target -> {
            Journal.of(test).events.add("written " + number);
            target.put(CONTENT, number, length(number));
        };
    }

    private static boolean isWhole(ByteBuffer view, int number) {
        return view.isReadOnly() && view.equals(ByteBuffer.wrap(CONTENT, number, length(number)));
    }

    private static void check(String test, Tuple input) {
        int number = input.getInt(0);
        assertThat(isWhole(input.getBuffer("bytes"), number)).isTrue();
        assertThat(isWhole(ByteBuffer.wrap(input.getBytes(1)).asReadOnlyBuffer(), number))
                .isTrue();
        Journal.of(test).seen.add(number);
    }

    private static CallSpout source(String test) {
        return new CallSpout(
                test,
                TUPLES,
                1,
                (out, number, context) ->
                        out.emitIntoStream("rounds", number, length(number), writer(test, number), number));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aWriterIsCalledOnceForEachTuple(Way way) {
        String test = "into-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("sink", TestBolts.basic((input, out) -> check(test, input)))
                .subscribe("source", "rounds", new Grouping.Shuffle());
        run(way, journal, Config.empty());
        assertThat(journal.seen).hasSize(TUPLES).doesNotHaveDuplicates();
    }

    private static byte[] filled(int fill) {
        byte[] bytes = new byte[700_000];
        Arrays.fill(bytes, (byte) fill);
        return bytes;
    }

    /** The array of one payload is used for the next, but not before it was copied. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void payloadsOfOneLengthDoNotOverwriteEachOther(Way way) {
        String test = "into-same-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", new CallSpout(test, TUPLES, 1, (out, number, context) -> {
            for (int i = 0; i < 3; i++) {
                int fill = number * 3 + i;
                PayloadWriter writer = target -> target.put(filled(fill));
                Object id = i == 0 ? number : null;
                out.emitIntoStream("rounds", id, 700_000, writer, fill);
            }
        }));
        builder.setBolt(
                        "sink",
                        TestBolts.basic((input, out) -> {
                            ByteBuffer bytes = input.getBuffer("bytes");
                            boolean same = bytes.equals(ByteBuffer.wrap(filled(input.getInt(0))));
                            Journal.of(test).seen.add(same ? "same" : "other");
                        }),
                        2)
                .shuffle("source", "rounds");
        try (SteppedTopology topology = way.start(builder, Config.empty().with(TopologyKeys.INBOX_BYTES, 1L << 20))) {
            assertThat(topology.runUntil(() -> journal.seen.size() == 3 * TUPLES, LONG))
                    .isTrue();
        }
        assertThat(journal.seen).containsOnly("same");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void severalTargetsShareWhatIsWrittenOnce(Way way) {
        String test = "into-all-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("sink", TestBolts.basic((input, out) -> check(test, input)), 3)
                .subscribe("source", "rounds", new Grouping.All());
        run(way, journal, Config.empty());
        assertThat(journal.seen).hasSize(3 * TUPLES);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aTargetWithoutRoomGetsWhatIsWrittenOnce(Way way) {
        String test = "into-full-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt(
                        "pass",
                        TestBolts.basic(
                                (input, out) -> {
                                    int number = input.getInt(0);
                                    out.emitInto(length(number), writer(test, number), number);
                                },
                                "number",
                                "bytes"))
                .subscribe("source", "rounds", new Grouping.Shuffle());
        builder.setBolt("sink", TestBolts.basic((input, out) -> check(test, input)))
                .shuffle("pass");
        Config small = Config.empty()
                .with(TopologyKeys.INBOX, 1)
                .with(TopologyKeys.INBOX_BYTES, 1L << 10)
                .with(TopologyKeys.RING_BYTES, 1L << 16);
        try (SteppedTopology topology = way.start(builder, small)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == TUPLES, LONG))
                    .isTrue();
        }
        assertThat(journal.failed).isEmpty();
        assertThat(journal.seen).hasSize(TUPLES).doesNotHaveDuplicates();
        assertThat(journal.events.stream().filter(event -> event.equals("written 6")))
                .hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aGroupingByThePayloadReadsIt(Way way) {
        String test = "into-key-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("sink", TestBolts.basic((input, out) -> check(test, input)), 2)
                .subscribe("source", "rounds", new Grouping.ByFields(Fields.of("bytes")));
        run(way, journal, Config.empty());
        assertThat(journal.seen).hasSize(TUPLES).doesNotHaveDuplicates();
    }

    /** The writer is called within the emission, whenever its tuple leaves the queue. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void aTupleThatWaitsForAFreeTaskHasItsBytes(Way way) {
        String test = "into-idle-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("free", TestBolts.basic((input, out) -> check(test, input)), 2)
                .firstIdle("source", "rounds");
        run(way, journal, Config.empty());
        assertThat(journal.seen).hasSize(TUPLES).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aFreeTaskSharesWhatIsWrittenWithOthers(Way way) {
        String test = "into-idle-all-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("free", TestBolts.basic((input, out) -> check(test, input)), 2)
                .firstIdle("source", "rounds");
        builder.setBolt("sink", TestBolts.basic((input, out) -> check(test, input)), 2)
                .subscribe("source", "rounds", new Grouping.All());
        run(way, journal, Config.empty());
        assertThat(journal.seen).hasSize(3 * TUPLES);
    }

    private void run(Way way, Journal journal, Config config) {
        try (SteppedTopology topology = way.start(builder, config)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == TUPLES, LONG))
                    .isTrue();
        }
        assertThat(journal.failed).isEmpty();
        assertThat(journal.events.stream().filter(event -> event.startsWith("written")))
                .hasSize(TUPLES)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aWriterThatThrowsOrWritesTooLittleEmitsNothing(Way way) {
        String test = "into-throws-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", CallSpout.untracked(30, (out, number, context) -> {
            PayloadWriter writer = number % 3 == 0
                    ? target -> {
                        throw new IllegalArgumentException("no image " + number);
                    }
                    : number % 3 == 1 ? target -> target.put((byte) 1) : target -> target.put(new byte[30_000]);
            try {
                out.emitIntoStream("rounds", null, 30_000, writer, number);
            } catch (IllegalArgumentException | IllegalStateException e) {
                Journal.of(test).events.add(e.getMessage());
            }
        }));
        builder.setBolt("sink", TestBolts.sink(test)).subscribe("source", "rounds", new Grouping.Shuffle());
        try (SteppedTopology topology = way.start(builder, Config.empty())) {
            assertThat(topology.runUntil(() -> journal.seen.size() == 10 && journal.events.size() == 20, LONG))
                    .isTrue();
        }
        assertThat(journal.seen).allMatch(number -> (int) number % 3 == 2);
        assertThat(journal.events)
                .contains("no image 0")
                .contains(
                        "the writer of a payload has written 1 of 30000 bytes: write as many as were announced, by puts"
                                + " that move the position");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aWriterThatEmitsIsRefused(Way way) {
        String test = "into-emits-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", CallSpout.untracked(TUPLES, (out, number, context) -> {
            PayloadWriter writer = target -> {
                out.emitTo("rounds", null, -1, new byte[1]);
                target.put(new byte[target.remaining()]);
            };
            try {
                out.emitIntoStream("rounds", null, length(number), writer, number);
            } catch (IllegalStateException e) {
                Journal.of(test).events.add("refused");
            }
            out.emitTo("rounds", null, -2, new byte[1]);
        }));
        builder.setBolt("sink", TestBolts.sink(test), 2).subscribe("source", "rounds", new Grouping.Shuffle());
        try (SteppedTopology topology = way.start(builder, Config.empty())) {
            assertThat(topology.runUntil(() -> Collections.frequency(journal.seen, -2) == TUPLES, LONG))
                    .isTrue();
        }
        assertThat(journal.events).hasSize(TUPLES).containsOnly("refused");
        assertThat(journal.seen).allMatch(number -> (int) number < 0);
    }

    /** Such an emission is not sent, but leaves no targets to the emission whose writer it is. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void aWriterThatEmitsToNobodyIsRefused(Way way) {
        String test = "into-nobody-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", CallSpout.untracked(TUPLES, (out, number, context) -> {
            PayloadWriter writer = target -> {
                out.emit(-1);
                target.put(new byte[target.remaining()]);
            };
            try {
                out.emitIntoStream("rounds", null, length(number), writer, number);
            } catch (IllegalStateException e) {
                Journal.of(test).events.add("refused");
            }
            out.emitTo("rounds", null, -2, new byte[1]);
        }));
        builder.setBolt("sink", TestBolts.sink(test), 2).subscribe("source", "rounds", new Grouping.All());
        try (SteppedTopology topology = way.start(builder, Config.empty())) {
            assertThat(topology.runUntil(() -> Collections.frequency(journal.seen, -2) == 2 * TUPLES, LONG))
                    .isTrue();
        }
        assertThat(journal.events).hasSize(TUPLES).containsOnly("refused");
        assertThat(journal.seen).containsOnly(-2);
    }

    /** There are as many free tasks as tuples, but not the memory to send to all. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void tuplesForFreeTasksWaitInTheQueueAndNotInTheOutbox(Way way) {
        String test = "into-many-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", new CallSpout(test, 2, 30, (out, number, context) -> {
            for (int i = 0; i < 30; i++) {
                int id = number * 30 + i;
                out.emitTo("rounds", id, id, new byte[200_000]);
            }
        }));
        builder.setBolt("free", TestBolts.sink(test), 30).firstIdle("source", "rounds");
        Config small = Config.empty().with(TopologyKeys.OUTBOX_BYTES, 1L << 20).with(TopologyKeys.RING_BYTES, 1L << 16);
        try (SteppedTopology topology = way.start(builder, small)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 60, LONG))
                    .isTrue();
        }
        assertThat(journal.failed).isEmpty();
        assertThat(journal.seen).hasSize(60).doesNotHaveDuplicates();
    }

    /** A spout that writes failed payloads again. */
    private static final class Repeating implements Spout {

        private static final long serialVersionUID = 1L;

        private final String test;
        private transient SpoutCollector out;
        private transient ArrayDeque<Object> due;

        Repeating(String test) {
            this.test = test;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number", "bytes");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
            due = new ArrayDeque<>(IntStream.range(0, TUPLES).boxed().toList());
        }

        @Override
        public void nextTuple() {
            if (due.isEmpty()) {
                out.finish();
                return;
            }
            int number = (Integer) due.remove();
            out.emitIntoTracked(number, length(number), writer(test, number), number);
        }

        @Override
        public void ack(Object messageId) {
            Journal.of(test).acked.merge(messageId, 1, Integer::sum);
        }

        @Override
        public void fail(Object messageId) {
            Journal.of(test).failed.merge(messageId, 1, Integer::sum);
            due.add(messageId);
        }
    }

    /** The bolt fails each third tuple once, while its bytes are in a view. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void whatFailedIsWrittenAgain(Way way) {
        String test = "again-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", new Repeating(test));
        builder.setBolt("sink", TestBolts.full((input, out, context) -> {
                    int number = input.getInt(0);
                    ByteBuffer copy = ByteBuffer.allocate(length(number));
                    input.getView("bytes").get(0, copy);
                    assertThat(isWhole(copy.flip().asReadOnlyBuffer(), number)).isTrue();
                    if (number % 3 == 0 && !Journal.of(test).failed.containsKey(number)) {
                        out.fail(input);
                    } else {
                        Journal.of(test).seen.add(number);
                        out.ack(input);
                    }
                }))
                .shuffle("source")
                .set(TopologyKeys.VIEWS.name(), true);
        try (SteppedTopology topology = way.start(builder, Config.empty())) {
            assertThat(topology.runUntil(() -> journal.acked.size() == TUPLES, LONG))
                    .isTrue();
        }
        int repeated = (TUPLES + 2) / 3;
        assertThat(journal.failed).hasSize(repeated);
        assertThat(journal.seen).hasSize(TUPLES).doesNotHaveDuplicates();
        assertThat(journal.events.stream().filter(event -> event.startsWith("written")))
                .hasSize(TUPLES + repeated);
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"ENCODED", "RING", "NET"})
    void aPayloadAboveTheBoundIsRefused(Way way) {
        String test = "into-above-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", CallSpout.untracked(3, (out, number, context) -> {
            PayloadWriter writer = target -> {
                Journal.of(test).events.add("written");
                target.put(new byte[target.remaining()]);
            };
            try {
                out.emitIntoStream("rounds", null, 2 << 20, writer, number);
            } catch (TopologyException e) {
                Journal.of(test).seen.add(e.getMessage());
            }
        }));
        builder.setBolt("sink", TestBolts.sink(test)).subscribe("source", "rounds", new Grouping.Shuffle());
        Config small = Config.empty().with(TopologyKeys.MESSAGE_MAX_BYTES, 1L << 20);
        try (SteppedTopology topology = way.start(builder, small)) {
            assertThat(topology.runUntil(topology::completed, LONG)).isTrue();
        }
        assertThat(journal.seen)
                .hasSize(3)
                .allMatch(why -> why.toString().contains("raise topology.message.max.bytes or emit smaller ones"));
        assertThat(journal.events).hasSize(way == Way.ENCODED ? 3 : 0);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aServiceReadsResultsAfterTheirAck(Way way) throws InterruptedException {
        String test = "results-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("results", Bolts.results()).subscribe("source", "rounds", new Grouping.Shuffle());
        try (SteppedTopology topology = way.start(builder, Config.empty().with(TopologyKeys.VIEWS, true));
                Results results = topology.results("results")) {
            assertThat(results.poll(Duration.ZERO)).as("before the first").isNull();
            assertThat(topology.runUntil(() -> journal.acked.size() == TUPLES, LONG))
                    .isTrue();
            for (int i = 0; i < TUPLES; i++) {
                Tuple result = results.poll(Duration.ZERO);
                assertThat(isWhole(ByteBuffer.wrap(result.getBytes(1)).asReadOnlyBuffer(), result.getInt(0)))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aViewIsRefusedAfterTheInputWasAckedOrFailed(Way way) {
        String test = "refused-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("sink", TestBolts.full((input, out, context) -> {
                    check(test, input);
                    if (input.getInt(0) % 2 == 0) {
                        out.ack(input);
                    } else {
                        out.fail(input);
                    }
                    askLater(test, input, context);
                }))
                .subscribe("source", "rounds", new Grouping.Shuffle());
        try (SteppedTopology topology = way.start(builder, Config.empty())) {
            assertThat(topology.runUntil(
                            () -> journal.acked.size() + journal.failed.size() == TUPLES && refusals(journal) == TUPLES,
                            LONG))
                    .isTrue();
        }
    }

    /** A bolt that acks the inputs of ten calls together, more than half of the ring. */
    private static final class Holding implements Bolt {

        private static final long serialVersionUID = 1L;
        private static final int MOST = 10;

        private final String test;
        private transient BoltCollector out;
        private transient List<Tuple> inputs;
        private transient List<PayloadView> views;

        Holding(String test) {
            this.test = test;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
            inputs = new ArrayList<>();
            views = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input) {
            inputs.add(input);
            views.add(input.getView("bytes"));
            if (inputs.size() < MOST) {
                return;
            }
            for (int i = 0; i < MOST; i++) {
                int number = inputs.get(i).getInt(0);
                ByteBuffer copy = ByteBuffer.allocate(length(number));
                views.get(i).get(0, copy);
                assertThat(isWhole(copy.flip().asReadOnlyBuffer(), number)).isTrue();
                Journal.of(test).seen.add(number);
            }
            inputs.forEach(out::ack);
            for (PayloadView view : views) {
                if (view.length() > 0) {
                    assertThatThrownBy(() -> view.get(0)).isInstanceOf(IllegalStateException.class);
                }
            }
            inputs.clear();
            views.clear();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void viewsAreReadUntilTheAckAndDoNotStopTheLink(Way way) {
        String test = "views-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("sink", new Holding(test))
                .subscribe("source", "rounds", new Grouping.Shuffle())
                .set(TopologyKeys.VIEWS.name(), true);
        run(way, journal, Config.empty().with(TopologyKeys.RING_BYTES, 1L << 19));
        assertThat(journal.seen).hasSize(TUPLES).doesNotHaveDuplicates();
    }

    private static long refusals(Journal journal) {
        return Collections.frequency(journal.events, "refused");
    }

    private static void askLater(String test, Tuple input, TaskContext context) {
        context.execute(() -> {
            try {
                input.getBuffer(1);
            } catch (IllegalStateException e) {
                Journal.of(test).events.add("refused");
            }
        });
    }

    @Test
    void aBoltTestGivesViewsAndTakesWriters() {
        try (BoltTest test = BoltTest.of(TestBolts.basic(
                        (input, out) -> {
                            ByteBuffer image = input.getBuffer("image");
                            out.emitInto(image.remaining(), target -> target.put(image), "copy");
                        },
                        "name",
                        "image"))
                .fields("image")
                .start()) {
            test.execute((Object) new byte[] {1, 2, 3});
            test.execute(ByteBuffer.wrap(new byte[] {0, 4}).position(1));
            assertThat(test.output()).hasSize(2);
            assertThat(test.output().get(0).get(0)).isEqualTo("copy");
            assertThat((byte[]) test.output().get(0).get(1)).containsExactly(1, 2, 3);
            assertThat((byte[]) test.output().get(1).get(1)).containsExactly(4);
            assertThat(test.errors()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSpoutHasNoMoreBytesUnderWayThanItMay(int workers) {
        String test = "pending-bytes-" + workers;
        Journal journal = Journal.fresh(test);
        builder.setSpout(
                        "source",
                        new CallSpout(
                                test,
                                200,
                                1,
                                (out, number, context) -> out.emitTo("rounds", number, number, new byte[100_000])))
                .set(TopologyKeys.MAX_SPOUT_PENDING_BYTES.name(), 450_000);
        builder.setBolt("sink", TestBolts.sink(test)).subscribe("source", "rounds", new Grouping.Shuffle());
        SteppedTopologyBuilder run = SteppedTopology.of(builder.build()).executors(2);
        try (SteppedTopology topology = (workers == 1 ? run : run.workers(2)).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 200, LONG))
                    .isTrue();
        }
        assertThat(journal.deepest).as("tuples of 100,000 bytes").isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"2,true", "30,false"})
    void aCallThatEmitsMoreThanOutboxesHoldIsTold(int tuples, boolean fits) {
        String test = "outbox-" + tuples;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", CallSpout.untracked(1, (out, number, context) -> {
            try {
                for (int i = 0; i < tuples; i++) {
                    out.emitTo("rounds", null, i, new byte[200_000]);
                }
            } catch (IllegalStateException e) {
                Journal.of(test).events.add(e.getMessage());
            }
        }));
        builder.setBolt("sink", TestBolts.sink(test)).subscribe("source", "rounds", new Grouping.Shuffle());
        Config small =
                Config.empty().with(TopologyKeys.OUTBOX_BYTES, 1L << 20).with(TopologyKeys.INBOX_BYTES, 1L << 10);
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(small).executors(2).start()) {
            assertThat(topology.runUntil(
                            () -> topology.completed() && journal.seen.size() == (fits ? tuples : 4), LONG))
                    .isTrue();
        }
        assertThat(journal.events).hasSize(fits ? 0 : 1);
        if (!fits) {
            assertThat(journal.events.get(0))
                    .startsWith("one call emits more than there is room for: the outbox of its task holds ")
                    .endsWith(
                            "would exceed its part of topology.outbox.bytes (1 MiB), of which 256 KiB are its own and half"
                                    + " is common to all tasks of the worker: emit less in one call, or raise it");
        }
    }
}

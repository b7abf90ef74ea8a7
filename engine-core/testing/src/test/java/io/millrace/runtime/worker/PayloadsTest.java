// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.codec.PayloadWriter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The method {@code emitInto}, by each link. */
@Timeout(60)
class PayloadsTest extends PayloadTopology {

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
}

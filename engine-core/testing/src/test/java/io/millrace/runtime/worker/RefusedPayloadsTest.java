// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Grouping;
import io.millrace.api.codec.PayloadWriter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.util.Collections;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused of writers and payloads, and what bounds them. */
@Timeout(60)
class RefusedPayloadsTest extends PayloadTopology {

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

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Grouping;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Queued tuples stay bounded, and a task under back-pressure holds up only the tasks that send to it. */
@Timeout(30)
class BackPressureTest {

    private static final int INBOX = 16;
    private static final int RING_BYTES = 1 << 16;

    /**
     * The most tuples of an inbox: its bound, plus what an executor's queue and its ring of records of at least 64
     * bytes can hold.
     */
    private static final int INBOX_MOST = INBOX + 2048 + RING_BYTES / 64;

    private static final Config SMALL = Config.empty()
            .with(TopologyKeys.INBOX, INBOX)
            .with(TopologyKeys.RING_BYTES, (long) RING_BYTES)
            .with(TopologyKeys.MAX_SPOUT_PENDING, 1 << 24);

    enum Links {
        DIRECT,
        QUEUE,
        RING
    }

    @TempDir
    Path directory;

    private final TopologyBuilder builder = new TopologyBuilder();

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,false", "2,true"})
    void aBoltThatIsAHundredTimesSlowerThrottlesItsSource(int workers, boolean tracked) {
        String test = "slow-" + workers + tracked;
        Journal journal = Journal.fresh(test);
        int count = 12_000;
        builder.setSpout(
                "source",
                tracked
                        ? new CallSpout(test, count, 1, (out, number, context) -> out.emitTracked(number, number))
                        : CallSpout.untracked(count, (out, number, context) -> out.emit(number)));
        builder.setBolt("pass", TestBolts.pass(), 2).shuffle("source");
        builder.setBolt("slow", TestBolts.sink(test)).shuffle("pass");
        // The second of the two workers has the bolt and one of the tasks that send to it
        try (GatedTopology topology =
                new GatedTopology(builder.build(), SMALL, task -> workers == 1 || task < 3 ? 1 : 2, 4, directory, 3)) {
            topology.slow("slow", 100);
            topology.run(() -> topology.sum("slow", TaskMetrics::executed) == count, () -> {
                topology.requireBounds(INBOX_MOST, 1);
                assertThat(topology.sum("source", TaskMetrics::emitted) - topology.sum("slow", TaskMetrics::executed))
                        .as("under way")
                        .isLessThanOrEqualTo(3 * INBOX_MOST);
            });
            topology.settle();
            assertThat(journal.seen).hasSize(count).doesNotHaveDuplicates();
            assertThat(journal.acked).hasSize(tracked ? count : 0);
            assertThat(journal.failed).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTaskThatIsHeldUpHoldsUpOnlyWhoSendsToIt(Links links) {
        String test = "held-" + links;
        Journal.fresh(test + "-held");
        Journal.fresh(test + "-free");
        int held = 5_000;
        int free = 30_000;
        // One source sends to the task that is held up, one to its sibling, one a few tuples to the first and then
        // to the second
        source("held", links, CallSpout.untracked(held, (out, number, context) -> to(0, out, number, context)));
        source("free", links, CallSpout.untracked(free, (out, number, context) -> to(1, out, number, context)));
        source(
                "both",
                links,
                CallSpout.untracked(free, (out, number, context) -> to(number < 4 ? 0 : 1, out, -1, context)));
        builder.setBolt("work", new Fork(), 2)
                .direct("held", "to")
                .direct("free", "to")
                .direct("both", "to");
        builder.setBolt("gate", TestBolts.sink(test + "-held"))
                .subscribe("work", "held", new Grouping.Shuffle())
                .blocking();
        builder.setBolt("sink", TestBolts.sink(test + "-free")).subscribe("work", "free", new Grouping.Shuffle());
        try (GatedTopology topology = new GatedTopology(
                builder.build(), SMALL, task -> links == Links.RING && task <= 3 ? 1 : 2, 1, directory, 1)) {
            topology.hold("gate");
            topology.run(() -> topology.sum("sink", TaskMetrics::executed) == 2 * free - 4);
            topology.settle();
            long emitted = topology.sum("held", TaskMetrics::emitted);
            assertThat(emitted).isLessThan(held);
            topology.requireBounds(INBOX_MOST, 1);
            assertThat(topology.sum("held", TaskMetrics::outbox)).isOne();

            topology.release("gate");
            topology.run(() -> topology.sum("gate", TaskMetrics::executed) == held + 4);
            assertThat(numbers(test + "-held"))
                    .isEqualTo(IntStream.range(0, held).boxed().toList());
            assertThat(numbers(test + "-free"))
                    .isEqualTo(IntStream.range(0, free).boxed().toList());
        }
    }

    private void source(String name, Links links, CallSpout spout) {
        SpoutDeclarer declarer = builder.setSpout(name, spout);
        if (links == Links.QUEUE) {
            // The bolt is blocking, so that it gets a thread of its own
            declarer.blocking();
        }
    }

    private static void to(int index, SpoutCollector out, int number, TaskContext context) {
        out.emitDirect(context.tasksOf("work").get(index), "to", null, number);
    }

    /** Returns the values of one source, which are not negative. */
    private static List<Object> numbers(String test) {
        return Journal.of(test).seen.stream()
                .filter(number -> (int) number >= 0)
                .toList();
    }

    @Test
    void whatOneCallEmitsForOthersDoesNotWaitForATaskThatIsHeldUp() {
        Journal.fresh("lanes-0");
        Journal.fresh("lanes-1");
        builder.setSpout("source", CallSpout.untracked(20, (out, number, context) -> {
            for (int i = 0; i < 3000; i++) {
                to(0, out, number, context);
                to(1, out, number * 3000 + i, context);
            }
        }));
        builder.setBolt("work", new Fork(), 2).direct("source", "to");
        builder.setBolt("gate", TestBolts.sink("lanes-0"))
                .subscribe("work", "held", new Grouping.Shuffle())
                .blocking();
        builder.setBolt("sink", TestBolts.sink("lanes-1")).subscribe("work", "free", new Grouping.Shuffle());
        try (GatedTopology topology =
                new GatedTopology(builder.build(), SMALL, task -> task == 1 ? 1 : 2, 1, directory, 2)) {
            topology.hold("gate");
            topology.settle();
            long emitted = topology.sum("source", TaskMetrics::emitted) / 2;
            assertThat(emitted).isLessThanOrEqualTo(2 * 3000);
            assertThat(topology.sum("sink", TaskMetrics::executed)).isEqualTo(emitted);
            assertThat(topology.sum("source", TaskMetrics::outbox)).isBetween(1L, 3000L);
            topology.release("gate");
            topology.run(() -> topology.sum("gate", TaskMetrics::executed) == 60_000);
            assertThat(Journal.of("lanes-1").seen)
                    .isEqualTo(IntStream.range(0, 60_000).boxed().toList());
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void aCycleWithASlowBoltIsThrottledWhereTuplesEnterIt(int workers) {
        String test = "slow-cycle-" + workers;
        Journal journal = Journal.fresh(test);
        int count = 15_000;
        builder.setSpout("source", CallSpout.untracked(count, (out, number, context) -> out.emit(number)));
        builder.setBolt("enter", TestBolts.pass()).shuffle("source").shuffle("slow");
        builder.setBolt(
                        "slow",
                        TestBolts.basic(
                                (input, out) -> {
                                    Journal.of(test).seen.add(input.get(0));
                                    if (input.getInt(0) >= 0) {
                                        out.emit(-1);
                                    }
                                },
                                "number"))
                .shuffle("enter");
        try (GatedTopology topology =
                new GatedTopology(builder.build(), SMALL, task -> workers == 1 || task < 3 ? 1 : 2, 4, directory, 3)) {
            topology.slow("slow", 100);
            topology.run(
                    () -> topology.sum("slow", TaskMetrics::executed) == 2 * count,
                    () -> topology.requireBounds(2 * INBOX_MOST, 1));
            assertThat(journal.seen).hasSize(2 * count);
        }
    }

    @Test
    void largeMessagesInBothDirectionsPassSmallOnesAndAcks() {
        Journal journal = Journal.fresh("large");
        int count = 24;
        int bytes = (1 << 20) - 1000;
        // Tasks 1 and 3 are in one worker, 2 and 4 in the other: each source sends to both
        builder.setSpout(
                "source",
                new CallSpout("large", count, 1, (out, number, context) -> {
                    int id = number * 2 + context.taskIndex();
                    out.emitTracked(id, id % 6 < 4 ? new byte[bytes - id] : new byte[id]);
                }),
                2);
        builder.setBolt(
                        "echo",
                        TestBolts.basic(
                                (input, out) -> {
                                    Journal.of("large").seen.add(input.getBytes(0).length);
                                    out.emit(input.get(0));
                                },
                                "bytes"),
                        2)
                .all("source");
        builder.setBolt(
                        "back",
                        TestBolts.basic(
                                (input, out) -> Journal.of("large").events.add("back")),
                        2)
                .all("echo");
        Config config = SMALL.with(TopologyKeys.INBOX, 1).with(TopologyKeys.MESSAGE_MAX_BYTES, 1L << 20);
        try (GatedTopology topology = new GatedTopology(builder.build(), config, task -> task % 2, 1, directory, 4)) {
            topology.run(() -> journal.acked.size() == 2 * count);
            assertThat(journal.acked.values()).allMatch(times -> times == 1);
            assertThat(journal.failed).isEmpty();
            assertThat(journal.seen).hasSize(4 * count);
            assertThat(journal.events.stream().filter("back"::equals)).hasSize(8 * count);
        }
    }

    /**
     * The inbox has 16 MiB, which hold one tuple and not two. There are two sources, one of them beside the bolt or in
     * another worker.
     */
    @ParameterizedTest
    @EnumSource
    void tuplesOf10MbWaitOneAtATime(Links links) {
        int count = 20;
        byte[] payload = new byte[10_000_000];
        Holder.payload = payload;
        source("source", links, CallSpout.untracked(count, (out, number, context) -> out.emit(Holder.payload)));
        source("other", links, CallSpout.untracked(count, (out, number, context) -> out.emit(Holder.payload)));
        builder.setBolt("pass", TestBolts.basic((input, out) -> out.emit(input.get(0)), "bytes"), 1)
                .shuffle("source")
                .shuffle("other");
        builder.setBolt("slow", TestBolts.basic((input, out) -> {}), 1)
                .shuffle("pass")
                .blocking();
        try (GatedTopology topology = new GatedTopology(
                builder.build(), Config.empty(), task -> links == Links.RING && task <= 2 ? 1 : 2, 1, directory, 7)) {
            topology.slow("slow", 50);
            topology.run(() -> topology.sum("slow", TaskMetrics::executed) == 2 * count, () -> {
                // Each executor sends a part of one long tuple through the ring when the pause comes
                topology.requireBounds(links == Links.RING ? 2 : 1, 1);
                assertThat(topology.sum("pass", TaskMetrics::emitted)
                                - topology.sum("slow", TaskMetrics::executed)
                                - topology.sum("pass", TaskMetrics::outbox))
                        .as("on the way from one to the other")
                        .isLessThanOrEqualTo(1);
            });
        }
    }

    /** A value that tasks emit without a copy for each. */
    private static final class Holder {
        private static byte[] payload;
    }

    /** The first task emits to stream {@code held}, the others to stream {@code free}. */
    private static final class Fork implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private transient String stream;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declareStream("held", "number");
            out.declareStream("free", "number");
        }

        @Override
        public void prepare(TaskContext context) {
            stream = context.taskIndex() == 0 ? "held" : "free";
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            out.emitTo(stream, input.get(0));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The division of an executor's turns among its tasks. */
@Timeout(30)
class FairnessTest {

    /** The number of calls, or of tuples sent, of one task in one turn. */
    private static final int SHARE = 64;

    private static final int FLOOD = 1_000_000;
    private static final int CHILDREN = 1000;

    @TempDir
    Path directory;

    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void aSpoutThatEmitsWithoutEndHasItsShareOfATurn() {
        Journal journal = Journal.fresh("share");
        builder.setSpout("flood", CallSpout.untracked(FLOOD, (out, number, context) -> out.emit(number)));
        builder.setBolt(
                        "multiply",
                        TestBolts.basic(
                                (input, out) -> {
                                    for (int i = 0; i < CHILDREN; i++) {
                                        out.emit(i);
                                    }
                                },
                                "number"))
                .shuffle("flood");
        builder.setBolt("many", TestBolts.basic((input, out) -> {})).shuffle("multiply");
        builder.setSpout(
                "light", new CallSpout("share", FLOOD, 1, (out, number, context) -> out.emitTracked(number, number)));
        builder.setBolt("pass", TestBolts.pass()).shuffle("light");
        builder.setBolt("sink", TestBolts.basic((input, out) -> {})).shuffle("pass");
        try (GatedTopology topology = alone(Config.empty().with(TopologyKeys.INBOX, 2000))) {
            long many = 0;
            for (int turn = 1; turn <= 300; turn++) {
                topology.turn(1);
                long now = topology.sum("many", TaskMetrics::executed);
                assertThat(now - many).as("of one call and a share").isBetween(1L, CHILDREN + 2L * SHARE);
                many = now;
                assertThat(topology.sum("light", TaskMetrics::emitted)).isGreaterThanOrEqualTo(turn * SHARE / 3);
            }
            assertThat(journal.acked.size()).isGreaterThan(299 * SHARE / 3 - SHARE);
        }
    }

    @Test
    void aBoltThatAlwaysHasWorkHasItsShareOfATurn() {
        Journal.fresh("bolts");
        builder.setSpout("flood", CallSpout.untracked(FLOOD, (out, number, context) -> out.emit(number)));
        builder.setBolt(
                        "multiply",
                        TestBolts.basic(
                                (input, out) -> {
                                    for (int i = 0; i < CHILDREN; i++) {
                                        out.emit(i);
                                    }
                                },
                                "number"))
                .shuffle("flood");
        builder.setBolt("many", TestBolts.basic((input, out) -> {})).shuffle("multiply");
        builder.setBolt("other", TestBolts.sink("bolts")).shuffle("flood");
        try (GatedTopology topology = new GatedTopology(
                builder.build(),
                Config.empty().with(TopologyKeys.INBOX, 1 << 20),
                task -> task == 1 ? 1 : 2,
                1,
                directory,
                1)) {
            for (int turn = 0; turn < 100; turn++) {
                topology.turn(1);
            }
            topology.hold("flood");
            long many = 0;
            int turns = 0;
            while (topology.sum("other", TaskMetrics::executed) < 2000 && turns < 500) {
                topology.turn(2);
                turns++;
                long now = topology.sum("many", TaskMetrics::executed);
                assertThat(now - many).isLessThanOrEqualTo(CHILDREN + 2L * SHARE);
                many = now;
            }
            assertThat(turns).isLessThanOrEqualTo(2000 / SHARE + 5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 1024})
    void aSourceNextToItsTargetDoesNotStarveOneInAnotherWorker(int inbox) {
        Journal.fresh("near");
        builder.setSpout("near", CallSpout.untracked(FLOOD, (out, number, context) -> out.emit(number)));
        builder.setSpout("far", CallSpout.untracked(FLOOD, (out, number, context) -> out.emit(number)));
        builder.setBolt(
                        "target",
                        TestBolts.basic((input, out) ->
                                Journal.of("near").acked.merge(input.sourceComponent(), 1, Integer::sum)))
                .shuffle("near")
                .shuffle("far");
        Config config = Config.empty().with(TopologyKeys.INBOX, inbox).with(TopologyKeys.RING_BYTES, 1L << 16);
        try (GatedTopology topology =
                new GatedTopology(builder.build(), config, task -> task == 2 ? 2 : 1, 1, directory, 5)) {
            topology.run(() -> topology.sum("target", TaskMetrics::executed) > 60_000);
            assertThat(Journal.of("near").acked.get("far")).isGreaterThan(6_000);
            assertThat(Journal.of("near").acked.get("near")).isGreaterThan(6_000);
        }
    }

    @Test
    void aChainOfAThousandBoltsKeepsTheOrderAndTheStack() {
        Journal journal = Journal.fresh("thousand");
        builder.setSpout(
                "source", new CallSpout("thousand", 100, 1, (out, number, context) -> out.emitTracked(number, number)));
        String before = "source";
        for (int i = 0; i < 1000; i++) {
            builder.setBolt("b" + i, TestBolts.pass()).shuffle(before);
            before = "b" + i;
        }
        builder.setBolt("sink", TestBolts.basic((input, out) -> {
                    Journal.of("thousand").seen.add(input.get(0));
                    Journal.of("thousand").events.add(String.valueOf(new Throwable().getStackTrace().length));
                }))
                .shuffle(before);
        try (GatedTopology topology = alone(Config.empty().with(TopologyKeys.INBOX, 8))) {
            topology.run(() -> journal.acked.size() == 100);
            assertThat(journal.seen).isEqualTo(IntStream.range(0, 100).boxed().toList());
            assertThat(depths(journal)).isLessThan(500);
        }
    }

    @Test
    void aLongCycleKeepsTheStack() {
        Journal journal = Journal.fresh("long-cycle");
        builder.setSpout(
                "source", new CallSpout("long-cycle", 20, 1, (out, number, context) -> out.emitTracked(number, 3000)));
        String before = "source";
        int bolts = 60;
        for (int i = 0; i < bolts; i++) {
            var bolt = builder.setBolt(
                            "b" + i,
                            TestBolts.basic(
                                    (input, out) -> {
                                        if (input.getInt(0) > 0) {
                                            out.emit(input.getInt(0) - 1);
                                        } else {
                                            Journal.of("long-cycle")
                                                    .events
                                                    .add(String.valueOf(new Throwable().getStackTrace().length));
                                        }
                                    },
                                    "number"))
                    .shuffle(before);
            if (i == 0) {
                bolt.shuffle("b" + (bolts - 1));
            }
            before = "b" + i;
        }
        try (GatedTopology topology = alone(Config.empty().with(TopologyKeys.INBOX, 1))) {
            topology.run(() -> journal.acked.size() == 20);
            assertThat(depths(journal)).isLessThan(500);
        }
    }

    private static int depths(Journal journal) {
        return journal.events.stream()
                .filter(event -> event.matches("\\d+"))
                .mapToInt(Integer::parseInt)
                .max()
                .orElseThrow();
    }

    private GatedTopology alone(Config config) {
        return new GatedTopology(builder.build(), config, task -> 1, 1, null, 1);
    }
}

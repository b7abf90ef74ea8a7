// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The promises of {@code topology.max.spout.pending}. */
@Timeout(30)
class SpoutPendingTest {

    @TempDir
    Path directory;

    private final TopologyBuilder builder = new TopologyBuilder();

    @ParameterizedTest
    @CsvSource({"1,1", "7,1", "7,3", "1,5", "64,2"})
    void noCallBeginsWithThatManyTreesUnderWay(int pending, int perCall) {
        String test = "pending-" + pending + "-" + perCall;
        Journal journal = Journal.fresh(test);
        int calls = 2000;
        builder.setSpout("source", new CallSpout(test, calls, perCall, (out, number, context) -> {
            for (int i = 0; i < perCall; i++) {
                out.emitTracked(number * perCall + i, number);
            }
        }));
        builder.setBolt("pass", TestBolts.pass(), 2).shuffle("source");
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("pass");
        try (GatedTopology topology = topology(pending, task -> task % 2)) {
            topology.run(() -> journal.acked.size() == calls * perCall);
            assertThat(journal.deepest).isEqualTo(pending + perCall - 1 - (pending - 1) % perCall);
            assertThat(journal.failed).isEmpty();
        }
    }

    @Test
    void oneMeansOneAtATimeAndTheNextWaitsForNoTime() {
        Journal journal = Journal.fresh("one");
        builder.setSpout(
                "source", new CallSpout("one", 300, 1, (out, number, context) -> out.emitTracked(number, number)));
        builder.setBolt("sink", TestBolts.sink("one")).shuffle("source");
        try (GatedTopology topology = topology(1, task -> task % 2)) {
            topology.run(() -> journal.acked.size() == 300);
            List<String> strict = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                strict.add("call " + i);
                strict.add("ack " + i);
            }
            assertThat(journal.events).isEqualTo(strict);
        }
    }

    @Test
    void theTurnThatTakesAnAckInCallsTheSpoutAgain() {
        Journal journal = Journal.fresh("at-once");
        builder.setSpout(
                "source", new CallSpout("at-once", 10, 1, (out, number, context) -> out.emitTracked(number, number)));
        builder.setBolt("sink", TestBolts.sink("at-once")).shuffle("source");
        try (GatedTopology topology = topology(1, task -> task % 2)) {
            topology.hold("sink");
            topology.settle();
            assertThat(journal.events).containsExactly("call 0");
            topology.turn(topology.task("sink", 0));
            assertThat(journal.seen).containsExactly(0);
            topology.turn(topology.task("source", 0));
            assertThat(journal.events).containsExactly("call 0", "ack 0", "call 1");
        }
    }

    @Test
    void aComponentMayHaveABoundOfItsOwn() {
        Journal one = Journal.fresh("own-one");
        Journal rest = Journal.fresh("own-rest");
        builder.setSpout(
                        "one",
                        new CallSpout("own-one", 500, 1, (out, number, context) -> out.emitTracked(number, number)))
                .set(TopologyKeys.MAX_SPOUT_PENDING.name(), 2);
        builder.setSpout(
                "rest", new CallSpout("own-rest", 500, 1, (out, number, context) -> out.emitTracked(number, number)));
        builder.setBolt("sink", TestBolts.sink("own-one"))
                .shuffle("one")
                .shuffle("rest")
                .set(TopologyKeys.INBOX.name(), 3);
        try (GatedTopology topology = topology(20, task -> task < 3 ? 1 : 2)) {
            topology.hold("sink");
            topology.settle();
            assertThat(topology.sum("one", TaskMetrics::pending)).isEqualTo(2);
            assertThat(topology.sum("rest", TaskMetrics::pending)).isEqualTo(20);
            topology.turn(topology.task("sink", 0));
            assertThat(topology.executorOf(topology.task("sink", 0))
                            .task(topology.task("sink", 0))
                            .sign()
                            .isPaused())
                    .as("no pause remains of 22 tuples after a turn")
                    .isFalse();
            topology.release("sink");
            topology.run(() -> one.acked.size() == 500 && rest.acked.size() == 500);
            assertThat(one.deepest).isEqualTo(2);
            assertThat(rest.deepest).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void untrackedTuplesDoNotCount(boolean withoutIds) {
        String test = "untracked-" + withoutIds;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", new CallSpout(test, 500, 0, (out, number, context) -> {
            if (withoutIds) {
                out.emit(number);
            } else {
                out.emitTracked(number, number);
            }
        }));
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("source");
        Config config =
                withoutIds ? Config.empty() : Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE);
        try (GatedTopology topology = new GatedTopology(
                builder.build(), config.with(TopologyKeys.MAX_SPOUT_PENDING, 1), task -> task % 2, 1, directory, 1)) {
            topology.hold("sink");
            topology.settle();
            assertThat(topology.sum("source", TaskMetrics::emitted)).isEqualTo(500);
            assertThat(topology.sum("source", TaskMetrics::pending)).isZero();
            topology.release("sink");
            topology.run(() -> journal.seen.size() == 500);
        }
    }

    private GatedTopology topology(int pending, IntUnaryOperator workerOfTask) {
        Config config =
                Config.empty().with(TopologyKeys.MAX_SPOUT_PENDING, pending).with(TopologyKeys.RING_BYTES, 1L << 16);
        return new GatedTopology(builder.build(), config, workerOfTask, 1, directory, 9);
    }
}

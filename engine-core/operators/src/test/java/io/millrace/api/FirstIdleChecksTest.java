// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static io.millrace.api.Samples.problems;
import static io.millrace.api.Samples.sink;
import static io.millrace.api.Samples.split;
import static io.millrace.api.Samples.withLines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.operators.Spouts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The places where {@code firstIdle} is refused, each with one line. */
class FirstIdleChecksTest {

    private static final class Stateful1 implements BasicBolt, Stateful {
        private static final long serialVersionUID = 1L;

        @Override
        public List<StateSpec<?>> states() {
            return List.of();
        }

        @Override
        public void execute(Tuple input, Emitter out) {}

        @Override
        public void declareOutputs(OutputDeclarer out) {}
    }

    private static void refused(Topology topology, Config config, String line) {
        assertThatThrownBy(() -> topology.check(config, FirstIdleChecksTest.class.getClassLoader()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(line);
    }

    @Test
    void itIsAGroupingAsOthersAre() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split(), 4).firstIdle("lines");
        builder.setBolt("count", sink(), 2).firstIdle("split", Streams.DEFAULT);
        Topology topology = builder.build();
        assertThat(topology.components().get(1).inputs())
                .containsExactly(new Subscription("lines", "default", new Grouping.FirstIdle()));
        assertThatCode(() -> topology.check(Config.empty(), FirstIdleChecksTest.class.getClassLoader()))
                .doesNotThrowAnyException();
    }

    @Test
    void queuesThatGoToFilesNeedMemoryForTheLongestTuples() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split(), 4).firstIdle("lines");
        Topology topology = builder.build();
        Config small = Config.empty().with(TopologyKeys.QUEUE_MEMORY, 127L << 20);
        refused(
                topology,
                small,
                "topology.queue.memory is 127 MiB, and a tuple may have 16 MiB (topology.message.max.bytes): set at least"
                        + " 128 MiB, or lower topology.message.max.bytes, or set topology.queue.disk to 0 B");
        for (Config enough : List.of(
                small.with(TopologyKeys.QUEUE_MEMORY, 128L << 20),
                small.with(TopologyKeys.MESSAGE_MAX_BYTES, 8L << 20),
                small.with(TopologyKeys.QUEUE_DISK, 0L))) {
            assertThatCode(() -> topology.check(enough, FirstIdleChecksTest.class.getClassLoader()))
                    .doesNotThrowAnyException();
        }
        TopologyBuilder others = withLines();
        others.setBolt("split", split(), 4).shuffle("lines");
        assertThatCode(() -> others.build().check(small, FirstIdleChecksTest.class.getClassLoader()))
                .doesNotThrowAnyException();
    }

    @Test
    void keysAndCyclesNeedOtherGroupings() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split()).shuffle("lines").shuffle("again");
        builder.setBolt("again", split()).firstIdle("split");
        builder.setBolt("keyed", new Stateful1()).firstIdle("lines");
        assertThat(problems(builder))
                .containsExactly(
                        "component 'again': gets stream 'default' of 'split' by firstIdle, and its own tuples come back to"
                                + " it, so that a full queue would stop the cycle: subscribe by shuffle, or cut the cycle",
                        "component 'keyed': gets stream 'default' of 'lines' by firstIdle, by which any task gets a key,"
                                + " and keeps states by key: subscribe it by fields");
    }

    @Test
    void snapshotsDoNotContainTheQueue() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", Spouts.of("line", List.of("a"))).allowUnreplayable();
        builder.setBolt("work", sink()).firstIdle("lines");
        refused(
                builder.build(),
                Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE),
                "component 'work': subscribes by firstIdle, and what waits in its queue is in no snapshot");
    }

    @Test
    void anOrderThatDropsWhatIsLateIsRefused() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", Spouts.of("line", List.of("a")));
        builder.setBolt("work", sink()).firstIdle("lines");
        refused(
                builder.build(),
                Config.empty().with(TopologyKeys.GEO_ORDER, "lines=late-drop:1s"),
                "which component 'work' gets by firstIdle, so that it waits and is late: choose unordered");
    }
}

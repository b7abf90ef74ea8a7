// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Snapshots of a topology in which a bolt takes nothing, so that all links before it are full. */
@Timeout(60)
class OvertakingTest {

    private static final int NUMBERS = 300;
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofHours(1))
            .with(TopologyKeys.SNAPSHOT_TIMEOUT, Duration.ofSeconds(5))
            .with(TopologyKeys.INBOX, 2)
            .with(TopologyKeys.RING_BYTES, 1L << 16);

    /** Passes numbers on with so many bytes that a few fill a window. */
    static final class Fat implements BasicBolt {

        private static final long serialVersionUID = 1L;
        private static final int BYTES = 16 << 10;

        @Override
        public void execute(Tuple input, Emitter out) {
            out.emit(input.get(0), input.get(1), new byte[BYTES]);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number", "bytes");
        }
    }

    private static Topology topology(OutsideWorld world) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OutsideWorld.Numbers(NUMBERS), 1);
        builder.setBolt("pass", new Fat(), 2).shuffle("numbers");
        builder.setBolt("gated", new OutsideWorld.Gated(world.key), 1).shuffle("pass");
        builder.setBolt("sums", new OutsideWorld.Sums(), 2).fields("gated", "key");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 2).shuffle("sums");
        return builder.build();
    }

    private static SteppedTopology start(OutsideWorld world, Duration timeout, int workers, int nodes, Config config) {
        world.closed = true;
        return SteppedTopology.of(topology(world))
                .config(config.with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, timeout))
                .workers(workers)
                .nodes(nodes, Duration.ofMillis(1))
                .executors(2)
                .seed(workers * 10 + nodes)
                .start();
    }

    /** Lets all links to the bolt fill. Its sources then have neither room in a ring nor credit. */
    private static void fill(SteppedTopology running) {
        running.advance(Duration.ofMillis(100));
        assertThat(running.counts().stream().filter(task -> task.outbox() > 0).map(TaskMetrics::task))
                .contains(2, 3);
    }

    private static long executed(SteppedTopology running, String component) {
        return running.counts().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(TaskMetrics::executed)
                .sum();
    }

    private static void open(OutsideWorld world, SteppedTopology running) {
        world.closed = false;
        assertThat(running.runUntil(
                        () -> {
                            running.snapshot();
                            return running.completed();
                        },
                        Duration.ofMinutes(5)))
                .isTrue();
        assertThat(world.visible.stream().map(row -> (Long) row.get(1)))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, NUMBERS).boxed().toList());
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "0, 2, 1", "0, 2, 2", "20, 2, 1", "20, 3, 2"})
    void aSnapshotCompletesWhileABoltTakesNothing(int timeoutMillis, int workers, int nodes) {
        try (OutsideWorld world = new OutsideWorld("stuck");
                SteppedTopology running = start(world, Duration.ofMillis(timeoutMillis), workers, nodes, CONFIG)) {
            fill(running);
            assertThat(running.snapshot()).isPositive();
            for (int i = 1; i <= workers; i++) {
                running.kill("w" + i);
            }
            for (int i = 1; i <= workers; i++) {
                running.restart("w" + i);
            }
            // Tuples that were on their way wait again
            running.advance(Duration.ofMillis(100));
            assertThat(running.snapshot()).isPositive();
            open(world, running);
        }
    }

    @Test
    void anAlignedSnapshotDoesNot() {
        try (OutsideWorld world = new OutsideWorld("aligned");
                SteppedTopology running = start(world, ConfigKey.NEVER, 2, 1, CONFIG)) {
            fill(running);
            assertThatThrownBy(running::snapshot)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("not all workers had written after 5000 ms");
            open(world, running);
        }
    }

    @Test
    void aSnapshotIsGivenUpIfTooMuchIsOnItsWay() {
        Config config =
                CONFIG.with(TopologyKeys.SNAPSHOT_CHANNEL_BYTES, 1L << 10).with(TopologyKeys.INBOX, 100);
        try (OutsideWorld world = new OutsideWorld("large");
                SteppedTopology running = start(world, Duration.ZERO, 2, 1, config)) {
            fill(running);
            assertThatThrownBy(running::snapshot)
                    .hasMessageContaining(
                            "more than 1024 bytes are on their way to it: raise topology.snapshot.channel.bytes");
            assertThat(running.metrics().completed()).isFalse();
            world.closed = false;
            running.advance(Duration.ofMillis(500));
            open(world, running);
        }
    }

    /** Emissions of windows at the end of time are behind a watermark, of which there is no copy. */
    @Test
    void aTopologyHasNotCompletedWhileItsLastWatermarkIsOnItsWay() {
        TopologyBuilder builder = new TopologyBuilder();
        try (OutsideWorld world = new OutsideWorld("watermark")) {
            builder.setSpout("numbers", new OutsideWorld.Numbers(OutsideWorld.Gated.AT_ONCE), 1)
                    .eventTime("number", Duration.ZERO);
            builder.setBolt("gated", new OutsideWorld.Gated(world.key), 1).shuffle("numbers");
            builder.setBolt(
                            "windows",
                            Bolts.window(Windows.tumbling(Duration.ofSeconds(1)), "key")
                                    .eventTime("number")
                                    .aggregate("sum", Aggregates.sum("number")),
                            1)
                    .fields("gated", "key");
            builder.setBolt("sink", new OutsideWorld.Sink(world.key), 1).shuffle("windows");
            try (SteppedTopology running = SteppedTopology.of(builder.build())
                    .config(CONFIG.with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, Duration.ZERO))
                    .start()) {
                assertThat(running.runUntil(
                                () -> executed(running, "windows") == OutsideWorld.Gated.AT_ONCE,
                                Duration.ofMinutes(1)))
                        .isTrue();
                world.closed = true;
                running.advance(Duration.ofMillis(100));
                running.snapshot();
                running.snapshot();
                assertThat(running.completed()).isFalse();

                world.closed = false;
                assertThat(running.runUntil(
                                () -> {
                                    running.snapshot();
                                    return running.completed();
                                },
                                Duration.ofMinutes(5)))
                        .isTrue();
                assertThat(world.visible).hasSize(OutsideWorld.Gated.AT_ONCE);
            }
        }
    }
}

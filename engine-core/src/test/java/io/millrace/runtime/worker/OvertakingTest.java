package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import java.time.Duration;
import java.util.List;
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

    private static Topology topology(OutsideWorld world) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OutsideWorld.Numbers(NUMBERS), 1);
        builder.setBolt("pass", new OutsideWorld.Pass(), 2).shuffle("numbers");
        builder.setBolt("gated", new OutsideWorld.Gated(world.key), 1).shuffle("pass");
        builder.setBolt("sums", new OutsideWorld.Sums(), 2).fields("gated", "key");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 2).shuffle("sums");
        return builder.build();
    }

    private static SteppedTopology start(OutsideWorld world, Duration timeout, int workers, int nodes, Config config) {
        world.closed = true;
        SteppedTopology running = SteppedTopology.of(topology(world))
                .config(config.with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, timeout))
                .workers(workers)
                .nodes(nodes, Duration.ofMillis(1))
                .executors(2)
                .seed(workers * 10 + nodes)
                .start();
        running.advance(Duration.ofMillis(100));
        List<TaskMetrics> tasks = running.snapshots().stream()
                .flatMap(worker -> worker.tasks().stream())
                .toList();
        // Those that send to it. Between nodes less is on its way than windows hold
        if (nodes == 1) {
            assertThat(tasks.stream().filter(task -> task.outbox() > 0).map(TaskMetrics::task))
                    .contains(2, 3);
        }
        return running;
    }

    private static void open(OutsideWorld world, SteppedTopology running) {
        world.closed = false;
        assertThat(running.runUntil(
                        () -> {
                            running.snapshot();
                            return running.metrics().completed();
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
            assertThat(running.snapshot()).isPositive();
            for (int i = 1; i <= workers; i++) {
                running.kill("w" + i);
            }
            for (int i = 1; i <= workers; i++) {
                running.restart("w" + i);
            }
            // What was on its way waits again
            running.advance(Duration.ofMillis(100));
            assertThat(running.snapshot()).isPositive();
            open(world, running);
        }
    }

    @Test
    void anAlignedSnapshotDoesNot() {
        try (OutsideWorld world = new OutsideWorld("aligned");
                SteppedTopology running = start(world, ConfigKey.NEVER, 2, 1, CONFIG)) {
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
            assertThatThrownBy(running::snapshot)
                    .hasMessageContaining("component 'gated'")
                    .hasMessageContaining(
                            "more than 1024 bytes are on their way to it: raise topology.snapshot.channel.bytes");
            assertThat(running.metrics().completed()).isFalse();
            world.closed = false;
            running.advance(Duration.ofMillis(500));
            open(world, running);
        }
    }
}

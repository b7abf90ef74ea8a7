package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Config;
import io.millrace.api.EdgeMetrics;
import io.millrace.api.ExecutorMetrics;
import io.millrace.api.Guarantee;
import io.millrace.api.LinkCounts;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyKeys;
import io.millrace.api.TopologyMetrics;
import io.millrace.runtime.metrics.RecentLatencies;
import io.millrace.runtime.metrics.TopologyMetricsMerge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is measured of topologies that are stepped on one thread, where time passes only as the test says. */
@Timeout(30)
class SteppedMetricsTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path directory;

    private final TopologyBuilder builder = new TopologyBuilder();

    static TopologyMetrics metrics(SteppedTopology topology) {
        return TopologyMetricsMerge.merge(
                "stepped", false, List.of(), topology.snapshots(), new RecentLatencies(), topology.nanoTime());
    }

    @Test
    void eachPairOfTasksCountsItsTuplesAndTheBytesThatLeftTheWorker() {
        Journal journal = Journal.fresh("edges");
        // Tasks 1 and 2 in workers w2 and w1, the sinks 3 and 4 also
        builder.setSpout("numbers", new NumberSpout("edges", 100, false)).tasks(2);
        builder.setBolt("sink", TestBolts.sink("edges")).tasks(2).shuffle("numbers");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2, directory).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 200, LONG))
                    .isTrue();

            List<EdgeMetrics> edges = metrics(topology).edges();
            assertThat(edges)
                    .extracting(edge -> edge.sourceTask() + " to " + edge.targetTask())
                    .containsExactly("1 to 3", "1 to 4", "2 to 3", "2 to 4");
            for (EdgeMetrics edge : edges) {
                assertThat(edge.source()).isEqualTo("numbers");
                assertThat(edge.stream()).isEqualTo("default");
                assertThat(edge.target()).isEqualTo("sink");
                assertThat(edge.messages()).isEqualTo(50);
                boolean crosses = (edge.sourceTask() - edge.targetTask()) % 2 != 0;
                // A head of 24 bytes, a root of 16, and a small number
                assertThat(edge.bytes()).isBetween(crosses ? 50 * 41L : 0, crosses ? 50 * 48L : 0);
            }
        }
    }

    @Test
    void anExecutorWhoseTasksWaitForRoomIsBackPressured() {
        Journal.fresh("pressure");
        builder.setSpout("numbers", new NumberSpout("pressure", 10_000, false));
        builder.setBolt("sink", TestBolts.sink("pressure")).shuffle("numbers");
        Config config = Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE)
                .with(TopologyKeys.INBOX, 16);
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(config)
                .workers(2, directory)
                .start()) {
            // The sink's worker is away: nothing that the spout emits finds room
            topology.kill("w1");
            topology.runUntilIdle(1000);
            ExecutorMetrics before = metrics(topology).executors().get(0);
            topology.advance(Duration.ofSeconds(3));
            ExecutorMetrics after = metrics(topology).executors().get(0);

            assertThat(after.worker()).isEqualTo("w2");
            assertThat(after.tasks()).containsExactly(1);
            assertThat(after.backPressuredNanos() - before.backPressuredNanos()).isEqualTo(3_000_000_000L);
            assertThat(after.idleNanos()).isEqualTo(before.idleNanos());

            topology.restart("w1");
            topology.advance(Duration.ofSeconds(5));
            ExecutorMetrics last = metrics(topology).executors().get(1);
            assertThat(last.backPressuredNanos()).isEqualTo(after.backPressuredNanos());
            assertThat(last.idleNanos() - after.idleNanos()).isBetween(4_900_000_000L, 5_000_000_000L);
        }
    }

    @Test
    void whatWaitsForAnExecutorIsSeen() {
        Journal.fresh("fill");
        builder.setSpout("numbers", new NumberSpout("fill", 100, false)).tasks(3);
        builder.setBolt("sink", TestBolts.sink("fill")).tasks(1).global("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .workers(2, directory)
                .executors(2)
                .start()) {
            long queued = 0;
            long used = 0;
            while (metrics(topology).links().total() < 300 || topology.step() > 0) {
                topology.step();
                for (ExecutorMetrics executor : metrics(topology).executors()) {
                    queued = Math.max(queued, executor.queued());
                    used = Math.max(used, executor.ringUsedBytes());
                    assertThat(executor.queueCapacity()).isEqualTo(2048);
                    assertThat(executor.ringBytes()).isEqualTo(Config.empty().get(TopologyKeys.RING_BYTES));
                }
            }
            LinkCounts links = metrics(topology).links();
            assertThat(links.queue()).isPositive();
            assertThat(links.ring()).isPositive();
            assertThat(queued).isBetween(1L, links.queue());
            assertThat(used).isBetween(64L, links.ring() * 64 * 2);

            topology.advance(Duration.ofSeconds(1));
            assertThat(metrics(topology).executors())
                    .allMatch(executor -> executor.queued() == 0 && executor.ringUsedBytes() == 0);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.runtime.metrics.RecentLatencies;
import io.millrace.runtime.metrics.TaskTime;
import io.millrace.runtime.metrics.TopologyMetricsMerge;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of topologies that are stepped on one thread, where time passes only when the test says so. */
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
        // Tasks 1 and 2 are in workers w2 and w1, the sinks 3 and 4 too
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
                // A header of 24 bytes, a root of 16, and a small number
                assertThat(edge.bytes()).isBetween(crosses ? 50 * 41L : 0, crosses ? 50 * 48L : 0);
            }
        }
    }

    @Test
    void tasksThatMayBlockPublishWhatTheyCountAfterAnEmission() {
        Journal journal = Journal.fresh("blocking-counts");
        builder.setSpout("numbers", new NumberSpout("blocking-counts", 10, false))
                .blocking()
                .set("topology.max.spout.pending", 3);
        builder.setBolt("passes", TestBolts.pass()).shuffle("numbers").blocking();
        builder.setBolt(
                        "never",
                        TestBolts.full((input, out, context) ->
                                Journal.of("blocking-counts").seen.add(input)))
                .shuffle("passes");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(topology.runUntilIdle(1_000)).isTrue();
            assertThat(journal.seen).hasSize(3);
            TaskMetrics numbers = metrics(topology).tasks().get(0);
            assertThat(numbers.pending()).isEqualTo(3);
            TaskMetrics passes = metrics(topology).tasks().get(1);
            assertThat(passes.executed()).isEqualTo(3);
            assertThat(passes.acked()).isEqualTo(3);
        }
    }

    @Test
    void whoAsksForCountsGetsNothingElse() {
        Journal journal = Journal.fresh("counts");
        builder.setSpout("numbers", new NumberSpout("counts", 100, false));
        builder.setBolt("sink", TestBolts.sink("counts")).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.METRICS, MetricsDetail.COUNTS))
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 100, LONG))
                    .isTrue();

            TopologyMetrics metrics = metrics(topology);
            assertThat(metrics.edges())
                    .allSatisfy(edge -> assertThat(edge.messages()).isZero());
            assertThat(metrics.stages())
                    .allSatisfy(stage -> assertThat(stage.latency().count()).isZero());
            assertThat(metrics.sum("sink", TaskMetrics::executed)).isEqualTo(100);
            assertThat(metrics.endToEnd().count()).isZero();
            assertThat(metrics.tasks())
                    .allSatisfy(task -> assertThat(task.queueWait().count()).isZero());
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
            // The sink's worker is down: no emission of the spout finds room
            topology.kill("w1");
            topology.runUntilIdle(1000);
            ExecutorMetrics before = metrics(topology).executors().get(0);
            topology.advance(Duration.ofSeconds(3));
            // The thread waits for room all the time, and counts the wait when it continues
            topology.restart("w1");
            topology.advance(Duration.ofSeconds(5));
            ExecutorMetrics after = metrics(topology).executors().get(1);
            topology.advance(Duration.ofSeconds(5));
            ExecutorMetrics last = metrics(topology).executors().get(1);

            assertThat(after.worker()).isEqualTo("w2");
            assertThat(after.tasks()).containsExactly(1);
            assertThat(after.get(ExecutorFigure.BACK_PRESSURED_NANOS) - before.get(ExecutorFigure.BACK_PRESSURED_NANOS))
                    .isEqualTo(3_000_000_000L);
            assertThat(last.get(ExecutorFigure.BACK_PRESSURED_NANOS))
                    .isEqualTo(after.get(ExecutorFigure.BACK_PRESSURED_NANOS));
            assertThat(last.get(ExecutorFigure.IDLE_NANOS) - after.get(ExecutorFigure.IDLE_NANOS))
                    .isBetween(4_000_000_000L, 6_000_000_000L);
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
                    queued = Math.max(queued, executor.get(ExecutorFigure.QUEUED));
                    used = Math.max(used, executor.get(ExecutorFigure.RING_USED_BYTES));
                    assertThat(executor.get(ExecutorFigure.QUEUE_CAPACITY)).isEqualTo(2048);
                    assertThat(executor.get(ExecutorFigure.RING_BYTES))
                            .isEqualTo(Config.empty().get(TopologyKeys.RING_BYTES));
                }
            }
            LinkCounts links = metrics(topology).links();
            assertThat(links.queue()).isPositive();
            assertThat(links.ring()).isPositive();
            assertThat(queued).isBetween(1L, links.queue());
            assertThat(used).isBetween(64L, links.ring() * 64 * 2);

            topology.advance(Duration.ofSeconds(1));
            assertThat(metrics(topology).executors())
                    .allMatch(executor -> executor.get(ExecutorFigure.QUEUED) == 0
                            && executor.get(ExecutorFigure.RING_USED_BYTES) == 0);
        }
    }

    @Test
    void stagesWithinAnExecutorAreWhatTheClockSays() {
        Journal.fresh("stages");
        builder.setSpout("numbers", new NumberSpout("stages", 1, false));
        builder.setBolt(
                        "works",
                        TestBolts.basic(
                                (input, out) -> {
                                    pass(100);
                                    out.emit(input.get(0));
                                    pass(50);
                                },
                                "number"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.basic((input, out) -> pass(30))).shuffle("works");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            stepped = topology;
            topology.advance(Duration.ofSeconds(1));

            TopologyMetrics metrics = metrics(topology);
            assertThat(metrics.stages())
                    .containsExactly(
                            stage("numbers", "works", Stage.OUTBOX, 0),
                            stage("numbers", "works", Stage.INBOX, 0),
                            // This time is without that of the sink within the emission
                            stage("numbers", "works", Stage.EXECUTE, 150),
                            stage("works", "sink", Stage.OUTBOX, 0),
                            stage("works", "sink", Stage.INBOX, 0),
                            stage("works", "sink", Stage.EXECUTE, 30));
            assertThat(metrics.tasks()).extracting(TaskMetrics::execute).containsExactly(NONE, each(150), each(30));
            assertThat(metrics.tasks()).extracting(TaskMetrics::queueWait).containsExactly(NONE, each(0), each(0));
            assertThat(metrics.tasks()).extracting(TaskMetrics::endToEnd).containsExactly(NONE, NONE, each(130));
            assertThat(metrics.endToEnd()).isEqualTo(each(130));
            // One turn of the spout contained both calls
            assertThat(topology.snapshots().stream().flatMap(worker -> worker.work().times().stream()))
                    .containsExactly(new TaskTime(1, 180, 0, 0), new TaskTime(2, 0, 150, 1), new TaskTime(3, 0, 30, 1));
        }
    }

    @Test
    void aTupleThatCrossesARingPassesAllStages() {
        Journal journal = Journal.fresh("ring");
        builder.setSpout("numbers", new NumberSpout("ring", 1, false));
        builder.setBolt("sink", TestBolts.basic((input, out) -> pass(30))).shuffle("numbers");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2, directory).start()) {
            stepped = topology;
            // The sinks' worker is down when the tuples are emitted
            topology.kill("w1");
            topology.runUntilIdle(100);
            pass(200);
            topology.restart("w1");
            while (metrics(topology).links().ring() == 0
                    || metrics(topology).edges().isEmpty()) {
                topology.step();
            }
            assertThat(journal.seen).isEmpty();
            topology.runUntilIdle(1000);

            assertThat(metrics(topology).stages())
                    .contains(
                            stage("numbers", "sink", Stage.OUTBOX, 200),
                            stage("numbers", "sink", Stage.ENCODE, 0),
                            stage("numbers", "sink", Stage.DECODE, 0),
                            stage("numbers", "sink", Stage.EXECUTE, 30))
                    .extracting(StageMetrics::stage)
                    .containsExactly(
                            Stage.OUTBOX, Stage.ENCODE, Stage.TRANSIT, Stage.DECODE, Stage.INBOX, Stage.EXECUTE);
        }
    }

    @Test
    void aTupleWaitsInTheRingAndInFrontOfItsTask() {
        Journal.fresh("wait");
        builder.setSpout("numbers", new NumberSpout("wait", 1, false));
        builder.setBolt("sink", TestBolts.basic((input, out) -> pass(200)))
                .shuffle("numbers")
                .shuffle("more");
        builder.setSpout("more", new NumberSpout("wait", 1, false));
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).workers(2, directory).start()) {
            stepped = topology;
            while (metrics(topology).links().ring() == 0) {
                topology.step();
            }
            assertThat(metrics(topology).links().ring()).isEqualTo(2);
            pass(90);
            topology.runUntilIdle(1000);

            TopologyMetrics metrics = metrics(topology);
            assertThat(metrics.stages())
                    .contains(stage("numbers", "sink", Stage.TRANSIT, 90), stage("more", "sink", Stage.TRANSIT, 90))
                    .contains(stage("numbers", "sink", Stage.EXECUTE, 200), stage("more", "sink", Stage.EXECUTE, 200));
            // Both tuples were received in the same turn, and executed one after the other
            assertThat(metrics.tasks().get(1).queueWait()).isEqualTo(new LatencySummary(2, 0, 200, 200, 200, 200));
            assertThat(metrics.tasks().get(1).execute()).isEqualTo(new LatencySummary(2, 200, 200, 200, 200, 200));
        }
    }

    @Test
    void aTupleFromAnotherExecutorWaitsInTheQueue() {
        Journal.fresh("queue");
        builder.setSpout("numbers", new NumberSpout("queue", 1, false));
        builder.setBolt("sink", TestBolts.basic((input, out) -> pass(30))).shuffle("numbers");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).executors(2).start()) {
            stepped = topology;
            while (metrics(topology).links().queue() == 0) {
                topology.step();
            }
            pass(70);
            topology.runUntilIdle(1000);

            assertThat(metrics(topology).stages())
                    .containsExactly(
                            stage("numbers", "sink", Stage.OUTBOX, 0),
                            stage("numbers", "sink", Stage.TRANSIT, 70),
                            stage("numbers", "sink", Stage.INBOX, 0),
                            stage("numbers", "sink", Stage.EXECUTE, 30));
        }
    }

    @Test
    void ofAFastStreamSomeTuplesAreFollowed() {
        Journal journal = Journal.fresh("many");
        builder.setSpout("numbers", new NumberSpout("many", 100_000, false));
        builder.setBolt("sink", TestBolts.sink("many")).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 100_000, LONG))
                    .isTrue();
            assertThat(metrics(topology).tasks().get(1).execute().count()).isBetween(150L, 300L);
            assertThat(metrics(topology).endToEnd().count()).isEqualTo(100_000);
        }
    }

    private static final LatencySummary NONE = LatencySummary.NONE;

    /** The topology in which components let time pass. */
    private static SteppedTopology stepped;

    private static void pass(long nanos) {
        stepped.pass(Duration.ofNanos(nanos));
    }

    /** The summary of one measured value. */
    private static LatencySummary each(long nanos) {
        return new LatencySummary(1, nanos, nanos, nanos, nanos, nanos);
    }

    private static StageMetrics stage(String source, String target, Stage stage, long nanos) {
        return new StageMetrics(source, "default", target, stage, each(nanos));
    }
}

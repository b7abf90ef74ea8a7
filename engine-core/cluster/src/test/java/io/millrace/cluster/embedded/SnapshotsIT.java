// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.meters.ExpositionText;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The snapshots of worker processes as an operator sees them. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class SnapshotsIT {

    private static final Duration MOST = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    @AutoClose
    private TestCluster daemons;

    private Cluster cluster;

    @BeforeEach
    void start() {
        daemons = TestCluster.start(
                directory,
                Config.empty()
                        .with(ClusterKeys.CONTROLLER_POLL_INTERVAL, Duration.ofMillis(50))
                        .with(ClusterKeys.MONITOR_INTERVAL, Duration.ofSeconds(1)),
                "n1");
        cluster = daemons.client();
    }

    /** An endless replayable source of numbers. */
    static final class Numbers implements ReplayableSpout {

        private static final long serialVersionUID = 1L;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            out.emit(next++);
            out.idleUntil(context.nanoTime() + 1_000_000);
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    /** A source that emits nothing, and cannot be read again. */
    static final class Silence implements Spout {

        private static final long serialVersionUID = 1L;
        private transient SpoutCollector out;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            out.finish();
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    /** Counts each number. */
    static final class Counts implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
        private transient ValueState<Long> count;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void prepare(TaskContext context) {
            count = context.state(COUNT);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            count.set(count.getOr(0L) + 1);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(), 1);
        builder.setSpout("silence", new Silence(), 1).allowUnreplayable();
        builder.setBolt("counts", new Counts(), 2).fields("numbers", "number").fields("silence", "number");
        return builder.build();
    }

    private TopologyInfo submit(Path jar, Path state) {
        Config settings = Config.empty()
                .with(TopologyKeys.WORKERS, 2)
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(100))
                .with(TopologyKeys.SNAPSHOT_TOLERATED_FAILURES, 0)
                .with(TopologyKeys.STATE_DIR, state.toString());
        return cluster.submit(new Submission("seen", topology(), settings, jar, null));
    }

    private SnapshotMetrics snapshots() {
        return cluster.snapshots("seen", 5);
    }

    private SnapshotMetrics listed() {
        return cluster.list().get(0).snapshots();
    }

    private ExpositionText prometheus() throws IOException {
        byte[] text = new HttpTarget("127.0.0.1", daemons.controller().port(), null).get("/metrics");
        return ExpositionText.of(new String(text, StandardCharsets.UTF_8));
    }

    @Test
    void theOperatorSeesCommitsFailuresAndWhatIsWrongWithTheDirectory() throws Exception {
        Path jar = Jars.of(directory.resolve("seen.jar"), SnapshotsIT.class, "");
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> submit(jar, file))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("topology.state.dir: " + file + " cannot be used: n1 (")
                .hasMessageNotContaining("\n");
        assertThat(cluster.list()).isEmpty();

        Path state = directory.resolve("state");
        assertThat(submit(jar, state).remarks().note())
                .contains("spout 'silence' cannot be read again (allowUnreplayable): what it emits after a snapshot is"
                        + " lost if a worker dies");
        Await.until("commits", MOST, () -> snapshots().committed() > 2);

        SnapshotMetrics before = snapshots();
        assertThat(before.recent()).hasSizeBetween(1, 5).allMatch(each -> each.outcome() == Outcome.COMMITTED);
        SnapshotReport last = before.last().orElseThrow();
        assertThat(last.slowestComponent()).isIn("numbers", "silence", "counts");
        assertThat(last.totalNanos()).isGreaterThanOrEqualTo(last.writeNanos() + last.commitNanos());
        assertThat(last.writeNanos()).isPositive();
        assertThat(last.commitNanos()).isPositive();
        assertThat(last.wholeBytes()).isGreaterThanOrEqualTo(last.bytes());
        Await.until("the list has them too", MOST, () -> listed().lastId() >= before.lastId());
        assertThat(listed().recent()).isEmpty();
        assertThat(listed().ageMillis()).isNotNegative();
        Await.until(
                "so has Prometheus",
                MOST,
                () -> prometheus()
                                .samples()
                                .getOrDefault("millrace_snapshots_total{outcome=\"committed\",topology=\"seen\"}", 0.0)
                        >= before.committed());
        assertThat(prometheus().samples())
                .containsKeys(
                        "millrace_snapshot_age_seconds{topology=\"seen\"}",
                        "millrace_snapshot_duration_seconds{phase=\"alignment\",topology=\"seen\"}",
                        "millrace_snapshot_size_bytes{part=\"whole\",topology=\"seen\"}");

        Path aside = directory.resolve("aside");
        Files.move(state, aside);
        Files.createFile(state);
        Await.until("it says that snapshots fail", MOST, () -> listed().failing());
        assertThat(listed().lastFailure()).contains(state.toString());
        Files.delete(state);
        Files.move(aside, state);
        Await.until("they are committed again", MOST, () -> !snapshots().failing());

        daemons.restartController();
        Await.until(
                "another controller knows them",
                MOST,
                () -> !snapshots().recent().isEmpty());
        long known = snapshots().lastId();
        daemons.stopNode("n1");
        SnapshotMetrics told = snapshots();
        assertThat(told.recent()).as("nobody reports them").isEmpty();
        assertThat(told.lastId()).as("the pointer is there").isGreaterThanOrEqualTo(known);
        assertThat(told.ageMillis()).isNotNegative();
        daemons.startNode("n1");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.EngineHealth;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.NodeLink;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.Await;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real worker processes, started by an engine inside this JVM. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class LocalClusterIT {

    private static final Duration MOST = Duration.ofSeconds(25);
    private static final Config TWO_WORKERS = Config.empty().with(TopologyKeys.WORKERS, 2);

    /** The engine of the tests that do not end it. */
    private static Millrace engine;

    @BeforeAll
    static void start() {
        engine = started();
    }

    private static Millrace started() {
        return Millrace.local()
                .processes()
                .set("worker.restart.backoff.max", "200 ms")
                .start();
    }

    @AfterEach
    void kill() throws Exception {
        for (String left : engine.topologies()) {
            engine.topology(left).ifPresent(RunningTopology::kill);
        }
        awaitNoWorkers("the workers are gone with their topology");
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static void awaitNoWorkers(String what) throws Exception {
        Await.until(what, () -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void twoWorkersRunATopologyToItsEndWhateverItsRegionsAre() throws Exception {
        RunningTopology topology = engine.submit("quick", TestTopologies.countingInTwoRegions(10_000), TWO_WORKERS);

        assertThat(topology.awaitCompletion(MOST)).isTrue();

        TopologyMetrics metrics = topology.metrics();
        assertThat(metrics.counter("count", "distinct")).isEqualTo(10_000);
        assertThat(metrics.links().ring()).isPositive();
        assertThat(metrics.workers()).hasSize(2).allMatch(WorkerMetrics::registered);
        topology.kill();
        assertThat(engine.topologies()).isEmpty();
        assertThat(topology.status()).isEqualTo(RunningTopology.Status.KILLED);
    }

    @Test
    void aServiceOfTheNodeReachesWorkersWithoutRings() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("number", "how")).answers("square", "more"), 2);
        builder.setBolt("square", new AskIT.Square(), 2).shuffle("numbers");
        RunningTopology topology =
                engine.submit("asked", builder.build(), TWO_WORKERS.with(TopologyKeys.NODE_LINK, NodeLink.TCP));

        assertThat(topology.ask("numbers", 9L, "square").toCompletableFuture().get(25, TimeUnit.SECONDS))
                .asString()
                .contains("81");
    }

    @ParameterizedTest
    @EnumSource
    void aKilledWorkerIsReplacedAndNothingIsLost(NodeLink link) throws Exception {
        RunningTopology topology = engine.submit(
                "slow", TestTopologies.counting(20_000, 5), TWO_WORKERS.with(TopologyKeys.NODE_LINK, link));
        Await.until(
                "tuples in the other worker",
                MOST,
                () -> tuples(topology.metrics().links(), link) > 500);
        LinkCounts links = topology.metrics().links();
        assertThat(links.ring() + links.net()).isEqualTo(tuples(links, link));
        WorkerMetrics victim = withoutSpout(topology.metrics());

        ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();

        assertThat(topology.awaitCompletion(MOST)).isTrue();
        WorkerMetrics heir = topology.metrics().workers().stream()
                .filter(worker -> worker.worker().equals(victim.worker()))
                .findFirst()
                .orElseThrow();
        assertThat(heir.epoch()).isGreaterThan(victim.epoch());
        assertThat(heir.starts()).isEqualTo(2);
        assertThat(heir.pid()).isNotEqualTo(victim.pid());
        assertThat(topology.metrics().sum("numbers", TaskMetrics::acked)).isEqualTo(20_000);
    }

    @Tag("long")
    @Test
    void workersOfAnInactiveTopologyAreUpAndWaitToBeActivated() throws Exception {
        RunningTopology topology = engine.submit(
                "quiet", TestTopologies.counting(10_000, 0), TWO_WORKERS.with(TopologyKeys.INACTIVE, true));
        Await.until(
                "both workers",
                MOST,
                () -> topology.metrics().workers().stream()
                                .filter(WorkerMetrics::registered)
                                .count()
                        == 2);
        assertThat(topology.status()).isEqualTo(RunningTopology.Status.INACTIVE);
        assertThat(topology.metrics().sum("numbers", TaskMetrics::emitted)).isZero();

        topology.activate();

        assertThat(topology.awaitCompletion(MOST)).isTrue();
    }

    @Tag("long")
    @Test
    void workersFindTheResourcesOfThisProcessesClassPath() throws Exception {
        RunningTopology topology = engine.submit("look", JarTopology.topology(), Config.empty());

        assertThat(topology.awaitCompletion(MOST)).isTrue();
        assertThat(topology.metrics().counter("look", "stopped")).isEqualTo(1);
    }

    @Tag("long")
    @Test
    void aTopologyThatCannotRunSaysWhy() throws Exception {
        RunningTopology topology = engine.submit("broken", TestTopologies.broken(), TWO_WORKERS);

        Await.until(
                "the health has the reason",
                () -> engine.health().reasons().stream()
                        .anyMatch(reason -> reason.startsWith("topology 'broken': w")
                                && reason.contains("no database at db.example")));
        assertThat(engine.health().status()).isEqualTo(EngineHealth.Status.DEGRADED);

        assertThatThrownBy(() -> topology.awaitCompletion(MOST))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no database at db.example");
    }

    @Tag("long")
    @Test
    void healthFollowsAWorkerThatDiesAndReturnsAndItsEnginesEnd() throws Exception {
        Millrace own = started();
        try {
            assertThat(own.health()).isEqualTo(EngineHealth.of(List.of()));
            killAndAwait(own);
        } finally {
            own.close();
        }
        assertThat(own.health()).isEqualTo(EngineHealth.down("the engine is closed"));
        awaitNoWorkers("the workers are gone with the engine");
    }

    private static void killAndAwait(Millrace own) throws Exception {
        RunningTopology topology = own.submit("t", TestTopologies.counting(1_000_000, 1), Config.empty());
        Await.until("it runs", () -> own.health().ready());
        WorkerMetrics victim = topology.metrics().workers().get(0);

        ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();

        Await.until(
                "it is missed",
                () -> own.health().reasons().stream()
                        .anyMatch(reason -> reason.startsWith("topology 't': w1 on local")));
        Await.until("it is back", MOST, () -> own.health().ready());
    }

    @Tag("long")
    @Test
    void withoutZooKeeperAClusterIsDown() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(Config.empty())) {
            assertThat(cluster.health().ready()).isTrue();

            cluster.zooKeeper().close();

            Await.until("it is down", () -> cluster.health().status() == EngineHealth.Status.DOWN);
            assertThat(cluster.health().reasons())
                    .containsExactly("ZooKeeper at " + cluster.zooKeeper().connect()
                            + " does not answer: topologies go on, but nothing can be changed");
        }
    }

    private static long tuples(LinkCounts links, NodeLink link) {
        return link == NodeLink.RING ? links.ring() : links.net();
    }

    private static WorkerMetrics withoutSpout(TopologyMetrics metrics) {
        return metrics.workers().stream()
                .filter(worker -> metrics.tasks().stream()
                        .noneMatch(task -> task.worker().equals(worker.worker())
                                && task.component().equals("numbers")))
                .findFirst()
                .orElseThrow();
    }
}

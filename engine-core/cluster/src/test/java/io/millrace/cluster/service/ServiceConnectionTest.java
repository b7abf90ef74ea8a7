// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.TestLeader;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.TaskPlacement;
import io.millrace.runtime.worker.Worker;
import io.millrace.runtime.worker.WorkerRuntime;
import io.millrace.runtime.worker.WorkerSpec;
import io.millrace.transport.LinkSecret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that has connected to a worker in this process, when ZooKeeper goes away. */
@Timeout(90)
class ServiceConnectionTest {

    private static final String NAME = "t";
    private static final Duration MOST = Duration.ofSeconds(40);
    private static final CountDownLatch GATE = new CountDownLatch(1);

    @TempDir
    Path directory;

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")).answers("m"));
        builder.setBolt("bolt", Bolts.answer(ServiceConnectionTest::answer)).shuffle("f");
        return builder.build();
    }

    private static List<?> answer(Tuple request) {
        if (request.getInt("n") < 0) {
            try {
                GATE.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return List.of(request.getInt("n"));
    }

    private static Worker worker(Topology topology, Config config) {
        return WorkerRuntime.start(
                new WorkerSpec(
                        new WorkerIdentity("t-1", NAME, "w1", "n1", 1),
                        new WorkerSpec.Program(
                                topology, config, ServiceConnectionTest.class.getClassLoader(), () -> null),
                        new TaskPlacement(Map.of(1, "w1", 2, "w1"), Map.of("w1", "n1")),
                        1,
                        WorkerSpec.Files.NONE,
                        new NetSettings("cluster", new LinkSecret(new byte[32]), "127.0.0.1", null),
                        null),
                failure -> {});
    }

    @Tag("long")
    @Test
    void aRequestIsGivenUpWhoseWorkerShowsNoLifeThoughZooKeeperIsAway() throws Exception {
        Topology topology = topology();
        Config config = Config.empty().with("topology.message.timeout", "10 s");
        TopologyRecord record = new TopologyRecord(
                NAME,
                "t-1",
                Status.ACTIVE,
                0,
                new TopologyRecord.Program(2, "d", List.of(), List.of(), config.asMap()),
                null,
                new LinkSecret(new byte[32]));
        AtomicLong clock = new AtomicLong();
        try (TestZooKeeper zooKeeper = new TestZooKeeper(directory);
                Registry registry = Registry.open(zooKeeper.config());
                Worker worker = worker(topology, config)) {
            worker.activate();
            registry.cluster("cluster");
            new TestLeader(registry).submit(record);
            registry.ephemeral(
                            registry.paths().worker(NAME, "t-1", "w1"),
                            Json.write(worker.endpoint()),
                            holder -> true,
                            () -> {})
                    .ensure();
            try (ServiceConnection service = new ServiceConnection(
                            registry,
                            "cluster",
                            zooKeeper.config().with(ClusterKeys.NODE_ID, "elsewhere"),
                            record,
                            topology,
                            getClass().getClassLoader(),
                            clock::get);
                    ClusterWatch watch = ClusterWatch.topology(registry, NAME, () -> {})) {
                TopologyFunction function = service.handles().function("f");
                CompletableFuture<Tuple> first = function.ask(7).toCompletableFuture();
                Await.until("it is answered", MOST, () -> {
                    if (watch.ready()) {
                        worker.clients(
                                watch.view().topologies().get(NAME).clients().values());
                    }
                    return first.isDone();
                });
                assertThat(first.get().getInt("m")).isEqualTo(7);

                CompletableFuture<Tuple> held = function.ask(-1).toCompletableFuture();
                zooKeeper.stop();
                Await.until("the loss is known", () -> !registry.connected());
                Await.until("it is given up", MOST, () -> {
                    clock.addAndGet(Duration.ofSeconds(10).toNanos());
                    return held.isDone();
                });
                assertThatThrownBy(() -> held.get(1, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .cause()
                        .isInstanceOfSatisfying(
                                RequestException.class,
                                failure -> assertThat(failure.reason()).isEqualTo(Reason.TIMED_OUT));
                zooKeeper.startAgain();
            } finally {
                GATE.countDown();
            }
        }
    }
}

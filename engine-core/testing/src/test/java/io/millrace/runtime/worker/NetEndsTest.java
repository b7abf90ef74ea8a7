// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.CutLink;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.transport.CloseCause;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.geo.KnownRoutes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The workers that a worker's transport accepts. */
@Timeout(30)
class NetEndsTest {

    private final Topology topology = WordCountTopology.build("net-ends", 1, 1);
    private final TaskGraph graph = new TaskGraph(topology);
    private final Map<String, WorkerCounters> counters = new TreeMap<>();

    private NetEnds worker(String cluster, String worker) {
        Map<Integer, String> workerOfTask = new TreeMap<>();
        graph.tasks().tasks().forEach(task -> workerOfTask.put(task, "w" + (task % 2 + 1)));
        WorkerSpec spec = new WorkerSpec(
                new WorkerIdentity("words-1", "words", worker, "node-of-" + worker, 1),
                new WorkerSpec.Program(topology, Config.empty(), getClass().getClassLoader(), () -> null),
                new TaskPlacement(workerOfTask, Map.of("w1", "node-of-w1", "w2", "node-of-w2")),
                1,
                WorkerSpec.Files.NONE,
                new NetSettings(cluster, new LinkSecret(new byte[32]), "127.0.0.1", null),
                null);
        return new NetEnds(
                spec,
                graph,
                List.of(),
                System::nanoTime,
                counters(worker).peers(),
                Network.tcp(System::nanoTime),
                false);
    }

    @Test
    void aWorkerWaitsUntilItsEpochWasGranted() {
        try (NetEnds one = worker("cluster-one", "w1");
                NetEnds other = worker("cluster-one", "w2");
                Peer peer = one.connect(endpoint(other, "w2"))) {
            other.granted(Map.of("w1", 0L, "w3", 5L));
            TestWorkers.await(
                    () -> peer.counters().lastFailure().contains("'w1' with epoch 1 is no worker of the topology now"));
            assertThat(peer.counters().refusals()).containsOnlyKeys(RefusalCause.NOT_ADMITTED);
            assertThat(peer.counters().get(PeerCounter.CONNECTIONS)).isZero();
            other.granted(Map.of("w1", 1L));
            TestWorkers.await(peer::connected);
        }
    }

    /** The newer start need not have connected, and may be down again. */
    @Test
    void anEarlierEpochThanOneThatHasBeenUpIsRefused() {
        try (NetEnds one = worker("cluster-one", "w1");
                NetEnds other = worker("cluster-one", "w2");
                Peer peer = one.connect(endpoint(other, "w2"))) {
            PeerEndpoint newer = new PeerEndpoint(
                    "w1",
                    "node-of-w1",
                    2,
                    new PeerEndpoint.Process(0, "", "", "127.0.0.1", 1),
                    List.of(),
                    PeerEndpoint.Progress.NONE,
                    new PeerEndpoint.Origin("", ""));
            TaskPlacement placement = new TaskPlacement(Map.of(), Map.of());
            other.peers(Map.of("w1", newer), placement);
            other.peers(Map.of(), placement);
            other.granted(Map.of("w1", 3L));
            TestWorkers.await(() -> peer.counters().refusals().containsKey(RefusalCause.STALE_EPOCH));
            assertThat(peer.counters().get(PeerCounter.CONNECTIONS)).isZero();
        }
    }

    @Test
    void channelsToWorkersOfOneRegionShareWhatTheyKnowOfRoutes() {
        try (NetEnds one = worker("cluster-one", "w1")) {
            KnownRoutes known = known(one, "w2", "us");
            assertThat(known(one, "w3", "us")).isSameAs(known);
            // The worker has started again
            assertThat(known(one, "w2", "us")).isSameAs(known);
            assertThat(known(one, "w4", "asia")).isNotSameAs(known);
        }
    }

    private static KnownRoutes known(NetEnds of, String worker, String region) {
        PeerEndpoint endpoint = new PeerEndpoint(
                worker,
                "node-of-" + worker,
                1,
                new PeerEndpoint.Process(0, "", "", "127.0.0.1", 1),
                List.of(),
                PeerEndpoint.Progress.NONE,
                new PeerEndpoint.Origin("", region));
        Peer peer = of.connect(endpoint);
        try {
            return of.routesTo(endpoint, peer).known();
        } finally {
            of.disconnect(peer);
        }
    }

    @Test
    void aServiceThatIsRegisteredMayConnect() {
        try (NetEnds one = worker("cluster-one", "client-1");
                NetEnds other = worker("cluster-one", "w2");
                Peer peer = one.connect(endpoint(other, "w2"))) {
            other.granted(Map.of("w1", 1L));
            other.clients(Set.of("client-1"));
            TestWorkers.await(peer::connected);
            assertThat(peer.counters().refusals()).isEmpty();
        }
    }

    @Test
    void aLinkToAServiceThatIsRefusedIsAProblem() {
        try (NetEnds one = worker("cluster-one", "w1");
                NetEnds other = worker("cluster-two", "client-1");
                Peer peer = one.connect(new ClientEndpoint(
                        "client-1", 7, new ClientEndpoint.Neighbour("", 0, "", ""), other.host(), other.port()))) {
            TestWorkers.await(() -> counters("w1").snapshot(0).peers().stream()
                    .anyMatch(published -> !published.lastFailure().isEmpty()));
            assertThat(CutLink.of(counters("w1").snapshot(0).peers(), Duration.ofNanos(1)))
                    .singleElement()
                    .satisfies(cut -> assertThat(cut.line())
                            .startsWith("w1 has had no connection to client-1 for ")
                            .contains("has not proven"));

            one.disconnect(peer);

            TestWorkers.await(() -> counters("w1").snapshot(0).peers().isEmpty());
        }
    }

    private WorkerCounters counters(String worker) {
        return counters.computeIfAbsent(
                worker, name -> WorkerCounters.inMemory(name, 1, graph.tasks(), List.of(List.of(1)), 1, 0));
    }

    private static PeerEndpoint endpoint(NetEnds net, String worker) {
        return new PeerEndpoint(
                worker,
                "node-of-" + worker,
                1,
                new PeerEndpoint.Process(0, "", "", net.host(), net.port()),
                List.of(),
                PeerEndpoint.Progress.NONE,
                new PeerEndpoint.Origin("", ""));
    }

    @Test
    void aWorkerOfAnotherClusterIsRefusedThoughAllElseIsTheSame() {
        try (NetEnds one = worker("cluster-one", "w1");
                NetEnds other = worker("cluster-two", "w2");
                Peer peer = one.connect(endpoint(other, "w2"))) {
            TestWorkers.await(() -> peer.counters().closes().containsKey(CloseCause.UNPROVEN));
            assertThat(peer.counters().closes()).containsKey(CloseCause.UNPROVEN);
            assertThat(peer.counters().lastFailure()).contains("has not proven that it is this start of this worker");
            assertThat(peer.connected()).isFalse();
            TestWorkers.await(() -> counters("w1").snapshot(0).peers().stream()
                    .anyMatch(published -> !published.lastFailure().isEmpty()));
            assertThat(counters("w1").snapshot(0).peers()).singleElement().satisfies(published -> {
                assertThat(published.peer()).isEqualTo("w2");
                assertThat(published.closes()).containsKey("unproven");
                assertThat(published.lastFailure()).contains("has not proven");
                assertThat(published.get(PeerFigure.APART_NANOS)).isPositive();
            });
        }
    }

    @Test
    void aWorkerOfTheSameClusterIsNot() {
        try (NetEnds one = worker("cluster-one", "w1");
                NetEnds other = worker("cluster-one", "w2");
                Peer peer = one.connect(endpoint(other, "w2"))) {
            other.granted(Map.of("w1", 1L));
            TestWorkers.await(peer::connected);
            assertThat(peer.counters().refusals()).isEmpty();
            TestWorkers.await(() -> counters("w1").snapshot(0).peers().stream().anyMatch(PeerMetrics::connected));

            one.disconnect(peer);

            TestWorkers.await(() -> counters("w1").snapshot(0).peers().isEmpty());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRecord.State;
import io.millrace.cluster.model.SavepointRecord.Then;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.TestLeader;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.service.ServicePorts;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.snapshot.SnapshotRequest;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.NearRegions;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.TaskPlacement;
import io.millrace.runtime.worker.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of two workers go to two others, as each of them sees it in a real registry. */
@Timeout(60)
class MembershipTest {

    private static final String NAME = "t";
    private static final WorkerPlan OLD_ONE = new WorkerPlan("w1", "n1", 1, List.of(1, 2));
    private static final WorkerPlan OLD_TWO = new WorkerPlan("w2", "n1", 1, List.of(3, 4));
    private static final WorkerPlan NEW_ONE = new WorkerPlan("w3", "n1", 1, List.of(1, 2));
    private static final WorkerPlan NEW_TWO = new WorkerPlan("w4", "n1", 1, List.of(3, 4));

    private static final AssignmentRecord RUNNING = new AssignmentRecord("t-1", 5, List.of(OLD_ONE, OLD_TWO));
    private static final AssignmentRecord HANDED_OVER = RUNNING.with(
            List.of(NEW_ONE, NEW_TWO),
            Records.rebalance(
                    6, Phase.HANDOVER, List.of(), List.of("w3", "w4"), List.of(OLD_ONE, OLD_TWO), Map.of(), ""));

    @TempDir
    Path directory;

    private TestZooKeeper zooKeeper;
    private Registry registry;
    private TestLeader leader;
    private WorkerShutdown shutdown;
    private final Recorded worker = new Recorded();
    private final Executors executors = new Executors();

    /** A regrouping that wants other executors as soon as an assignment has a number of them. */
    private static final class Executors implements Regrouping {

        private final List<Long> begun = new CopyOnWriteArrayList<>();

        @Override
        public boolean isDue(AssignmentRecord assignment) {
            return !assignment.parallelism().isEmpty();
        }

        @Override
        public void begin(Versioned<AssignmentRecord> assignment) {
            begun.add(assignment.value().epoch());
        }
    }

    @BeforeEach
    void start() throws Exception {
        zooKeeper = new TestZooKeeper(directory.resolve("zookeeper"));
        registry = Registry.open(zooKeeper.config());
        leader = new TestLeader(registry);
        registry.cluster("cluster");
        leader.submit(Records.submitted(NAME, "t-1", 4));
        shutdown = new WorkerShutdown(directory, zooKeeper.config());
    }

    @AfterEach
    void stop() {
        registry.close();
        zooKeeper.close();
    }

    @Test
    void aNewWorkerOpensWhenThoseThatHadItsTasksHaveLeftAndWaitsForNobodyElse() throws Exception {
        leader.assign(NAME, HANDED_OVER);
        long one = leader.start(NAME, "w1", "n1");
        long two = leader.start(NAME, "w2", "n1");
        try (Membership membership =
                new Membership(spec(NEW_ONE, HANDED_OVER), worker, registry, shutdown, executors)) {
            membership.start();
            Await.until("it follows", () -> worker.follows > 0);

            leader.deleteStart(NAME, "w2", two);
            int before = worker.follows;
            Await.until("it has seen that", () -> worker.follows > before + 1);
            assertThat(worker.opened).isFalse();

            leader.start(NAME, "w2", "n1");
            leader.deleteStart(NAME, "w1", one);
            Await.until("it opens", () -> worker.opened);
            assertThat(worker.active).isFalse();
        }
    }

    @Test
    void aWorkerThatZooKeeperDoesNotLetInSaysSoAndEnds() throws Exception {
        Config own = zooKeeper
                .config()
                .with(ClusterKeys.ZOOKEEPER_ROOT, "/own")
                .with(ClusterKeys.ZOOKEEPER_AUTH, "me:a-word");
        try (Registry owner = Registry.open(own);
                Registry stranger = Registry.connect(own.with(ClusterKeys.ZOOKEEPER_AUTH, ""))) {
            owner.cluster("cluster");
            TestLeader others = new TestLeader(owner);
            others.submit(Records.submitted(NAME, "t-1", 4));
            others.assign(NAME, RUNNING);
            others.start(NAME, "w1", "n1");
            try (Membership membership =
                    new Membership(spec(OLD_ONE, RUNNING), worker, stranger, shutdown, executors)) {
                membership.start();

                assertThat(shutdown.await()).isEqualTo(WorkerExit.FAILED);
                assertThat(Files.readString(directory.resolve(LaunchSpec.FAILURE_FILE)))
                        .contains("refuses access to /own/topologies/t/t-1/starts/w1");
            }
        }
    }

    @Test
    void aWorkerThatMustRegroupAcknowledgesNothingBefore() throws Exception {
        RebalanceRecord begun = new RebalanceRecord(
                6,
                Phase.PAUSING,
                new RebalanceRecord.Moves(List.of(OLD_ONE), List.of(), List.of(), List.of("w1")),
                new Adjustments(Map.of("count", 1), Map.of(), NearRegions.NONE),
                "");
        AssignmentRecord pausing = RUNNING.with(List.of(OLD_ONE), begun);
        leader.assign(NAME, pausing);
        long epoch = leader.start(NAME, "w1", "n1");
        try (ClusterWatch watch = ClusterWatch.topology(registry, NAME, () -> {});
                Membership membership =
                        new Membership(spec(OLD_ONE, pausing, epoch), worker, registry, shutdown, executors)) {
            membership.start();
            Await.until("it has paused", () -> heard(watch, "w1") == pausing.epoch());
            assertThat(executors.begun).isEmpty();

            AssignmentRecord handedOver = pausing.with(List.of(OLD_ONE), begun.withPhase(Phase.HANDOVER))
                    .withParallelism(Map.of("count", 1));
            leader.assign(NAME, handedOver);
            Await.until("it is to regroup", () -> executors.begun.contains(handedOver.epoch()));
            assertThat(heard(watch, "w1")).isEqualTo(pausing.epoch());
        }
    }

    private static long heard(ClusterWatch watch, String worker) {
        PeerEndpoint endpoint =
                watch.ready() ? watch.view().topologies().get(NAME).workers().get(worker) : null;
        return endpoint == null ? 0 : endpoint.progress().heard();
    }

    @Test
    void aSnapshotIsWishedForOnceTheLeaderWantsIt() throws Exception {
        RebalanceRecord begun = Records.rebalance(
                6, Phase.PAUSING, List.of(OLD_ONE, NEW_TWO), List.of("w4"), List.of(OLD_TWO), Map.of(), "");
        AssignmentRecord pausing = RUNNING.with(RUNNING.workers(), begun);
        AssignmentRecord wanting = pausing.with(RUNNING.workers(), begun.withPhase(Phase.SNAPSHOT));
        leader.assign(NAME, pausing);
        long epoch = leader.start(NAME, "w1", "n1");
        try (Membership membership =
                new Membership(spec(OLD_ONE, pausing, epoch), worker, registry, shutdown, executors)) {
            membership.start();
            Await.until("it follows", () -> worker.follows > 0);
            assertThat(worker.wishes).isEmpty();

            leader.assign(NAME, wanting);
            Await.until("it wishes", () -> !worker.wishes.isEmpty());
            assertThat(worker.wishes).containsOnly(new SnapshotRequest("rebalance", wanting.epoch()));
        }
    }

    @Test
    void aNewWorkerWaitsForAllThatLeaveIfTasksGetOtherNumbers() throws Exception {
        AssignmentRecord rescaled = RUNNING.with(
                List.of(NEW_ONE, NEW_TWO),
                new RebalanceRecord(
                        6,
                        Phase.HANDOVER,
                        new RebalanceRecord.Moves(List.of(), List.of("w3", "w4"), List.of(OLD_ONE, OLD_TWO), List.of()),
                        new Adjustments(Map.of(), Map.of("count", 3), NearRegions.NONE),
                        ""));
        leader.assign(NAME, rescaled);
        long one = leader.start(NAME, "w1", "n1");
        long two = leader.start(NAME, "w2", "n1");
        try (Membership membership = new Membership(spec(NEW_ONE, rescaled), worker, registry, shutdown, executors)) {
            membership.start();
            leader.deleteStart(NAME, "w1", one);
            int before = worker.follows;
            Await.until("it has seen that", () -> worker.follows > before + 1);
            assertThat(worker.opened).isFalse();

            leader.deleteStart(NAME, "w2", two);
            Await.until("it opens", () -> worker.opened);
        }
    }

    @Test
    void aWorkerOfWhichNothingNewIsWantedOnlyCountsItsDrops() throws Exception {
        WorkerPlan only = new WorkerPlan("w1", "n1", 1, List.of(1, 2, 3, 4));
        AssignmentRecord alone = new AssignmentRecord("t-1", 5, List.of(only));
        leader.assign(NAME, alone);
        long epoch = leader.start(NAME, "w1", "n1");
        try (Membership membership = new Membership(spec(only, alone, epoch), worker, registry, shutdown, executors)) {
            membership.start();
            Await.until("it has nothing to follow", () -> worker.counts > 0);
            assertThat(worker.opened && worker.active).isTrue();
            int follows = worker.follows;
            int counts = worker.counts;
            Await.until("it looks again", () -> worker.counts > counts + 1);
            assertThat(worker.follows).isEqualTo(follows);

            TopologyRecord record = registry.readTopology(NAME).orElseThrow().value();
            leader.update(record.withStatus(Status.INACTIVE));
            Await.until("it follows again", () -> !worker.active);
        }
    }

    @Test
    void otherBoundsOfEnginesReachTheWorker() throws Exception {
        WorkerPlan only = new WorkerPlan("w1", "n1", 1, List.of(1, 2, 3, 4));
        AssignmentRecord alone = new AssignmentRecord("t-1", 5, List.of(only));
        leader.assign(NAME, alone);
        long epoch = leader.start(NAME, "w1", "n1");
        try (Membership membership = new Membership(spec(only, alone, epoch), worker, registry, shutdown, executors)) {
            membership.start();
            Await.until("it has nothing to follow", () -> worker.counts > 0);
            assertThat(worker.changed).isEmpty();

            TopologyRecord record = registry.readTopology(NAME).orElseThrow().value();
            leader.update(record.withSetting(TopologyKeys.ENGINE_BOUNDS.name(), "analyse=2..8"));
            Await.until("it has them", () -> !worker.changed.isEmpty());
            assertThat(worker.changed).containsExactly(entry(TopologyKeys.ENGINE_BOUNDS.name(), "analyse=2..8"));
        }
    }

    @Test
    void spoutsPauseForASavepointThatStopsAndGoOnIfItFails() throws Exception {
        WorkerPlan one = new WorkerPlan("w1", "n1", 1, List.of(1, 2));
        AssignmentRecord alone =
                new AssignmentRecord("t-1", 5, List.of(one, new WorkerPlan("w2", "n1", 1, List.of(3))));
        leader.assign(NAME, alone);
        long epoch = leader.start(NAME, "w1", "n1");
        EphemeralNode other = registry.ephemeral(
                registry.paths().worker(NAME, "t-1", "w2"),
                Json.write(worker.endpointOf("w2")),
                holder -> true,
                () -> {});
        other.ensure();
        try (Membership membership = new Membership(spec(one, alone, epoch), worker, registry, shutdown, executors)) {
            membership.start();
            Await.until("it emits", () -> worker.active);
            leader.savepoint(NAME, new SavepointRecord(3, "/mnt/x", Then.STOP, ""));
            Await.until("it has paused", () -> stoppedFor("w1") == 3);
            assertThat(worker.active).isFalse();
            assertThat(worker.ordered).as("while another worker may still emit").isNull();

            other.write(Json.write(worker.endpointOf("w2").withStopped(3)));
            Await.until("it is ordered", () -> worker.ordered != null);
            assertThat(worker.ordered).isEqualTo(new SavepointOrder("t-1#3", "/mnt/x", Map.of()));
            worker.answers.accept(new SavepointResult("t-1#3", 0, 0, "no space left"));
            Await.until("it emits again", () -> worker.active);
            SavepointRecord failed =
                    registry.readSavepoint(NAME, "t-1").orElseThrow().value();
            assertThat(failed.failure()).isEqualTo("no space left");
            assertThat(failed.state()).isEqualTo(State.FAILED);
        }
    }

    private long stoppedFor(String name) {
        return leader.endpoint(NAME, name).map(up -> up.progress().stopped()).orElse(0L);
    }

    @Tag("long")
    @Test
    void aWorkerCountsItsDropsAlsoWhileZooKeeperIsAway() throws Exception {
        WorkerPlan only = new WorkerPlan("w1", "n1", 1, List.of(1, 2, 3, 4));
        AssignmentRecord alone = new AssignmentRecord("t-1", 5, List.of(only));
        leader.assign(NAME, alone);
        long epoch = leader.start(NAME, "w1", "n1");
        try (Membership membership = new Membership(spec(only, alone, epoch), worker, registry, shutdown, executors)) {
            membership.start();
            Await.until("it has nothing to follow", () -> worker.counts > 0);
            zooKeeper.stop();
            Await.until("the loss is known", () -> !registry.connected());
            int counts = worker.counts;
            Await.until("it counts", () -> worker.counts > counts + 1);
            zooKeeper.startAgain();
        }
    }

    @Test
    void aWorkerHearsOfTheServicesThatCallItsTopology() throws Exception {
        WorkerPlan only = new WorkerPlan("w1", "n1", 1, List.of(1, 2, 3, 4));
        AssignmentRecord alone = new AssignmentRecord("t-1", 5, List.of(only));
        leader.assign(NAME, alone);
        long epoch = leader.start(NAME, "w1", "n1");
        ClientEndpoint service =
                new ClientEndpoint("c-1", 77, new ClientEndpoint.Neighbour("n1", 4711, "lock", "ring"), "", 0);
        try (Membership membership = new Membership(spec(only, alone, epoch), worker, registry, shutdown, executors)) {
            membership.start();
            Await.until("it has nothing to follow", () -> worker.counts > 0);
            assertThat(worker.clients).isEmpty();

            try (Registry ofService = Registry.open(zooKeeper.config())) {
                ofService
                        .ephemeral(
                                ofService.paths().client(NAME, "t-1", "c-1"),
                                Json.write(service),
                                any -> true,
                                () -> {})
                        .ensure();
                Await.until("it knows the service", () -> worker.clients.equals(List.of(service)));
            }
            Await.until("the service is gone", () -> worker.clients.isEmpty());
        }
    }

    @Test
    void aWorkerThatHasGivenAwayItsTasksSaysThatItHasLeftBeforeItsProcessEnds() throws Exception {
        leader.assign(NAME, RUNNING);
        long epoch = leader.start(NAME, "w1", "n1");
        Membership membership = new Membership(spec(OLD_ONE, RUNNING, epoch), worker, registry, shutdown, executors);
        membership.start();
        Await.until("it follows", () -> worker.follows > 0);
        assertThat(leader.lastStart(NAME, "w1")).isPresent();

        leader.assign(NAME, HANDED_OVER);
        // The membership is not closed yet; the end of the process closes it
        Await.until("it has left", () -> leader.lastStart(NAME, "w1").isEmpty());
        assertThat(worker.closed).isTrue();
        assertThat(shutdown.await()).isEqualTo(WorkerExit.ASKED);
        membership.close();
    }

    @Test
    void aWorkerWhoseComponentsDoNotCloseDoesNotSayThatItHasLeft() throws Exception {
        leader.assign(NAME, RUNNING);
        long epoch = leader.start(NAME, "w1", "n1");
        worker.closes = false;
        Membership membership = new Membership(spec(OLD_ONE, RUNNING, epoch), worker, registry, shutdown, executors);
        membership.start();
        Await.until("it follows", () -> worker.follows > 0);

        leader.assign(NAME, HANDED_OVER);
        assertThat(shutdown.await()).isEqualTo(WorkerExit.ASKED);
        membership.close();
        assertThat(worker.closed).isTrue();
        assertThat(leader.lastStart(NAME, "w1")).isPresent();
    }

    private LaunchSpec spec(WorkerPlan plan, AssignmentRecord assignment) {
        return spec(plan, assignment, leader.start(NAME, plan.worker(), plan.node()));
    }

    private LaunchSpec spec(WorkerPlan plan, AssignmentRecord assignment, long epoch) {
        return new LaunchSpec(
                new LaunchSpec.Cluster("cluster", Map.of()),
                new LaunchSpec.Start("t-1", NAME, plan.worker(), plan.node(), "127.0.0.1", epoch),
                assignment,
                new LaunchSpec.Program("none", List.of(), Map.of(), "none"),
                false,
                null);
    }

    /** A worker that does nothing, and records its calls. */
    private static final class Recorded implements Worker {

        @Override
        public List<TraceRecord> traces() {
            return List.of();
        }

        private volatile int follows;
        private volatile int counts;
        private volatile List<ClientEndpoint> clients = List.of();
        private volatile boolean opened;
        private volatile boolean active;
        private volatile boolean closed;
        private volatile boolean closes = true;
        private final List<SnapshotRequest> wishes = new CopyOnWriteArrayList<>();
        private volatile SavepointOrder ordered;
        private volatile Consumer<SavepointResult> answers;
        private final Map<String, String> changed = new ConcurrentHashMap<>();

        @Override
        public void setting(ConfigKey<?> key, String value) {
            changed.put(key.name(), value);
        }

        @Override
        public ServicePorts ports() {
            throw new UnsupportedOperationException();
        }

        @Override
        public PeerEndpoint endpoint() {
            return endpointOf("w");
        }

        PeerEndpoint endpointOf(String name) {
            return Records.endpoint(name, "n1", 1);
        }

        @Override
        public void savepoint(SavepointOrder order, Consumer<SavepointResult> to) {
            answers = to;
            ordered = order;
        }

        @Override
        public void peers(Collection<PeerEndpoint> peers) {}

        @Override
        public boolean peers(TaskPlacement placement, Collection<PeerEndpoint> peers) {
            follows++;
            return true;
        }

        @Override
        public void clients(Collection<ClientEndpoint> up) {
            clients = List.copyOf(up);
        }

        @Override
        public void countDrops() {
            counts++;
        }

        @Override
        public void prepare() {}

        @Override
        public void open() {
            opened = true;
        }

        @Override
        public void whenSettled(Runnable done) {
            done.run();
        }

        @Override
        public void activate() {
            active = true;
        }

        @Override
        public void snapshotFor(SnapshotRequest request) {
            wishes.add(request);
        }

        @Override
        public void deactivate() {
            active = false;
        }

        @Override
        public List<String> problems(long longestCallNanos) {
            return List.of();
        }

        @Override
        public Optional<String> calleeOf(Thread thread) {
            return Optional.empty();
        }

        @Override
        public WorkerSnapshot snapshot() {
            return null;
        }

        @Override
        public boolean hasClosedComponents() {
            return closed && closes;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}

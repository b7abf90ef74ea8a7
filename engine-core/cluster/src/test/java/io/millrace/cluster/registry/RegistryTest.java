// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.model.AnsweredRequest;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.registry.RegistryException.Kind;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.worker.PeerEndpoint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RegistryTest {

    private static final ControllerRecord SELF = Records.controller("h", 1, 1, "c1");

    @TempDir
    static Path directory;

    private static TestZooKeeper zooKeeper;

    private Config config;
    private Registry registry;
    private TestLeader leader;
    private final Closer opened = new Closer();

    @BeforeAll
    static void startServer() {
        zooKeeper = new TestZooKeeper(directory);
    }

    @AfterAll
    static void stopServer() {
        zooKeeper.close();
    }

    @BeforeEach
    void connect(TestInfo test) {
        config = zooKeeper
                .config()
                .with(
                        ClusterKeys.ZOOKEEPER_ROOT,
                        "/" + test.getTestMethod().orElseThrow().getName());
        registry = open();
        registry.cluster("one");
        leader = new TestLeader(registry);
    }

    @AfterEach
    void close() {
        opened.close();
    }

    private Leadership leading(Registry of) {
        Leadership leadership = of.leadership(() -> {});
        assertThat(leadership.ensure(SELF)).isTrue();
        return leadership;
    }

    private static void assertFails(Kind kind, ThrowingCallable change) {
        assertThatThrownBy(change)
                .isInstanceOfSatisfying(
                        RegistryException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    private Registry open() {
        return opened.add(Registry.open(config));
    }

    @Test
    void theFirstProcessNamesTheCluster() {
        assertThat(open().cluster("two").id()).isEqualTo("one");
        assertThat(registry.readCluster()).contains(new ClusterRecord("one", ClusterRecord.LAYOUT));
    }

    @Test
    void aClusterOfAnotherLayoutIsRefused() {
        Store store = registry.store();
        store.commit(
                "test",
                List.of(new Change.Write(registry.paths().cluster(), Json.write(new ClusterRecord("one", 1)), 0)));

        assertThatThrownBy(() -> open().cluster("two"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("has layout 1, and this version of Millrace needs 3")
                .hasMessageContaining("zookeeper.root");
    }

    /** Two coordinators may believe that they lead. Only the one that has seen the last pointer can replace it. */
    @Test
    void aPointerIsReplacedOnlyByWhoHasSeenIt() {
        leading(registry).createTopology(record("t", "t-1"), AnsweredRequest.NONE);
        Versioned<Pointer> begun = registry.readPointer("t", "t-1").orElseThrow();
        assertThat(begun.value()).isEqualTo(Pointer.NONE);

        Pointer first = new Pointer(1, 1, "t/t-1/1", "0a", 100);
        int version = registry.setPointer("t", "t-1", first, begun.version());
        assertFails(
                Kind.CONFLICT,
                () -> registry.setPointer("t", "t-1", new Pointer(1, 1, "x", "0b", 100), begun.version()));

        assertThat(registry.readPointer("t", "t-1")).contains(new Versioned<>(first, version));
    }

    @Test
    void aNameIsTakenOnce() {
        Leadership leadership = leading(registry);
        leadership.createTopology(record("t", "t-1"), AnsweredRequest.NONE);

        assertFails(Kind.EXISTS, () -> leadership.createTopology(record("t", "t-2"), AnsweredRequest.NONE));
        assertThat(registry.readTopology("t").orElseThrow().value().id()).isEqualTo("t-1");
    }

    @Test
    void ofTwoChangesOfTheSameVersionOneWins() {
        Leadership leadership = leading(registry);
        leadership.createTopology(record("t", "t-1"), AnsweredRequest.NONE);
        Versioned<TopologyRecord> seen = registry.readTopology("t").orElseThrow();

        leadership.updateTopology(seen.value().withStatus(Status.KILLED), seen.version());

        assertFails(
                Kind.CONFLICT,
                () -> leadership.updateTopology(seen.value().withStatus(Status.INACTIVE), seen.version()));
        assertThat(registry.readTopology("t").orElseThrow().value().status()).isEqualTo(Status.KILLED);
    }

    @Test
    void whatADeposedLeaderStillWritesHasNoEffect() {
        Leadership first = leading(registry);
        first.createTopology(record("t", "t-1"), AnsweredRequest.NONE);
        TopologyView seen = leader.view("t");
        // The first one is paused: it does not call ensure any more
        Leadership second = leading(open());

        assertFails(Kind.CONFLICT, () -> first.createAssignment(seen, assignment(1)));
        assertFails(Kind.CONFLICT, () -> first.createTopology(record("u", "u-1"), AnsweredRequest.NONE));
        assertFails(Kind.CONFLICT, () -> first.updateTopology(seen.record().withStatus(Status.KILLED), 0));
        assertFails(Kind.CONFLICT, () -> first.deleteTopology(seen));
        second.createAssignment(seen, assignment(1));
        assertFails(Kind.CONFLICT, () -> first.updateAssignment(leader.view("t"), assignment(2)));
        assertFails(Kind.CONFLICT, () -> first.deleteAssignment(leader.view("t")));
        assertThat(leader.assignment("t").orElseThrow().value().epoch()).isEqualTo(1);
        // The first leader does not delete its successor's node either
        first.release();
        assertThat(registry.store().read(registry.paths().leader())).isPresent();
        second.release();
        assertThat(registry.store().read(registry.paths().leader())).isEmpty();
    }

    @Test
    void aLeaderWhoseNodeWasDeletedBeginsAnotherTerm() throws Exception {
        Leadership leadership = leading(registry);
        Store other = open().store();
        other.commit("test", List.of(new Change.Delete(registry.paths().leader(), Change.ANY)));

        Await.until(
                "another term",
                () -> leadership.ensure(SELF)
                        && other.read(registry.paths().leader()).isPresent());
        leadership.createTopology(record("t", "t-1"), AnsweredRequest.NONE);
    }

    @Test
    void aLateChangeDoesNotMeetALaterTopologyOfThatName() {
        Leadership leadership = leading(registry);
        leadership.createTopology(record("t", "t-1"), AnsweredRequest.NONE);
        TopologyView placed = leader.view("t");
        leadership.createAssignment(placed, assignment(1));
        TopologyView early = leader.view("t");
        leadership.deleteAssignment(early);
        leadership.deleteTopology(placed);
        leadership.createTopology(record("t", "t-2"), AnsweredRequest.NONE);
        leadership.createAssignment(leader.view("t"), assignment(1));

        // The versions are the same as those of the first submission
        assertFails(Kind.NOT_FOUND, () -> leadership.deleteAssignment(early));
        assertFails(Kind.NOT_FOUND, () -> leadership.updateAssignment(early, assignment(2)));
        assertFails(Kind.NOT_FOUND, () -> leadership.deleteTopology(placed));
        assertFails(
                Kind.NOT_FOUND, () -> leadership.updateTopology(early.record().withStatus(Status.KILLED), 0));
        assertFails(Kind.NOT_FOUND, () -> registry.allotEpoch("t", "t-1", 0, "w1", "n1"));
        registry.failTopology("t", "t-1", "late");
        assertThat(registry.readTopology("t").orElseThrow().value()).isEqualTo(record("t", "t-2"));
        assertThat(leader.assignment("t")).isPresent();
    }

    @Test
    void anAssignmentIsReplacedByWhoKnowsItsVersionOnly() {
        Leadership leadership = leading(registry);
        leadership.createTopology(record("t", "t-1"), AnsweredRequest.NONE);
        leadership.createAssignment(leader.view("t"), assignment(1));
        TopologyView seen = leader.view("t");

        leadership.updateAssignment(seen, assignment(2));

        assertFails(Kind.CONFLICT, () -> leadership.updateAssignment(seen, assignment(3)));
        assertFails(Kind.CONFLICT, () -> leadership.deleteAssignment(seen));
        assertThat(leader.assignment("t").orElseThrow().value().epoch()).isEqualTo(2);
    }

    @Test
    void aTopologyThatHasChangedIsNotPlaced() {
        Leadership leadership = leading(registry);
        leadership.createTopology(record("t", "t-1"), AnsweredRequest.NONE);
        TopologyView seen = leader.view("t");
        leadership.updateTopology(seen.record().withStatus(Status.KILLED), 0);

        assertFails(Kind.CONFLICT, () -> leadership.createAssignment(seen, assignment(1)));
    }

    @Test
    void epochsGrowWhoeverAllotsThem() {
        leader.submit(record("t", "t-1"));
        leader.assign("t", assignment(1));

        assertThat(registry.allotEpoch("t", "t-1", 0, "w1", "a")).isEqualTo(1);
        assertThat(open().allotEpoch("t", "t-1", 0, "w1", "b")).isEqualTo(2);
        assertThat(registry.allotEpoch("t", "t-1", 0, "w1", "a")).isEqualTo(3);
        assertThat(registry.readStart("t", "t-1", "w1")).contains(new WorkerStart("a", 3));

        registry.deleteStart("t", "t-1", "w1", 2);
        assertThat(registry.readStart("t", "t-1", "w1")).isPresent();
        registry.deleteStart("t", "t-1", "w1", 3);
        assertThat(registry.readStart("t", "t-1", "w1")).isEmpty();
    }

    @Test
    void anEpochIsAllottedForTheLatestAssignmentOnly() {
        leader.submit(record("t", "t-1"));
        leader.assign("t", assignment(1));
        leader.assign("t", assignment(2));

        assertFails(Kind.CONFLICT, () -> registry.allotEpoch("t", "t-1", 0, "w1", "a"));
        assertThat(registry.allotEpoch("t", "t-1", 1, "w1", "a")).isEqualTo(1);
    }

    @Test
    void aStartDoesNotBringBackARemovedTopology() {
        Leadership leadership = leading(registry);
        leadership.createTopology(record("t", "t-1"), AnsweredRequest.NONE);
        leader.assign("t", assignment(1));
        registry.allotEpoch("t", "t-1", 0, "w1", "a");
        leadership.deleteAssignment(leader.view("t"));

        leadership.deleteTopology(leader.view("t"));

        assertFails(Kind.NOT_FOUND, () -> registry.allotEpoch("t", "t-1", 0, "w1", "a"));
        assertThat(registry.readTopology("t")).isEmpty();
        assertThat(registry.store().children(registry.paths().topologies())).isEmpty();
    }

    @Test
    void watchersSeeTheWholeCluster() throws Exception {
        ClusterWatch watch = opened.add(ClusterWatch.all(open(), () -> {}));
        leader.submit(record("t", "t-1"));
        leader.assign("t", assignment(1));
        leader.start("t", "w1", "n1");
        EphemeralNode worker = registry.ephemeral(
                registry.paths().worker("t", "t-1", "w1"), Json.write(endpoint(1)), holder -> false, () -> {});
        assertThat(worker.ensure()).isTrue();

        Await.until(
                "all of it",
                () -> watch.ready()
                        && watch.view().topologies().containsKey("t")
                        && watch.view().topologies().get("t").workersUp() == 1);
        TopologyView topology = watch.view().topologies().get("t");
        assertThat(topology.record()).isEqualTo(record("t", "t-1"));
        assertThat(topology.assignment()).isEqualTo(new Versioned<>(assignment(1), 0));
        assertThat(topology.starts()).isEqualTo(Map.of("w1", new WorkerStart("n1", 1)));
        assertThat(topology.workers()).isEqualTo(Map.of("w1", endpoint(1)));
        Await.until("what does not change is read once", () -> watch.view() == watch.view());

        Leadership leadership = leading(registry);
        leadership.deleteAssignment(topology);
        leadership.deleteTopology(topology);
        Await.until("nothing", () -> watch.view().topologies().isEmpty());
    }

    @Test
    void garbageInZooKeeperIsPassedOver() throws Exception {
        registry.store().commit("test", List.of(Change.create(registry.paths().supervisor("x"), bytes("garbage"))));
        leader.submit(record("t", "t-1"));
        ClusterWatch watch = opened.add(ClusterWatch.all(registry, () -> {}));

        Await.until(
                "the rest",
                () -> watch.ready()
                        && watch.view().topologies().containsKey("t")
                        && watch.view().supervisors().isEmpty());
    }

    @Test
    void workersAreNotWokenByWhatOthersHaveHeard() throws Exception {
        leader.submit(record("t", "t-1"));
        EphemeralNode worker = registry.ephemeral(
                registry.paths().worker("t", "t-1", "w1"), Json.write(endpoint(1)), holder -> false, () -> {});
        assertThat(worker.ensure()).isTrue();
        AtomicInteger told = new AtomicInteger();
        ClusterWatch watch = opened.add(ClusterWatch.forWorker(open(), "t", "t-1", told::incrementAndGet));
        Await.until("the watch", () -> told.get() == 1);
        int before = told.get();

        worker.write(Json.write(endpoint(1).withHeard(7)));
        Await.until(
                "it is seen",
                () -> watch.view()
                                .topologies()
                                .get("t")
                                .workers()
                                .get("w1")
                                .progress()
                                .heard()
                        == 7);
        leader.assign("t", assignment(1));
        Await.until("the assignment", () -> told.get() > before);
        assertThat(told.get()).isEqualTo(before + 1);

        worker.write(Json.write(endpoint(2).withHeard(7)));
        Await.until("another start", () -> told.get() == before + 2);
    }

    @Test
    void aRegistrationComesBackAfterItsSessionExpired() throws Exception {
        EphemeralNode node = registry.ephemeral(registry.paths().supervisor("n1"), bytes("a"), h -> false, () -> {});
        assertThat(node.ensure()).isTrue();
        long before = owner("n1");

        zooKeeper.expire(((ZooKeeperStore) registry.store())
                .client()
                .getZookeeperClient()
                .getZooKeeper());

        Await.until("a new session's node", () -> node.ensure() && owner("n1") != before);
    }

    @Test
    void aRegistrationComesBackAfterSomebodyRemovedIt() throws Exception {
        EphemeralNode node = registry.ephemeral(registry.paths().supervisor("n1"), bytes("a"), h -> false, () -> {});
        assertThat(node.ensure()).isTrue();

        open().store().commit("test", List.of(new Change.Delete(registry.paths().supervisor("n1"), Change.ANY)));

        Await.until("the node", () -> node.ensure() && owner("n1") != 0);
    }

    /** ZooKeeper ends a session at a tick, which comes up to half of the shortest session too late. */
    @Test
    void whoWaitsForAPlaceOutlivesTheSessionThatHasIt() {
        for (long tick : new long[] {50, 2_000, 10_000}) {
            assertThat(EphemeralNode.longestWaitMillis(2 * tick)).isGreaterThan(3 * tick);
        }
    }

    @Test
    void aPlaceIsTakenOverOnlyFromTheDead() {
        Registry other = open();
        EphemeralNode first = registry.ephemeral(registry.paths().supervisor("n1"), bytes("a"), h -> false, () -> {});
        assertThat(first.ensure()).isTrue();

        EphemeralNode stranger = other.ephemeral(registry.paths().supervisor("n1"), bytes("b"), h -> false, () -> {});
        assertThatThrownBy(stranger::ensure)
                .isInstanceOfSatisfying(
                        EphemeralNode.TakenException.class,
                        e -> assertThat(e.holder()).isEqualTo(bytes("a")));

        EphemeralNode heir = other.ephemeral(registry.paths().supervisor("n1"), bytes("b"), h -> h[0] == 'a', () -> {});
        assertThat(heir.ensure()).isTrue();
    }

    @Test
    void aDeadWorkersRegistrationIsRemovedButNotItsSuccessors() {
        leader.submit(record("t", "t-1"));
        EphemeralNode second = registry.ephemeral(
                registry.paths().worker("t", "t-1", "w1"), Json.write(endpoint(2)), h -> false, () -> {});
        assertThat(second.ensure()).isTrue();

        registry.deleteWorker("t", "t-1", "w1", 1);
        assertThat(owner("t", "w1")).isNotZero();
        registry.deleteWorker("t", "t-1", "w1", 2);
        assertThat(owner("t", "w1")).isZero();
    }

    @Test
    void aWrongRootIsRefused() {
        for (String root : new String[] {"millrace", "/", "/a/", "/a//b", "/..", "/a/."}) {
            assertThatThrownBy(() -> RegistryPaths.of(Config.empty().with(ClusterKeys.ZOOKEEPER_ROOT, root)))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("zookeeper.root is '" + root + "'");
        }
    }

    private long owner(String node) {
        return ownerOf(registry.paths().supervisor(node));
    }

    private long owner(String topology, String worker) {
        return ownerOf(registry.paths().worker(topology, "t-1", worker));
    }

    private long ownerOf(String path) {
        return registry.store().read(path).map(Store.Node::owner).orElse(0L);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static TopologyRecord record(String name, String id) {
        return Records.submitted(name, id, 2);
    }

    private static AssignmentRecord assignment(long epoch) {
        return new AssignmentRecord("t-1", epoch, List.of(new WorkerPlan("w1", "n1", 1, List.of(1, 2))));
    }

    private static PeerEndpoint endpoint(long epoch) {
        return Records.endpoint("w1", "n1", epoch);
    }
}

package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Await;
import io.millrace.cluster.ClusterKeys;
import io.millrace.cluster.Startup;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.worker.PeerEndpoint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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

    @TempDir
    static Path directory;

    private static TestZooKeeper zooKeeper;

    private Config config;
    private Registry registry;
    private final Startup opened = new Startup();

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
    }

    @AfterEach
    void close() {
        opened.close();
    }

    private Registry open() {
        return opened.add(Startup.connect(config));
    }

    @Test
    void theFirstProcessNamesTheCluster() {
        assertThat(open().cluster("two").id()).isEqualTo("one");
        assertThat(registry.readCluster()).contains(new ClusterRecord("one", 1));
    }

    @Test
    void aNameIsTakenOnce() {
        registry.createTopology(record("t", "t-1"));

        assertThatThrownBy(() -> open().createTopology(record("t", "t-2")))
                .isInstanceOfSatisfying(
                        RegistryException.class, e -> assertThat(e.kind()).isEqualTo(RegistryException.Kind.EXISTS));
        assertThat(registry.readTopology("t").orElseThrow().value().id()).isEqualTo("t-1");
    }

    @Test
    void ofTwoChangesOfTheSameVersionOneWins() {
        registry.createTopology(record("t", "t-1"));
        Versioned<TopologyRecord> seen = registry.readTopology("t").orElseThrow();

        registry.updateTopology(seen.value().withStatus(Status.KILLED), seen.version());

        assertThatThrownBy(() -> open().updateTopology(seen.value().withStatus(Status.INACTIVE), seen.version()))
                .isInstanceOfSatisfying(
                        RegistryException.class, e -> assertThat(e.kind()).isEqualTo(RegistryException.Kind.CONFLICT));
        assertThat(registry.readTopology("t").orElseThrow().value().status()).isEqualTo(Status.KILLED);
    }

    @Test
    void anAssignmentIsReplacedByWhoKnowsItsVersionOnly() {
        registry.createTopology(record("t", "t-1"));
        registry.createAssignment("t", assignment(1));

        registry.updateAssignment("t", assignment(2), 0);

        assertThatThrownBy(() -> registry.updateAssignment("t", assignment(3), 0))
                .isInstanceOf(RegistryException.class);
        assertThat(registry.readAssignment("t").orElseThrow().value().epoch()).isEqualTo(2);
    }

    @Test
    void epochsGrowWhoeverAllotsThem() {
        registry.createTopology(record("t", "t-1"));

        assertThat(registry.allotEpoch("t", "w1", "a")).isEqualTo(1);
        assertThat(open().allotEpoch("t", "w1", "b")).isEqualTo(2);
        assertThat(registry.allotEpoch("t", "w1", "a")).isEqualTo(3);
        assertThat(registry.readStart("t", "w1")).contains(new WorkerStart("a", 3));

        registry.deleteStart("t", "w1", 2);
        assertThat(registry.readStart("t", "w1")).isPresent();
        registry.deleteStart("t", "w1", 3);
        assertThat(registry.readStart("t", "w1")).isEmpty();
    }

    @Test
    void aStartDoesNotBringBackARemovedTopology() {
        registry.createTopology(record("t", "t-1"));
        registry.createAssignment("t", assignment(1));
        registry.allotEpoch("t", "w1", "a");

        registry.deleteTopology("t");
        registry.deleteTopology("t");

        assertThatThrownBy(() -> registry.allotEpoch("t", "w1", "a")).isInstanceOf(RegistryException.class);
        assertThat(registry.readTopology("t")).isEmpty();
    }

    @Test
    void watchersSeeTheWholeCluster() throws Exception {
        ClusterWatch watch = opened.add(ClusterWatch.all(open(), () -> {}));
        registry.createTopology(record("t", "t-1"));
        registry.createAssignment("t", assignment(1));
        registry.allotEpoch("t", "w1", "n1");
        EphemeralNode worker = registry.ephemeral(
                registry.paths().worker("t", "w1"), Json.write(endpoint(1)), holder -> false, () -> {});
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

        registry.deleteTopology("t");
        Await.until("nothing", () -> watch.view().topologies().isEmpty());
    }

    @Test
    void garbageInZooKeeperIsPassedOver() throws Exception {
        registry.client()
                .create()
                .forPath(registry.paths().supervisor("x"), "garbage".getBytes(StandardCharsets.UTF_8));
        registry.createTopology(record("t", "t-1"));
        ClusterWatch watch = opened.add(ClusterWatch.all(registry, () -> {}));

        Await.until(
                "the rest",
                () -> watch.ready()
                        && watch.view().topologies().containsKey("t")
                        && watch.view().supervisors().isEmpty());
    }

    @Test
    void workersAreNotWokenByWhatOthersHaveHeard() throws Exception {
        registry.createTopology(record("t", "t-1"));
        EphemeralNode worker = registry.ephemeral(
                registry.paths().worker("t", "w1"), Json.write(endpoint(1)), holder -> false, () -> {});
        assertThat(worker.ensure()).isTrue();
        AtomicInteger told = new AtomicInteger();
        ClusterWatch watch = opened.add(ClusterWatch.forWorker(open(), "t", told::incrementAndGet));
        Await.until("the watch", () -> told.get() == 1);
        int before = told.get();

        worker.say(Json.write(endpoint(1).withHeard(7)));
        Await.until(
                "it is seen",
                () -> watch.view().topologies().get("t").workers().get("w1").heard() == 7);
        registry.createAssignment("t", assignment(1));
        Await.until("the assignment", () -> told.get() > before);
        assertThat(told.get()).isEqualTo(before + 1);

        worker.say(Json.write(endpoint(2).withHeard(7)));
        Await.until("another start", () -> told.get() == before + 2);
    }

    @Test
    void aRegistrationComesBackAfterItsSessionExpired() throws Exception {
        EphemeralNode node = registry.ephemeral(registry.paths().supervisor("n1"), bytes("a"), h -> false, () -> {});
        assertThat(node.ensure()).isTrue();
        long before = owner("n1");

        zooKeeper.expire(registry.client().getZookeeperClient().getZooKeeper());

        Await.until("a new session's node", () -> node.ensure() && owner("n1") != before);
    }

    @Test
    void aRegistrationComesBackAfterSomebodyRemovedIt() throws Exception {
        EphemeralNode node = registry.ephemeral(registry.paths().supervisor("n1"), bytes("a"), h -> false, () -> {});
        assertThat(node.ensure()).isTrue();

        open().client().delete().forPath(registry.paths().supervisor("n1"));

        Await.until("the node", () -> node.ensure() && owner("n1") != 0);
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
        registry.createTopology(record("t", "t-1"));
        EphemeralNode second =
                registry.ephemeral(registry.paths().worker("t", "w1"), Json.write(endpoint(2)), h -> false, () -> {});
        assertThat(second.ensure()).isTrue();

        registry.deleteWorker("t", "w1", 1);
        assertThat(owner("t", "w1")).isNotZero();
        registry.deleteWorker("t", "w1", 2);
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
        return ownerOf(registry.paths().worker(topology, worker));
    }

    private long ownerOf(String path) {
        return Registry.call(path, () -> {
            var stat = registry.client().checkExists().forPath(path);
            return stat == null ? 0 : stat.getEphemeralOwner();
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static TopologyRecord record(String name, String id) {
        return new TopologyRecord(name, id, Status.ACTIVE, 1, 2, "digest", null, List.of(), Map.of(), null);
    }

    private static AssignmentRecord assignment(long epoch) {
        return new AssignmentRecord("t-1", epoch, List.of(new WorkerPlan("w1", "n1", 1, List.of(1, 2))));
    }

    private static PeerEndpoint endpoint(long epoch) {
        return new PeerEndpoint("w1", "n1", epoch, 1, "lock", "metrics", "", 0, List.of(), 0);
    }
}

package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobRoutes;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.HttpBlobPeer;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.TestLeader;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.meters.ExpositionText;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real controller on a real ZooKeeper, with supervisors that are registrations only. */
@Timeout(60)
class ControllerDaemonTest {

    @TempDir
    static Path zooKeeperDirectory;

    private static TestZooKeeper zooKeeper;

    @TempDir
    Path directory;

    private final Closer opened = new Closer();
    private final Map<String, EphemeralNode> supervisors = new HashMap<>();
    private Config config;
    private ControllerDaemon controller;
    private Registry registry;
    private Cluster cluster;
    private Path jar;

    @BeforeAll
    static void startServer() {
        zooKeeper = new TestZooKeeper(zooKeeperDirectory);
    }

    @AfterAll
    static void stopServer() {
        zooKeeper.close();
    }

    @BeforeEach
    void start(TestInfo test) throws Exception {
        config = zooKeeper
                .config()
                .with(
                        ClusterKeys.ZOOKEEPER_ROOT,
                        "/c/" + test.getTestMethod().orElseThrow().getName())
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT, Duration.ZERO)
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        directory.resolve("controller").toString());
        jar = Files.writeString(directory.resolve("t.jar"), "no worker ever starts here");
        controller = ControllerDaemon.start(config);
        registry = opened.add(Registry.open(config));
        Await.until("a leader", () -> controller.leads());
        cluster = opened.add(Clusters.connect(config));
    }

    @AfterEach
    void stop() {
        opened.close();
        controller.close();
    }

    @Test
    void aTopologyIsPlacedOnTheNodesThatAreUp() throws Exception {
        supervisor("n1", 1);
        supervisor("n2", 1);

        assertThat(submit("t", 2).status()).isEqualTo(Status.STARTING);

        Await.until("a placement", () -> cluster.describe("t").placement().size() == 3);
        assertThat(nodesOf("t")).containsExactlyInAnyOrder("n1", "n2");
        assertThat(cluster.nodes()).extracting("usedSlots").containsExactly(1, 1);
        assertThat(cluster.describe("t").components()).extracting("id").containsExactly("numbers", "count");
        assertThat(cluster.list().get(0).workers()).isEqualTo(2);
        assertThat(cluster.list().get(0).missing()).containsExactlyInAnyOrder("w1 on n1", "w2 on n2");
    }

    @Test
    void aTopologyWithoutASlotWaitsAndSaysWhy() throws Exception {
        submit("first", 1);
        Await.until("a reason", () -> !cluster.describe("first").problems().isEmpty());
        assertThat(cluster.describe("first").problems().get(0)).contains("no supervisor is up");

        supervisor("n1", 1);
        Await.until("placed", () -> nodesOf("first").equals(List.of("n1")));
        submit("second", 1);
        Await.until("a reason", () -> !cluster.describe("second").problems().isEmpty());
        assertThat(cluster.describe("second").problems().get(0)).contains("waits for a slot: all 1 slots are used");

        cluster.kill("first", Duration.ofSeconds(20));
        Await.until("placed", () -> nodesOf("second").equals(List.of("n1")));
        Await.until("no reason", () -> cluster.describe("second").problems().isEmpty());
    }

    @Test
    void onlyWhatWasLostWithItsNodeMoves() throws Exception {
        supervisor("n1", 2);
        supervisor("n2", 1);
        submit("t", 2);
        Await.until("placed", () -> nodesOf("t").size() == 2);
        Map<Integer, Place> before = places("t");

        new TestLeader(registry).delete(registry.paths().supervisor("n2"));

        Await.until("moved", () -> nodesOf("t").equals(List.of("n1")));
        places("t")
                .forEach((task, place) ->
                        assertThat(place.worker()).isEqualTo(before.get(task).worker()));
        assertThat(cluster.describe("t").epoch()).isEqualTo(2);
    }

    @Test
    void aDrainedNodeGetsNothingAlsoUnderAnotherControllerUntilItIsTakenBack() throws Exception {
        supervisor("n1", 1);
        supervisor("n2", 1);
        Await.until("both nodes", () -> cluster.nodes().size() == 2);
        assertRefused(Reason.NOT_FOUND, "there is no node 'n3': there is n1, n2", () -> cluster.drain("n3"));
        assertThat(cluster.drain("n1").state()).isEqualTo(NodeInfo.State.DRAINED);
        assertThat(cluster.drain("n1").state()).isEqualTo(NodeInfo.State.DRAINED);

        submit("first", 1);
        Await.until("placed", () -> nodesOf("first").equals(List.of("n2")));
        submit("second", 1);
        Await.until("a reason", () -> cluster.list().get(1).problem() != null);
        assertThat(cluster.list().get(1).problem())
                .isEqualTo("waits for a slot: all slots are used or on drained nodes; start another supervisor, kill a"
                        + " topology, or raise supervisor.slots; drained: n1 ('millrace undrain NODE' takes one back)");
        controller.close();
        controller = ControllerDaemon.start(config);
        Await.until("a leader", () -> controller.leads());
        assertThat(cluster.nodes().get(0).state()).isEqualTo(NodeInfo.State.DRAINED);

        assertThat(cluster.undrain("n1").state()).isEqualTo(NodeInfo.State.UP);
        assertThat(cluster.undrain("n1").state()).isEqualTo(NodeInfo.State.UP);
        Await.until("placed", () -> nodesOf("second").equals(List.of("n1")));
    }

    @Test
    void filesOnOneMachineOnlyAreNoted() {
        assertThat(submit("t", 1).remarks().note())
                .isEqualTo("the files of topology 't' are on one machine only (127.0.0.1), because no other one is up");
    }

    @Test
    void anotherControllerHasASubmissionsFilesWhenItIsAnswered() throws Exception {
        Path other = directory.resolve("other");
        ControllerDaemon follower =
                opened.add(ControllerDaemon.start(config.with(ClusterKeys.CONTROLLER_DATA_DIR, other.toString())));
        Await.until("registered", () -> members() == 2);
        assertThat(follower.leads()).isFalse();

        submit("t", 1);

        TopologyRecord record = registry.readTopology("t").orElseThrow().value();
        assertThat(other.resolve("blobs").resolve(jarOf(record))).hasSameBinaryContentAs(jar);
        assertThat(other.resolve("blobs").resolve(record.topologyDigest())).exists();
    }

    @Test
    void aSupervisorHasThemIfThereIsNoOtherController() {
        BlobStore kept = new BlobStore(directory.resolve("kept"), 1 << 20, Clock.systemUTC());
        ControllerRecord source = Records.controller("127.0.0.1", controller.port(), 1, "c1");
        BlobFetcher fetcher = new BlobFetcher(
                kept,
                () -> HttpBlobPeer.others(
                        Optional.of(source),
                        List.of(),
                        List.of(),
                        "s1",
                        new NodeTargets(HttpWire.PLAIN, registry.nodeSecret())),
                Runnable::run,
                () -> {});
        HttpDaemon http = opened.add(HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.NODE_HOST,
                ClusterKeys.SUPERVISOR_PORT,
                BlobRoutes.of(kept, fetcher),
                RestAccess.of(Config.empty(), "", registry.nodeSecret())));
        supervisor("n1", 0, http.port());

        submit("t", 1);

        TopologyRecord record = registry.readTopology("t").orElseThrow().value();
        assertThat(kept.get(jarOf(record)))
                .hasValueSatisfying(copy -> assertThat(copy).hasSameBinaryContentAs(jar));
        assertThat(kept.get(record.topologyDigest())).isPresent();
    }

    @Test
    void aControllerThatComesLaterFetchesAllFilesThatAreNamed() throws Exception {
        submit("t", 1);
        TopologyRecord record = registry.readTopology("t").orElseThrow().value();
        Path other = directory.resolve("other");

        opened.add(ControllerDaemon.start(config.with(ClusterKeys.CONTROLLER_DATA_DIR, other.toString())));

        Await.until(
                "both files",
                () -> Files.exists(other.resolve("blobs").resolve(jarOf(record)))
                        && Files.exists(other.resolve("blobs").resolve(record.topologyDigest())));
    }

    /** A topology's file has its settings and objects. */
    @Test
    void nodesAloneReadFilesAndMayAskForOneToBeKept() throws Exception {
        submit("t", 1);
        String digest = jarOf(registry.readTopology("t").orElseThrow().value());
        HttpTarget stranger = new HttpTarget("127.0.0.1", controller.port(), null);

        HttpTarget node = new NodeTargets(HttpWire.PLAIN, registry.nodeSecret()).of("127.0.0.1", controller.port());

        byte[] answer = node.post(RestPaths.BLOBS + digest + RestPaths.KEEP, new byte[0]);

        assertThat(Json.read(answer, OfferResponse.class).here()).isTrue();
        assertThat(node.get(RestPaths.BLOBS + digest)).isEqualTo(Files.readAllBytes(jar));
        assertRefused(Reason.REFUSED, "not a SHA-256 digest", () -> post(node, RestPaths.BLOBS + "x" + RestPaths.KEEP));
        assertRefused(Reason.REFUSED, "refuses the token", () -> post(node, RestPaths.BLOBS + digest + "/offer"));
        assertRefused(
                Reason.REFUSED, "refuses the token", () -> post(stranger, RestPaths.BLOBS + digest + RestPaths.KEEP));
        assertThat(stranger.exists(RestPaths.BLOBS + digest)).isFalse();
        assertRefused(Reason.REFUSED, "refuses the token", () -> post(stranger, RestPaths.BLOBS + digest + "/offer"));
    }

    private static void post(HttpTarget target, String path) {
        try {
            target.post(path, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int members() throws Exception {
        return new TestLeader(registry).children(registry.paths().members()).size();
    }

    @Test
    void aNameIsRefusedWhileItIsInUse() {
        submit("t", 1);

        assertRefused(Reason.REFUSED, "a topology named 't' runs already", () -> submit("t", 1));
        assertRefused(Reason.REFUSED, "topology name '../t'", () -> submit("../t", 1));
    }

    @Test
    void mistakesInASubmissionAreRefused() {
        assertRefused(Reason.REFUSED, "unknown key 'topology.worker'", () -> submit("t", "topology.worker", "1"));
        assertRefused(Reason.REFUSED, "topology.workers is '0'", () -> submit("t", "topology.workers", "0"));
        assertRefused(
                Reason.REFUSED,
                "unknown scheduling algorithm \"evne\": did you mean \"even\"?",
                () -> submit("t", "scheduler.algorithm", "evne"));
        assertRefused(
                Reason.REFUSED,
                "only an embedded cluster accepts a class path",
                () -> cluster.submit(
                        new Submission("t", TestTopologies.counting(1, 0), Config.empty(), null, List.of("/etc"))));
        assertRefused(
                Reason.REFUSED,
                "no jar has the classes",
                () -> cluster.submit(new Submission("t", TestTopologies.counting(1, 0), Config.empty(), null, null)));
        assertRefused(Reason.NOT_FOUND, "there is no topology 'none'", () -> cluster.describe("none"));
        assertRefused(Reason.NOT_FOUND, "there is no topology 'none'", () -> cluster.kill("none", Duration.ZERO));
        assertRefused(Reason.REFUSED, "topology name", () -> cluster.metrics("a/b"));
    }

    @Test
    void eachJarIsStoredOnceAndTransferredOnce() throws Exception {
        Path one = Jars.of(directory.resolve("one.jar"), TestTopologies.class, "");
        Path lib = Files.copy(
                Jars.of(directory.resolve("lib.jar"), Closer.class, ""),
                Files.createDirectory(directory.resolve("libs")).resolve("b.jar"));
        Files.copy(directory.resolve("lib.jar"), directory.resolve("libs").resolve("a.jar"));
        Submission first = new Submission(
                "first", TestTopologies.counting(1, 0), Config.empty(), one, List.of(lib.getParent()), null);
        Submission second = new Submission(
                "second", TestTopologies.counting(1, 0), Config.empty(), one, List.of(lib.getParent()), null);

        TopologyInfo info = cluster.submit(first);

        assertThat(info.remarks().note())
                .contains("class io.millrace.cluster.process.Closer: in a.jar and in b.jar; that of a.jar");
        TopologyRecord record = registry.readTopology("first").orElseThrow().value();
        assertThat(record.program().jars())
                .containsExactly(
                        new SubmittedJar("one.jar", Digest.of(one)),
                        new SubmittedJar("a.jar", Digest.of(lib)),
                        new SubmittedJar("b.jar", Digest.of(lib)));
        assertThat(cluster.describe("first").submission().jars())
                .isEqualTo(record.program().jars());
        Map<Path, Object> stored = blobKeys();
        assertThat(stored).hasSize(3);

        cluster.submit(second);

        // An upload would replace the file
        assertThat(blobKeys()).isEqualTo(stored);
    }

    private Map<Path, Object> blobKeys() throws IOException {
        Map<Path, Object> keys = new HashMap<>();
        try (Stream<Path> files = Files.list(directory.resolve("controller").resolve("blobs"))) {
            for (Path file : files.toList()) {
                keys.put(
                        file,
                        Files.readAttributes(file, BasicFileAttributes.class).fileKey());
            }
        }
        return keys;
    }

    @Test
    void jarsWithoutADigestOrANameAreRefused() {
        HttpTarget client = new HttpTarget("127.0.0.1", controller.port(), controller.token());
        for (SubmittedJar bad : List.of(
                new SubmittedJar("t.jar", "../etc"),
                new SubmittedJar("", "0".repeat(64)),
                new SubmittedJar("a\nb", "0".repeat(64)))) {
            SubmitRequest request = new SubmitRequest("t", "0".repeat(64), List.of(bad), List.of(), Map.of());
            assertRefused(Reason.REFUSED, "SHA-256", () -> submit(client, request));
        }
    }

    private static byte[] submit(HttpTarget client, SubmitRequest request) {
        try {
            return client.post("/v1/topologies", Json.write(request));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void nobodyReadsTheSecretsOfATopology() throws Exception {
        Config secrets = Config.empty()
                .with("engine.environment", "PATH, DBPASS=hidden")
                .with("app.db.password", "hidden")
                .with("app.db.url", "jdbc:postgresql://me:hidden@db/x")
                .with("topology.worker.options", "-Djavax.net.ssl.keyStorePassword=hidden");
        cluster.submit(new Submission("t", TestTopologies.counting(1, 0), secrets, jar, null));
        assertThat(registry.readTopology("t").orElseThrow().value().config()).containsAllEntriesOf(secrets.asMap());
        assertThat(cluster.describe("t").submission().config())
                .containsEntry("engine.environment", "PATH, DBPASS=(set)")
                .containsEntry("app.db.password", "(set)")
                .containsEntry("app.db.url", "jdbc:postgresql://me:(set)@db/x");
        HttpTarget stranger = new HttpTarget("127.0.0.1", controller.port(), null);
        for (String path : List.of("", "/t", "/t/metrics", "/t/traffic", "/t/logs", "/t/engines")) {
            assertThat(stranger.get("/v1/topologies" + path))
                    .as(path)
                    .asString(StandardCharsets.UTF_8)
                    .doesNotContain("hidden");
        }
        for (String path : List.of("/v1/dashboard", "/v1/dashboard/t", "/v1/nodes", "/v1/controllers", "/metrics")) {
            assertThat(stranger.get(path))
                    .as(path)
                    .asString(StandardCharsets.UTF_8)
                    .doesNotContain("hidden");
        }
    }

    @Test
    void nobodyReadsTheSecretsOfLocations() throws Exception {
        String location = "s3://me:hidden@host/x?secretKey=hidden";
        Config places = Config.empty().with("topology.savepoint.from", location);
        cluster.submit(new Submission("t", TestTopologies.counting(1, 0), places, jar, null));
        assertThat(cluster.describe("t").submission().config())
                .containsEntry("topology.savepoint.from", "s3://me:(set)@host/x?secretKey=(set)");
        new TestLeader(registry)
                .savepoint(
                        "t",
                        new SavepointRecord(1, location, SavepointRecord.Then.GO_ON, "")
                                .answered(0, 0, "no " + location));
        HttpTarget stranger = new HttpTarget("127.0.0.1", controller.port(), null);
        Await.until("the savepoint is seen", () -> stranger.exists("/v1/topologies/t/savepoint"));
        assertThat(stranger.get("/v1/topologies/t/savepoint"))
                .asString(StandardCharsets.UTF_8)
                .contains("s3://me:(set)@host/x?secretKey=(set)", "no s3://me:(set)@host/x")
                .doesNotContain("hidden");
    }

    @Test
    void activityIsWrittenDown() {
        submit("t", 1);
        cluster.deactivate("t");
        assertThat(cluster.list().get(0).status()).isEqualTo(Status.INACTIVE);
        cluster.activate("t");
        assertThat(cluster.list().get(0).status()).isEqualTo(Status.STARTING);
    }

    @Test
    void aTopologyThatIsSubmittedAsInactiveStaysSoUntilItIsActivated() throws Exception {
        supervisor("n1", 2);
        assertThat(submit("t", TopologyKeys.INACTIVE.name(), "true").status()).isEqualTo(Status.INACTIVE);
        Await.until("a placement", () -> !cluster.describe("t").placement().isEmpty());
        assertThat(cluster.list().get(0).status()).isEqualTo(Status.INACTIVE);

        cluster.activate("t");

        assertThat(cluster.list().get(0).status()).isEqualTo(Status.STARTING);
    }

    @Test
    void automaticRebalancingIsSwitchedWithTheTokenAndTheNextControllerFindsItSo() throws Exception {
        supervisor("n1", 1);
        submit("t", 1);
        assertThat(cluster.rebalanceDecisions("t").automatic()).isFalse();
        assertThat(cluster.rebalanceDecisions("t").decisions()).isEmpty();

        cluster.set("t", new AutoRebalanceRequest(true));
        assertThat(cluster.rebalanceDecisions("t").automatic()).isTrue();
        assertThat(cluster.describe("t").submission().config()).containsEntry("topology.rebalance.auto", "true");
        Await.until("a decision", () -> decided("t").contains(Verdict.WORKERS_MISSING));

        controller.close();
        controller = ControllerDaemon.start(config);
        Await.until("a leader", () -> controller.leads());
        assertThat(cluster.rebalanceDecisions("t").automatic()).isTrue();
        Await.until("a decision again", () -> decided("t").contains(Verdict.WORKERS_MISSING));

        try (Cluster stranger = Clusters.connect(config.with(ClusterKeys.CONTROLLER_TOKEN, "guess"))) {
            assertThat(stranger.rebalanceDecisions("t").automatic()).isTrue();
            assertRefused(
                    Reason.REFUSED, "refuses the token", () -> stranger.set("t", new AutoRebalanceRequest(false)));
        }
        cluster.set("t", new AutoRebalanceRequest(false));
        assertThat(cluster.rebalanceDecisions("t").automatic()).isFalse();
        assertRefused(
                Reason.NOT_FOUND, "no topology 'none'", () -> cluster.set("none", new AutoRebalanceRequest(true)));
        assertRefused(Reason.NOT_FOUND, "no topology 'none'", () -> cluster.rebalanceDecisions("none"));
    }

    @Test
    void settingsOfAutomaticRebalancingThatDoNotGoTogetherAreRefused() {
        assertRefused(
                Reason.REFUSED,
                "topology.rebalance.horizon is '1 min' and topology.rebalance.calm is '5 min'",
                () -> submit("t", "topology.rebalance.horizon", "1 min"));
    }

    private List<Verdict> decided(String topology) {
        return cluster.rebalanceDecisions(topology).decisions().stream()
                .map(RebalanceDecision::verdict)
                .toList();
    }

    @Test
    void aKilledTopologyIsRemovedByTheNextControllerToo() throws Exception {
        supervisor("n1", 1);
        submit("t", 1);
        Await.until("placed", () -> nodesOf("t").size() == 1);
        // The supervisor has started the worker and has not removed it yet.
        long epoch = new TestLeader(registry).start("t", "w1", "n1");
        cluster.kill("t", Duration.ZERO);
        Await.until("unassigned", () -> new TestLeader(registry).assignment("t").isEmpty());
        assertRefused(Reason.REFUSED, "still being killed", () -> submit("t", 1));

        controller.close();
        controller = ControllerDaemon.start(config);
        Await.until("found again", () -> cluster.list().size() == 1);
        assertThat(cluster.list().get(0).status()).isEqualTo(Status.KILLED);
        new TestLeader(registry).deleteStart("t", "w1", epoch);

        Await.until("removed", () -> cluster.list().isEmpty());
        submit("t", 1);
    }

    @Test
    void theTokenGuardsChangesAndIsTheOwnersAlone() throws IOException {
        Path file = directory.resolve("controller").resolve("token");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (Cluster stranger = Clusters.connect(config.with(ClusterKeys.CONTROLLER_TOKEN, "guess"))) {
            assertThat(stranger.list()).isEmpty();
            assertRefused(
                    Reason.REFUSED,
                    "refuses the token",
                    () -> stranger.submit(
                            new Submission("t", TestTopologies.counting(1, 0), Config.empty(), jar, null)));
        }
    }

    @Test
    void aSubmissionDoesNotWaitForAFetchOfAFileThatIsHere() throws Exception {
        submit("t", 1);
        controller.close();
        try (Stream<Path> blobs = Files.list(directory.resolve("controller").resolve("blobs"))) {
            for (Path blob : blobs.toList()) {
                Files.delete(blob);
            }
        }
        CountDownLatch fetching = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Route file = Route.get(RestPaths.BLOBS + "{digest}", request -> {
            fetching.countDown();
            awaitQuietly(asked);
            throw new ClusterException(Reason.NOT_FOUND, "no such file here");
        });
        try (HttpDaemon node = HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.NODE_HOST,
                ClusterKeys.SUPERVISOR_PORT,
                List.of(file),
                RestAccess.of(Config.empty(), "", ""))) {
            supervisor("n1", 2, node.port());
            controller = ControllerDaemon.start(config);
            fetching.await();
            Await.until("a leader", () -> controller.leads());
            HttpTarget target = new HttpTarget("127.0.0.1", controller.port(), controller.token());
            String topology = TopologyJson.write(TestTopologies.counting(1, 0));
            Path copy = Files.writeString(directory.resolve("copy"), topology);
            target.put(RestPaths.BLOBS + Digest.of(copy), copy, sent -> {});
            target.put(RestPaths.BLOBS + Digest.of(jar), jar, sent -> {});
            submit("u", 1);
            assertThat(cluster.list()).extracting(TopologyInfo::name).contains("u");
        } finally {
            asked.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void prometheusSeesTheTopologiesThatRunWithoutAToken() throws Exception {
        assertThat(scrape().samples())
                .containsEntry("millrace_controller_leads", 1.0)
                .containsEntry("millrace_topologies", 0.0);
        supervisor("n1", 1);
        submit("t", 1);
        Await.until("placed", () -> nodesOf("t").size() == 1);
        new TestLeader(registry).start("t", "w1", "n1");

        Await.until(
                "a start",
                () -> scrape().samples().getOrDefault("millrace_worker_starts_total{topology=\"t\",worker=\"w1\"}", 0.0)
                        == 1);
        assertThat(scrape().samples())
                .containsEntry("millrace_topology_completed{topology=\"t\"}", 0.0)
                .containsEntry("millrace_worker_up{topology=\"t\",worker=\"w1\"}", 0.0)
                .containsKey("millrace_latency_seconds{topology=\"t\",quantile=\"0.5\"}");

        // The topology's worker still runs, but it is no longer shown.
        cluster.kill("t", Duration.ZERO);
        Await.until("unassigned", () -> new TestLeader(registry).assignment("t").isEmpty());
        assertThat(scrape().samples()).containsOnlyKeys("millrace_controller_leads", "millrace_topologies");
    }

    private ExpositionText scrape() {
        try {
            byte[] text = new HttpTarget("127.0.0.1", controller.port(), null).get("/metrics");
            return ExpositionText.of(new String(text, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        int unused;
        try (ServerSocket socket = new ServerSocket(0)) {
            unused = socket.getLocalPort();
        }
        assertNoCluster("ZooKeeper does not answer at 127.0.0.1:" + unused, "127.0.0.1:" + unused, null);
        assertNoCluster(
                "ZooKeeper does not answer at nowhere.invalid:1: this machine knows no address of nowhere.invalid:"
                        + " correct zookeeper.connect, or the name service",
                "nowhere.invalid:1",
                null);
        assertNoCluster("zookeeper.connect is 'a:b'", "a:b", null);
        assertNoCluster("has no cluster under /other", null, "/other");
        controller.close();
        assertNoCluster("answers, but no controller is up under /c/whatIsMissingIsNamed", null, null);
    }

    @Test
    void aControllerWhoseDirectoryIsACopyIsRefusedAndTheFirstGoesOn() throws Exception {
        Files.createDirectories(directory.resolve("copy"));
        Files.copy(directory.resolve("controller/instance"), directory.resolve("copy/instance"));
        Config copy = config.with(
                ClusterKeys.CONTROLLER_DATA_DIR, directory.resolve("copy").toString());
        List<ControllerInfo> before = cluster.controllers();

        assertThatThrownBy(() -> ControllerDaemon.start(copy))
                .hasMessageStartingWith("controller.data.dir is a copy of that of the controller at 127.0.0.1:"
                        + controller.port() + " (pid " + ProcessHandle.current().pid() + "), which is up since 20")
                .hasMessageEndingWith("Z: give this controller an empty directory, or stop that one");

        assertThat(cluster.controllers()).isEqualTo(before);
        assertThat(controller.leads()).isTrue();
    }

    @Test
    void aSupervisorWhoseDirectoryIsACopyIsRefusedAndTheFirstGoesOn() throws Exception {
        Config first = config.with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString())
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, directory.resolve("one").toString());
        try (SupervisorDaemon running = SupervisorDaemon.start(first)) {
            Files.createDirectories(directory.resolve("copy"));
            Files.copy(directory.resolve("one/instance"), directory.resolve("copy/instance"));
            // Another machine has other shared memory
            Config copy = first.with(
                            ClusterKeys.SUPERVISOR_DATA_DIR,
                            directory.resolve("copy").toString())
                    .with(ClusterKeys.IPC_DIR, directory.resolve("ipc2").toString());
            Await.until("it is seen", () -> cluster.nodes().size() == 1);
            List<NodeInfo> before = cluster.nodes();

            assertThatThrownBy(() -> SupervisorDaemon.start(copy))
                    .hasMessageContaining("node.id 'n1' is taken by the supervisor at 127.0.0.1:" + running.port())
                    .hasMessageContaining(", of whose supervisor.data.dir this one has a copy: ");

            assertThat(cluster.nodes()).isEqualTo(before);
        }
    }

    @Test
    void aSupervisorOnACopyOfAMachineIsRefusedAlthoughItHasTheAddressOfTheFirst() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Path data = Files.createDirectories(directory.resolve("one"));
        Config own = config.with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.SUPERVISOR_PORT, port)
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString())
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, data.toString());
        SupervisorDaemon.start(own).close();
        SupervisorRecord first = Records.on(
                Records.supervisor(
                        "n1",
                        "127.0.0.1",
                        port,
                        17,
                        2,
                        2,
                        Files.readString(data.resolve("instance")).strip()),
                "another boot");
        EphemeralNode registration =
                registry.ephemeral(registry.paths().supervisor("n1"), Json.write(first), holder -> false, () -> {});
        assertThat(registration.ensure()).isTrue();

        assertThatThrownBy(() -> SupervisorDaemon.start(own))
                .hasMessageContaining("node.id 'n1' is taken by the supervisor at 127.0.0.1:" + port
                        + " (pid 17, on another machine or in another container) since 20")
                .hasMessageContaining(", of whose supervisor.data.dir this one has a copy: ");

        assertThat(cluster.nodes()).hasSize(1);
    }

    @Test
    void aSecondSupervisorOfTheSameNameIsRefused() {
        Config first = config.with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString())
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, directory.resolve("one").toString());
        try (SupervisorDaemon running = SupervisorDaemon.start(first)) {
            assertThat(running.node()).isEqualTo("n1");
            assertThatThrownBy(() -> SupervisorDaemon.start(first))
                    .hasMessageContaining("belongs to the running process");
            Config other = first.with(
                    ClusterKeys.SUPERVISOR_DATA_DIR, directory.resolve("two").toString());
            assertThatThrownBy(() -> SupervisorDaemon.start(other))
                    .hasMessageContaining("(ipc.dir) belongs to the running process")
                    .hasMessageEndingWith("stop it or set another node.id");
            assertThatThrownBy(() -> SupervisorDaemon.start(other.with(
                            ClusterKeys.IPC_DIR, directory.resolve("ipc2").toString())))
                    .hasMessageContaining("node.id 'n1' is taken by the supervisor at 127.0.0.1:" + running.port());
            assertThatThrownBy(() -> SupervisorDaemon.start(first.with(ClusterKeys.NODE_ID, "n2")
                            .with(ClusterKeys.SUPERVISOR_PORT, running.port())
                            .with(
                                    ClusterKeys.SUPERVISOR_DATA_DIR,
                                    directory.resolve("two").toString())))
                    .hasMessageContaining("(supervisor.port)");
        }
        assertThat(cluster.nodes()).isEmpty();
        assertThat(directory.resolve("ipc")).isEmptyDirectory();
    }

    private void assertNoCluster(String message, String connect, String root) {
        Config wrong = config;
        wrong = connect == null ? wrong : wrong.with(ClusterKeys.ZOOKEEPER_CONNECT, connect);
        Config used = root == null ? wrong : wrong.with(ClusterKeys.ZOOKEEPER_ROOT, root);
        assertRefused(Reason.NO_CLUSTER, message, () -> Clusters.connect(used));
    }

    private static void assertRefused(Reason reason, String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(ClusterException.class, e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.getMessage()).doesNotContain("\n");
                })
                .hasMessageContaining(message);
    }

    private static String jarOf(TopologyRecord record) {
        return record.program().jars().get(0).digest();
    }

    private TopologyInfo submit(String name, int workers) {
        return submit(name, TopologyKeys.WORKERS.name(), Integer.toString(workers));
    }

    private TopologyInfo submit(String name, String key, String value) {
        Config own = Config.empty().with(key, value);
        return cluster.submit(new Submission(name, TestTopologies.counting(1, 0), own, jar, null));
    }

    private void supervisor(String node, int slots) {
        supervisor(node, slots, 1);
    }

    private void supervisor(String node, int slots, int port) {
        SupervisorRecord record = Records.supervisor(node, "127.0.0.1", port, 1, 2, slots, node);
        EphemeralNode registration =
                registry.ephemeral(registry.paths().supervisor(node), Json.write(record), holder -> false, () -> {});
        assertThat(registration.ensure()).isTrue();
        supervisors.put(node, registration);
    }

    private List<String> nodesOf(String topology) {
        return cluster.describe(topology).placement().stream()
                .map(Place::node)
                .distinct()
                .toList();
    }

    private Map<Integer, Place> places(String topology) {
        return cluster.describe(topology).placement().stream().collect(Collectors.toMap(Place::task, place -> place));
    }
}

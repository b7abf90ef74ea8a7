// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.TestLeader;
import io.millrace.cluster.registry.Versioned;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NodeEnvironmentTest {

    private static final byte[] TOPOLOGY = "{}".getBytes(StandardCharsets.US_ASCII);
    private static final AssignmentRecord RUNNING =
            new AssignmentRecord("t-1", 5, List.of(new WorkerPlan("w1", "n1", 1, List.of(1, 2))));

    @TempDir
    Path directory;

    private TestZooKeeper zooKeeper;
    private Registry registry;
    private TestLeader leader;
    private NodeEnvironment environment;
    private BlobStore blobs;
    private final Map<String, byte[]> elsewhere = new HashMap<>();
    private final List<String> fetched = new ArrayList<>();
    private final TopologyRecord record = new TopologyRecord(
            "t",
            "t-1",
            Status.ACTIVE,
            0,
            new TopologyRecord.Program(2, Digest.of(TOPOLOGY), List.of(), List.of(), Map.of()),
            null,
            null);

    @BeforeEach
    void start() throws Exception {
        zooKeeper = new TestZooKeeper(directory.resolve("zookeeper"));
        registry = Registry.open(zooKeeper.config());
        leader = new TestLeader(registry);
        registry.cluster("cluster");
        Files.createDirectory(directory.resolve("ipc"));
        leader.submit(record);
        leader.assign("t", RUNNING);
        blobs = new BlobStore(directory.resolve("blobs"), 1_000, Clock.systemUTC());
        blobs.put(Digest.of(TOPOLOGY), new ByteArrayInputStream(TOPOLOGY));
        BlobFetcher fetcher = new BlobFetcher(blobs, () -> List.of(this::open), Runnable::run, () -> {});
        environment = new NodeEnvironment(
                new LaunchingNode(
                        "n1",
                        "cluster",
                        zooKeeper.config(),
                        false,
                        directory.resolve("ipc"),
                        directory.resolve("resources")),
                registry,
                fetcher,
                null,
                null,
                null);
    }

    @AfterEach
    void stop() {
        registry.close();
        zooKeeper.close();
    }

    @Test
    void aStartHasTheNextEpoch() {
        assertThat(prepared()).isEqualTo(1);
        assertThat(prepared()).isEqualTo(2);
    }

    @Test
    void aStartWithoutRoomForItsRingsCostsNoEpoch() {
        AssignmentRecord large =
                new AssignmentRecord("t-1", 5, List.of(new WorkerPlan("w1", "n1", 1 << 22, List.of(1, 2))));

        assertThatThrownBy(() -> environment.prepare(
                        new WorkerKey("t-1", "w1"), new DesiredWorker(record, new Versioned<>(large, 0))))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("(ipc.dir) has")
                .hasMessageContaining("remove what fills it");
        assertThat(prepared()).isEqualTo(1);
    }

    @Test
    void onlyTheJarsThatAreMissingAreFetchedAndAllAreOnTheClassPathInOrder() throws Exception {
        byte[] here = {1};
        byte[] missing = {2};
        byte[] last = {3};
        blobs.put(Digest.of(here), new ByteArrayInputStream(here));
        elsewhere.put(Digest.of(missing), missing);
        elsewhere.put(Digest.of(last), last);
        TopologyRecord threeJars = new TopologyRecord(
                "t",
                "t-1",
                Status.ACTIVE,
                0,
                new TopologyRecord.Program(
                        2,
                        Digest.of(TOPOLOGY),
                        Stream.of(missing, here, last)
                                .map(jar -> new SubmittedJar("j.jar", Digest.of(jar)))
                                .toList(),
                        List.of(),
                        Map.of()),
                null,
                null);
        DesiredWorker desired = new DesiredWorker(threeJars, new Versioned<>(RUNNING, 0));
        WorkerKey key = new WorkerKey("t-1", "w1");
        List<String> names = Stream.of(missing, here, last).map(Digest::of).toList();

        assertThat(environment.prepare(key, desired)).isEmpty();

        assertThat(environment.prepare(key, desired).orElseThrow().program().classPath())
                .extracting(file -> Path.of(file).getFileName().toString())
                .isEqualTo(names);
        assertThat(fetched).containsExactlyInAnyOrder(Digest.of(last), Digest.of(missing));

        assertThat(environment.prepare(key, desired)).isPresent();
        assertThat(fetched).hasSize(2);
    }

    /** The worker's tasks may be open elsewhere already; the copy of the registry is out of date. */
    @Test
    void aWorkerWhoseTasksHaveMovedMeanwhileIsNotStarted() {
        leader.assign("t", RUNNING.with(List.of(new WorkerPlan("w2", "n1", 1, List.of(1, 2)))));

        assertThat(prepared()).isZero();
    }

    @Test
    void aWorkerThatIsWantedElsewhereOrOfARemovedTopologyIsNotStarted() {
        leader.assign("t", RUNNING.with(List.of(new WorkerPlan("w1", "n2", 1, List.of(1, 2)))));
        assertThat(prepared()).isZero();

        assertThat(environment.prepare(
                        new WorkerKey("t-0", "w1"), new DesiredWorker(record, new Versioned<>(RUNNING, 0))))
                .isEmpty();
    }

    private InputStream open(String digest) {
        fetched.add(digest);
        return new ByteArrayInputStream(elsewhere.get(digest));
    }

    /** Returns the epoch of the start that this supervisor makes if its copy assigns the worker; 0 if it makes none. */
    private long prepared() {
        return environment
                .prepare(new WorkerKey("t-1", "w1"), new DesiredWorker(record, new Versioned<>(RUNNING, 0)))
                .map(LaunchSpec::epoch)
                .orElse(0L);
    }
}

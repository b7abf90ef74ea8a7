// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobRoutes;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.HttpBlobPeer;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.registry.TestLeader;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The jars of submissions: where they are stored and copied to. */
@Timeout(60)
class ControllerFilesTest extends OneController {

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

    private int members() throws Exception {
        return new TestLeader(registry).children(registry.paths().members()).size();
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
}

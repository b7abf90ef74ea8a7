// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.EngineHealth;
import io.millrace.api.Jars;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests an engine of a cluster with a controller whose answers the test sets. */
@Timeout(60)
class ClusterEngineTest {

    private static final TopologyInfo NUMBERS = new TopologyInfo(
            "numbers",
            "numbers-1",
            Status.ACTIVE,
            1,
            new TopologyInfo.Size(3, 1, 1, List.of()),
            TopologyInfo.Remarks.of(null, null));

    @TempDir
    Path directory;

    private final Deque<RebalanceState> rebalance = new ArrayDeque<>();
    private final Set<String> uploaded = new HashSet<>();
    private SubmitRequest submitted;

    private final HttpDaemon controller = HttpDaemon.start(
            "127.0.0.1",
            0,
            ClusterKeys.CONTROLLER_HOST,
            ClusterKeys.CONTROLLER_PORT,
            List.of(
                    Route.change(
                            "POST",
                            RestPaths.BLOBS + "{digest}/offer",
                            0,
                            request -> Reply.json(new OfferResponse(false))),
                    Route.change("PUT", RestPaths.BLOBS + "{digest}", 1 << 20, this::upload),
                    Route.change("POST", "/v1/topologies", 1 << 16, this::submit),
                    Route.change("POST", "/v1/topologies/{name}/rebalance", 1 << 16, request -> Reply.json(begun())),
                    Route.get("/v1/topologies/{name}/rebalance", request -> Reply.json(rebalance.remove())),
                    Route.get("/v1/topologies", request -> Reply.json(List.of(NUMBERS)))),
            RestAccess.of(Config.empty(), "token", ""));
    private final Cluster cluster = Clusters.at("127.0.0.1", controller.port(), "token");
    private final Millrace engine = new ClusterEngine(
            cluster,
            new ServiceConnections(cluster, Config.empty()),
            Config.empty().with("app.region", "north"),
            null,
            () -> EngineHealth.of(List.of()),
            false,
            cluster::close);

    private Reply upload(Request request) {
        try (JarInputStream jar = new JarInputStream(request.body())) {
            for (JarEntry entry; (entry = jar.getNextJarEntry()) != null; ) {
                uploaded.add(entry.getName());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Reply.done();
    }

    private Reply submit(Request request) {
        submitted = read(request);
        if (submitted.config().containsKey("app.refuse")) {
            throw new ClusterException(Reason.REFUSED, "no slots");
        }
        return Reply.json(new SubmitResponse(NUMBERS));
    }

    private static SubmitRequest read(Request request) {
        try {
            return Json.read(request.bytes(), SubmitRequest.class);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RebalanceReport begun() {
        return new RebalanceReport(
                "numbers",
                7,
                new RebalanceReport.Placement("", false, null, null),
                new RebalanceReport.Tasks(List.of(), List.of()),
                new RebalanceReport.Workers(List.of(), List.of(), List.of(), List.of()),
                List.of(),
                new RebalanceReport.Judgement(null, 0, List.of()));
    }

    @AfterEach
    void close() {
        engine.close();
        controller.close();
    }

    private RunningTopology submitWith(List<Path> jars, Config config) {
        return engine.submit("numbers", TestTopologies.counting(1, 0), config, jars);
    }

    @Test
    void aTopologyWithoutJarsIsRefusedWithTheWayToNameThem() {
        assertThatThrownBy(() -> engine.submit("numbers", TestTopologies.counting(1, 0), Config.empty()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("'numbers' has no jars")
                .hasMessageContaining("Jars.of(");
        assertThat(submitted).isNull();
    }

    @Test
    void directoriesArePackedAndTheOrderIsKept() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes/com/example"));
        Files.writeString(classes.resolve("Bolt.class"), "a");
        Path library = directory.resolve("library.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(library))) {
            out.putNextEntry(new JarEntry("com/library/Tool.class"));
            out.closeEntry();
        }

        RunningTopology run = submitWith(List.of(directory.resolve("classes"), library), Config.empty());

        assertThat(run.name()).isEqualTo("numbers");
        assertThat(run.status()).isEqualTo(Status.ACTIVE);
        assertThat(uploaded).containsExactlyInAnyOrder("com/example/Bolt.class", "com/library/Tool.class");
        assertThat(submitted.jars()).hasSize(2);
        assertThat(submitted.jars().get(1).name()).isEqualTo("library.jar");
        assertThat(submitted.classPath()).isEmpty();
        assertThat(submitted.config()).containsEntry("app.region", "north");
    }

    @Test
    void theTemporaryJarIsDeleted() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Path packed;
        try (PackedJars jars = PackedJars.of(List.of(classes))) {
            packed = jars.paths().get(0);
            assertThat(packed).exists();
        }
        assertThat(packed).doesNotExist();
    }

    @Test
    void aJarThatDoesNotExistIsNamed() {
        Path missing = directory.resolve("missing.jar");
        assertThatThrownBy(() -> submitWith(List.of(missing), Config.empty()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(missing.toString());
    }

    @Test
    void theJarOfAClassIsWhereItWasLoadedFrom() {
        assertThat(Jars.of(ClusterEngineTest.class, JarTopology.class))
                .hasSize(1)
                .allMatch(Files::isDirectory);
        assertThat(Jars.of(Test.class))
                .singleElement()
                .satisfies(jar -> assertThat(jar).isRegularFile());
        assertThatThrownBy(() -> Jars.of(String.class))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("java.lang.String comes from no jar");
    }

    @Test
    void aRefusalOfTheControllerIsATopologyException() {
        assertThatThrownBy(() -> submitWith(Jars.of(Test.class), Config.of(Map.of("app.refuse", "yes"))))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no slots");
    }

    @Test
    void aRebalanceReturnsWhenItIsDone() {
        rebalance.add(new RebalanceState(7, "STARTING", true, "", List.of("w2")));
        rebalance.add(new RebalanceState(7, "DONE", false, "", List.of()));

        RebalanceReport report =
                engine.topology("numbers").orElseThrow().rebalance(new RebalanceRequest(false, null, 2, Map.of()));

        assertThat(report.number()).isEqualTo(7);
        assertThat(rebalance).isEmpty();
    }

    @Test
    void aCancelledRebalanceFailsWithItsReason() {
        rebalance.add(new RebalanceState(7, "CANCELLED", false, "w2 does not start", List.of()));
        RunningTopology run = engine.topology("numbers").orElseThrow();

        assertThatThrownBy(() -> run.rebalance(new RebalanceRequest(false, null, 2, Map.of())))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("w2 does not start");
    }

    @Test
    void aClosedEngineSaysSo() {
        engine.close();
        assertThatThrownBy(engine::topologies)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("closed");
    }
}

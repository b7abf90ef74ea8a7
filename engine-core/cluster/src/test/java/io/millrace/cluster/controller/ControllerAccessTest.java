// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.registry.TestLeader;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.meters.ExpositionText;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may change and read what by the REST of a controller. */
@Timeout(60)
class ControllerAccessTest extends OneController {

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
}

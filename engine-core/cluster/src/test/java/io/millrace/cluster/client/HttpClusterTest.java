// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.settings.ClusterKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the client with a server whose answers the test sets. */
@Timeout(60)
class HttpClusterTest {

    @Test
    void aSubmissionIsRepeatedWhileItsFilesAreBeingCopied() {
        TopologyInfo started = new TopologyInfo(
                "t",
                "t-1",
                Status.STARTING,
                1,
                new TopologyInfo.Size(3, 0, 0, List.of()),
                TopologyInfo.Remarks.of(null, "one machine only"));
        AtomicInteger requests = new AtomicInteger();
        List<Route> routes = List.of(
                Route.change(
                        "POST", RestPaths.BLOBS + "{digest}/offer", 0, request -> Reply.json(new OfferResponse(true))),
                Route.change(
                        "POST",
                        "/v1/topologies",
                        1 << 16,
                        request -> Reply.json(
                                requests.incrementAndGet() < 3
                                        ? new SubmitResponse(null, "a second copy of 1 file on n2")
                                        : new SubmitResponse(started))));
        try (HttpDaemon server = HttpDaemon.start(
                        "127.0.0.1",
                        0,
                        ClusterKeys.CONTROLLER_HOST,
                        ClusterKeys.CONTROLLER_PORT,
                        routes,
                        RestAccess.of(Config.empty(), "token", ""));
                Cluster cluster = Clusters.at("127.0.0.1", server.port(), "token")) {

            List<String> waits = new ArrayList<>();
            cluster.onWait((forNanos, what) -> waits.add(what.get()));
            TopologyInfo submitted = cluster.submit(
                    new Submission("t", TestTopologies.counting(1, 0), Config.empty(), null, List.of("classes")));

            assertThat(submitted).isEqualTo(started);
            assertThat(requests).hasValue(3);
            assertThat(waits).hasSize(2).containsOnly("waits for a second copy of 1 file on n2");
        }
    }

    /** The leader has changed after the upload, and the new leader has no file. */
    @Test
    void filesThatTheControllerDoesNotHaveAreUploadedAgain() {
        TopologyInfo started = new TopologyInfo(
                "t",
                "t-1",
                Status.STARTING,
                1,
                new TopologyInfo.Size(3, 0, 0, List.of()),
                TopologyInfo.Remarks.of(null, null));
        AtomicInteger uploads = new AtomicInteger();
        AtomicInteger requests = new AtomicInteger();
        List<Route> routes = List.of(
                Route.change(
                        "POST", RestPaths.BLOBS + "{digest}/offer", 0, request -> Reply.json(new OfferResponse(false))),
                Route.change("PUT", RestPaths.BLOBS + "{digest}", 1 << 20, request -> {
                    uploads.incrementAndGet();
                    return Reply.done();
                }),
                Route.change("POST", "/v1/topologies", 1 << 16, request -> {
                    if (requests.incrementAndGet() == 1) {
                        throw new ClusterException(Reason.NOT_FOUND, "the topology was not uploaded");
                    }
                    return Reply.json(new SubmitResponse(started));
                }));
        try (HttpDaemon server = HttpDaemon.start(
                        "127.0.0.1",
                        0,
                        ClusterKeys.CONTROLLER_HOST,
                        ClusterKeys.CONTROLLER_PORT,
                        routes,
                        RestAccess.of(Config.empty(), "token", ""));
                Cluster cluster = Clusters.at("127.0.0.1", server.port(), "token")) {

            List<String> waits = new ArrayList<>();
            cluster.onWait((forNanos, what) -> waits.add(what.get()));
            TopologyInfo submitted = cluster.submit(
                    new Submission("t", TestTopologies.counting(1, 0), Config.empty(), null, List.of("classes")));

            assertThat(submitted).isEqualTo(started);
            assertThat(uploads).hasValue(2);
            assertThat(waits).isNotEmpty().allMatch(what -> what.matches("sends .*, 0 of 0 MB"));
        }
    }

    /** The leader dies after the change: the connection ends without an answer. */
    @Test
    void aRequestWhoseAnswerIsLostIsSentAgainWithTheSameId() {
        List<String> ids = new CopyOnWriteArrayList<>();
        List<Route> routes = List.of(
                Route.get("/v1/nodes", request -> Reply.json(List.of())),
                Route.get(
                        "/v1/topologies",
                        request -> Reply.json(List.of(new TopologyInfo(
                                "t",
                                "t-1",
                                Status.ACTIVE,
                                1,
                                new TopologyInfo.Size(3, 0, 0, List.of()),
                                TopologyInfo.Remarks.of(null, null))))),
                lost("rebalance", RestPaths.REQUEST_ID, ids),
                lost("savepoint", RestPaths.REQUEST_ID, ids),
                lost("kill", "id", ids));
        try (HttpDaemon server = HttpDaemon.start(
                        "127.0.0.1",
                        0,
                        ClusterKeys.CONTROLLER_HOST,
                        ClusterKeys.CONTROLLER_PORT,
                        routes,
                        RestAccess.of(Config.empty(), "token", ""));
                Cluster cluster = Clusters.at("127.0.0.1", server.port(), "token")) {

            List<String> waits = new ArrayList<>();
            cluster.onWait((forNanos, what) -> waits.add(what.get()));
            cluster.rebalance("t", new RebalanceRequest(false, null, 0, Map.of()));
            assertThat(waits).containsExactly("waits for a leading controller: the answer is lost");
            cluster.savepoint("t", new SavepointRequest(null, null));
            cluster.kill("t", Duration.ZERO);
        }

        assertThat(ids).hasSize(6);
        assertThat(ids.get(0)).isNotBlank().isEqualTo(ids.get(1)).isNotEqualTo(ids.get(2));
        assertThat(ids.get(2)).isNotBlank().isEqualTo(ids.get(3));
        assertThat(ids.subList(4, 6)).containsOnly("t-1");
    }

    private static Route lost(String change, String parameter, List<String> ids) {
        AtomicInteger requests = new AtomicInteger();
        return Route.change("POST", "/v1/topologies/{name}/" + change, 1 << 16, request -> {
                    ids.add(request.query().get(parameter));
                    if (requests.incrementAndGet() == 1) {
                        throw new ClusterException(Reason.NO_CLUSTER, "the answer is lost");
                    }
                    return Reply.done();
                })
                .taking(parameter);
    }
}

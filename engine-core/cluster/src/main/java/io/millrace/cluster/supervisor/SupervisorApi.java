// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobRoutes;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.http.HealthRoutes;
import io.millrace.cluster.http.OpenApiDocument;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.LogPositions;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.state.StateRoutes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The REST interface of a supervisor: reports and logs for the controller, and files for other nodes. It changes only
 * the set of the cluster's files that this node keeps, and the objects of checks of state directories.
 */
final class SupervisorApi {

    private static final int LINES_UNLESS_TOLD = 100;
    private static final int MOST_LINES = 10_000;

    private final String node;
    private final Supervisor supervisor;
    private final BlobStore blobs;
    private final BlobFetcher fetcher;
    private final LogFiles logs;
    private final Registry registry;
    private final SupervisorExposition exposition;

    SupervisorApi(
            String node,
            Supervisor supervisor,
            BlobStore blobs,
            BlobFetcher fetcher,
            LogFiles logs,
            Registry registry,
            SupervisorExposition exposition) {
        this.exposition = exposition;
        this.registry = registry;
        this.node = node;
        this.supervisor = supervisor;
        this.blobs = blobs;
        this.fetcher = fetcher;
        this.logs = logs;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(
                exposition.route(),
                Route.get(RestPaths.WORKERS, request -> Reply.json(supervisor.reports(detail(request))))
                        .taking(RestPaths.DETAIL),
                Route.get(RestPaths.FINISHED, request -> Reply.json(supervisor.finishedTasks())),
                Route.get(RestPaths.traces("{id}"), request -> Reply.json(supervisor.traces(request.part("id")))),
                Route.get("/v1/topologies/{id}/logs", this::logs).taking("lines", "worker", RestPaths.AFTER)));
        routes.addAll(BlobRoutes.of(blobs, fetcher));
        routes.addAll(StateRoutes.of(registry));
        routes.addAll(HealthRoutes.of(() -> registry.connected()));
        routes.add(OpenApiDocument.route(SupervisorApi.class));
        return routes;
    }

    private static MetricsDetail detail(Request request) {
        String text = request.query().getOrDefault(RestPaths.DETAIL, "full");
        return switch (text) {
            case "full" -> MetricsDetail.FULL;
            case "counts" -> MetricsDetail.COUNTS;
            default ->
                throw new ClusterException(Reason.REFUSED, RestPaths.DETAIL + "=" + text + ": it is full or counts");
        };
    }

    private Reply logs(Request request) throws IOException {
        int lines = request.number("lines", LINES_UNLESS_TOLD, 1, MOST_LINES);
        String only = request.query().get("worker");
        Map<String, String> after = LogPositions.read(request.query().get(RestPaths.AFTER));
        List<LogLines> found = new ArrayList<>();
        // Only known workers are served, so that no file name comes from the request.
        List<WorkerKey> keys = supervisor.keys().stream()
                .filter(key -> key.topologyId().equals(request.part("id")))
                .filter(key -> only == null || key.worker().equals(only))
                .sorted(Comparator.comparing(WorkerKey::worker))
                .toList();
        for (WorkerKey key : keys) {
            String position = after.get(key.worker());
            LogFiles.Part part = position == null
                    ? logs.tail(key.topologyId(), key.worker(), lines)
                    : logs.after(key.topologyId(), key.worker(), position);
            found.add(new LogLines(key.worker(), node, part.lines(), part.position()));
        }
        return Reply.json(found);
    }
}

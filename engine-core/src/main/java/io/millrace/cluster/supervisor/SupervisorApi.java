package io.millrace.cluster.supervisor;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.client.ClusterException.Reason;
import io.millrace.cluster.client.LogLines;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a supervisor serves to the controller, and jars to other supervisors; it changes nothing. */
final class SupervisorApi {

    private static final int LINES_UNLESS_TOLD = 100;
    private static final int MOST_LINES = 10_000;

    private final String node;
    private final Supervisor supervisor;
    private final BlobStore blobs;
    private final LogFiles logs;

    SupervisorApi(String node, Supervisor supervisor, BlobStore blobs, LogFiles logs) {
        this.node = node;
        this.supervisor = supervisor;
        this.blobs = blobs;
        this.logs = logs;
    }

    List<Route> routes() {
        return List.of(
                Route.get(SupervisorDaemon.WORKERS_PATH, request -> Reply.json(supervisor.reports(detail(request)))),
                Route.get(SupervisorDaemon.FINISHED_PATH, request -> Reply.json(supervisor.finishedTasks())),
                Route.get("/v1/topologies/{id}/logs", this::logs),
                Route.get(
                        BlobFetcher.PATH + "{digest}",
                        request -> Reply.file(blobs.get(request.part("digest"))
                                .orElseThrow(() -> new ClusterException(Reason.NOT_FOUND, "no such file here")))));
    }

    private static MetricsDetail detail(Request request) {
        String text = request.query().getOrDefault(SupervisorDaemon.DETAIL, "full");
        return switch (text) {
            case "full" -> MetricsDetail.FULL;
            case "counts" -> MetricsDetail.COUNTS;
            default ->
                throw new ClusterException(
                        Reason.REFUSED, SupervisorDaemon.DETAIL + "=" + text + ": it is full or counts");
        };
    }

    private Reply logs(Request request) throws IOException {
        int lines = request.number("lines", LINES_UNLESS_TOLD, 1, MOST_LINES);
        String only = request.query().get("worker");
        List<LogLines> found = new ArrayList<>();
        // Only workers that are known here: no file's name comes from the request.
        List<WorkerKey> keys = supervisor.keys().stream()
                .filter(key -> key.topologyId().equals(request.part("id")))
                .filter(key -> only == null || key.worker().equals(only))
                .sorted(Comparator.comparing(WorkerKey::worker))
                .toList();
        for (WorkerKey key : keys) {
            found.add(new LogLines(key.worker(), node, logs.tail(key.topologyId(), key.worker(), lines)));
        }
        return Reply.json(found);
    }
}

package io.millrace.cluster.controller;

import io.millrace.api.RequestException;
import io.millrace.api.Tuple;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobRoutes;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.controller.dashboard.Dashboard;
import io.millrace.cluster.controller.dashboard.DashboardRoutes;
import io.millrace.cluster.controller.metrics.PrometheusExposition;
import io.millrace.cluster.http.HealthRoutes;
import io.millrace.cluster.http.OpenApiDocument;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Right;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.AnsweredRequest;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.EngineBoundsRequest;
import io.millrace.cluster.model.LogPositions;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.OrderRequest;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The controller's REST interface; {@code HttpCluster} is its client. */
final class ControllerApi {

    private static final int MOST_REQUEST_BYTES = 1 << 20;
    private static final int LINES_UNLESS_TOLD = 100;
    private static final int MOST_LINES = 10_000;
    private static final int MOST_WORKERS = 100_000;
    private static final int SNAPSHOTS_UNLESS_TOLD = 20;
    private static final int MOST_SNAPSHOTS = 100;
    private static final int ASK_MILLIS_UNLESS_TOLD = 30_000;
    private static final int MOST_ASK_MILLIS = 3_600_000;

    private final Controller controller;
    private final Dashboard dashboard;
    private final BlobStore blobs;
    private final BlobFetcher fetcher;
    private final long mostBlobBytes;
    private final PrometheusExposition exposition;
    private final BooleanSupplier connected;

    ControllerApi(
            Controller controller,
            Dashboard dashboard,
            BlobStore blobs,
            BlobFetcher fetcher,
            long mostBlobBytes,
            BooleanSupplier connected) {
        this.connected = connected;
        this.dashboard = dashboard;
        this.exposition = new PrometheusExposition(controller::leads, controller::running);
        this.controller = controller;
        this.blobs = blobs;
        this.fetcher = fetcher;
        this.mostBlobBytes = mostBlobBytes;
    }

    List<Route> routes() {
        return Stream.of(
                        ownRoutes(),
                        BlobRoutes.of(blobs, fetcher),
                        DashboardRoutes.of(dashboard),
                        HealthRoutes.of(connected),
                        List.of(OpenApiDocument.route(ControllerApi.class)))
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> ownRoutes() {
        return List.of(
                Route.get("/v1/topologies", request -> Reply.json(controller.list())),
                Route.change(
                                "POST",
                                "/v1/topologies",
                                MOST_REQUEST_BYTES,
                                request -> Reply.json(controller.submit(
                                        Json.read(request.bytes(), SubmitRequest.class), requestId(request))))
                        .taking(RestPaths.REQUEST_ID),
                Route.get("/v1/topologies/{name}", request -> Reply.json(controller.describe(name(request)))),
                Route.get("/v1/topologies/{name}/metrics", request -> Reply.json(controller.metrics(name(request)))),
                Route.get("/v1/topologies/{name}/ways", request -> Reply.json(controller.ways(name(request)))),
                Route.get("/v1/topologies/{name}/geo", request -> Reply.json(controller.channels(name(request)))),
                Route.get(
                        "/v1/topologies/{name}/geo/alternatives",
                        request -> Reply.json(controller.channelAlternatives(name(request)))),
                Route.change("POST", "/v1/topologies/{name}/geo/order", MOST_REQUEST_BYTES, request -> {
                    controller.order(name(request), Json.read(request.bytes(), OrderRequest.class));
                    return Reply.done();
                }),
                Route.get("/v1/topologies/{name}/engines", request -> Reply.json(controller.engines(name(request)))),
                Route.change("POST", "/v1/topologies/{name}/engines", MOST_REQUEST_BYTES, request -> {
                    controller.engineBounds(name(request), Json.read(request.bytes(), EngineBoundsRequest.class));
                    return Reply.done();
                }),
                Route.get("/v1/topologies/{name}/traffic", request -> Reply.json(controller.traffic(name(request)))),
                Route.get("/v1/topologies/{name}/logs", this::logs).taking("lines", "worker", RestPaths.AFTER),
                Route.get("/v1/topologies/{name}/snapshots", this::snapshots).taking("limit"),
                Route.change("POST", "/v1/topologies/{name}/activate", 0, request -> {
                    controller.setActive(name(request), true);
                    return Reply.done();
                }),
                Route.change("POST", "/v1/topologies/{name}/deactivate", 0, request -> {
                    controller.setActive(name(request), false);
                    return Reply.done();
                }),
                Route.change("POST", "/v1/topologies/{name}/kill", 0, request -> {
                            controller.kill(name(request), request.query().get("id"));
                            return Reply.done();
                        })
                        .taking("id"),
                Route.later("POST", "/v1/topologies/{name}/ask/{function}", MOST_REQUEST_BYTES, this::ask)
                        .taking("timeout")
                        .needing(Right.ASK),
                Route.change(
                                "POST",
                                "/v1/topologies/{name}/rebalance",
                                MOST_REQUEST_BYTES,
                                request -> Reply.json(controller.rebalance(
                                        name(request),
                                        Json.read(request.bytes(), RebalanceRequest.class),
                                        requestId(request))))
                        .taking(RestPaths.REQUEST_ID),
                Route.change(
                                "POST",
                                "/v1/topologies/{name}/savepoint",
                                MOST_REQUEST_BYTES,
                                request -> Reply.json(controller
                                        .savepoint(
                                                name(request),
                                                Json.read(request.bytes(), SavepointRequest.class),
                                                requestId(request))
                                        .shown()))
                        .taking(RestPaths.REQUEST_ID),
                Route.get(
                        "/v1/topologies/{name}/savepoint",
                        request ->
                                Reply.json(controller.savepoint(name(request)).shown())),
                Route.get("/v1/topologies/{name}/rebalance/plan", this::dryRun).taking("algorithm", "workers"),
                Route.get(
                        "/v1/topologies/{name}/rebalance", request -> Reply.json(controller.rebalance(name(request)))),
                Route.change("POST", "/v1/topologies/{name}/rebalance/auto", MOST_REQUEST_BYTES, request -> {
                    controller.setAutomatic(
                            name(request),
                            Json.read(request.bytes(), AutoRebalanceRequest.class)
                                    .on());
                    return Reply.done();
                }),
                Route.get(
                        "/v1/topologies/{name}/rebalance/decisions",
                        request -> Reply.json(controller.decisions(name(request)))),
                Route.get(PrometheusExposition.PATH, request -> exposition.scrape()),
                Route.get("/v1/controllers", request -> Reply.json(controller.controllers())),
                Route.get("/v1/nodes", request -> Reply.json(controller.nodes())),
                Route.change(
                        "POST",
                        "/v1/nodes/{node}/drain",
                        0,
                        request -> Reply.json(controller.drain(request.part("node")))),
                Route.change(
                        "POST",
                        "/v1/nodes/{node}/undrain",
                        0,
                        request -> Reply.json(controller.undrain(request.part("node")))),
                Route.change("POST", RestPaths.BLOBS + "{digest}/offer", 0, this::offer)
                        .taking("kib"),
                Route.change("PUT", RestPaths.BLOBS + "{digest}", mostBlobBytes, request -> {
                    blobs.put(request.part("digest"), request.body());
                    return Reply.done();
                }));
    }

    /** Answers whether the file is here already. Refuses files that would be refused after the upload. */
    private Reply offer(Request request) {
        long bytes = request.number("kib", 0, 0, Integer.MAX_VALUE) * 1024L;
        if (bytes > mostBlobBytes) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "the jar is larger than " + mostBlobBytes + " bytes: make it smaller, or raise "
                            + ClusterKeys.CONTROLLER_JAR_MAX_BYTES.name() + " of the controller");
        }
        return Reply.json(new OfferResponse(blobs.touch(request.part("digest"))));
    }

    /** Holds no thread until the answer comes. */
    private CompletionStage<Reply> ask(Request request) throws IOException {
        int timeoutMillis = request.number("timeout", ASK_MILLIS_UNLESS_TOLD, 1, MOST_ASK_MILLIS);
        CompletableFuture<Tuple> asked = controller
                .ask(name(request), request.part("function"), request.bytes(), Duration.ofMillis(timeoutMillis))
                .toCompletableFuture();
        CompletableFuture<Reply> reply = asked.handle(
                (answer, failure) -> failure == null ? Reply.json(AskedValues.answer(answer)) : failed(failure));
        reply.whenComplete((some, failure) -> {
            if (reply.isCancelled()) {
                asked.cancel(false);
            }
        });
        return reply;
    }

    private Reply failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (!(cause instanceof RequestException request)) {
            throw new CompletionException(cause);
        }
        int status = switch (request.reason()) {
            case NO_ROOM -> 429;
            case TIMED_OUT -> 504;
            case ERROR_ANSWER, INVALID -> 422;
            case FAILED, NO_ANSWER, WORKER_DIED -> 502;
            case NOT_CONNECTED, CLOSED -> 503;
        };
        // The client asks the next leader
        boolean again = request.reason() == RequestException.Reason.CLOSED && !controller.leads();
        return Reply.error(status, again ? Reason.NO_CLUSTER : Reason.FAILED, cause.getMessage());
    }

    private Reply logs(Request request) {
        int lines = request.number("lines", LINES_UNLESS_TOLD, 1, MOST_LINES);
        Map<String, String> after = LogPositions.read(request.query().get(RestPaths.AFTER));
        return Reply.json(controller.logs(name(request), request.query().get("worker"), lines, after));
    }

    private Reply dryRun(Request request) {
        return Reply.json(controller.dryRun(
                name(request), request.query().get("algorithm"), request.number("workers", 0, 0, MOST_WORKERS)));
    }

    private Reply snapshots(Request request) {
        int most = request.number("limit", SNAPSHOTS_UNLESS_TOLD, 0, MOST_SNAPSHOTS);
        return Reply.json(controller.snapshots(name(request), most));
    }

    /** The id that a client gives a request which it repeats when the answer is lost; empty if it gives none. */
    private static String requestId(Request request) {
        return AnsweredRequest.checkedId(request.query().get(RestPaths.REQUEST_ID));
    }

    private static String name(Request request) {
        return request.part("name");
    }
}

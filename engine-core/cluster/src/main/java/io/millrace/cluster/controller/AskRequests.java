// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RequestException;
import io.millrace.api.Topology;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Right;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Asks functions of topologies for clients. HTTP threads call. */
final class AskRequests {

    private static final int MILLIS_UNLESS_TOLD = 30_000;
    private static final int MOST_MILLIS = 3_600_000;

    private final Leader leader;
    private final Topologies topologies;
    private final AskedTopologies asked;

    AskRequests(Leader leader, Topologies topologies, AskedTopologies asked) {
        this.leader = leader;
        this.topologies = topologies;
        this.asked = asked;
    }

    List<Route> routes() {
        return List.of(Route.later("POST", "/v1/topologies/{name}/ask/{function}", Route.MOST_BODY_BYTES, this::ask)
                .taking("timeout")
                .needing(Right.ASK));
    }

    /** Asks a function. The request holds no thread until the answer comes. */
    private CompletionStage<Reply> ask(Request request) throws IOException {
        int timeoutMillis = request.number("timeout", MILLIS_UNLESS_TOLD, 1, MOST_MILLIS);
        CompletableFuture<Tuple> answered = ask(
                        request.part("name"),
                        request.part("function"),
                        request.bytes(),
                        Duration.ofMillis(timeoutMillis))
                .toCompletableFuture();
        CompletableFuture<Reply> reply = answered.handle(
                (answer, failure) -> failure == null ? Reply.json(AskedValues.answer(answer)) : failed(failure));
        reply.whenComplete((some, failure) -> {
            if (reply.isCancelled()) {
                answered.cancel(false);
            }
        });
        return reply;
    }

    /** @param values the JSON of the request */
    private CompletionStage<Tuple> ask(String name, String function, byte[] values, Duration timeout) {
        leader.require();
        TopologyRecord record = leader.topology(name).record();
        Leader.refuseIfEnded(record);
        Topology graph = topologies.require(record.topologyDigest());
        return asked.ask(record, graph, handles -> {
            TopologyFunction asks;
            try {
                asks = handles.function(function);
            } catch (TopologyException e) {
                throw new ClusterException(Reason.NOT_FOUND, e.getMessage(), e);
            }
            return asks.timeout(timeout).ask(AskedValues.read(values, function, asks.fields()));
        });
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
        boolean again = request.reason() == RequestException.Reason.CLOSED && !leader.leads();
        return Reply.error(status, again ? Reason.NO_CLUSTER : Reason.FAILED, cause.getMessage());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.json.JsonException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the handler of a request by its header alone, and checks whether its client may use it. Any thread. */
final class Routes {

    private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

    private final List<Route> routes;
    private final RestAccess access;

    Routes(List<Route> routes, RestAccess access) {
        this.routes = routes;
        this.access = access;
    }

    RestAccess access() {
        return access;
    }

    /** A request whose handler is known. */
    record Call(Route route, Map<String, String> path, Map<String, String> query) {

        /**
         * Runs the handler, and calls back with its reply, possibly from another thread and later.
         *
         * @return the stage to cancel if the client does not wait for the reply any more
         */
        CompletionStage<Reply> answer(InputStream body, Consumer<Reply> then) {
            CompletionStage<Reply> reply;
            try {
                reply = route.handler().handle(new Request(path, query, body));
            } catch (IOException | RuntimeException | Error e) {
                reply = CompletableFuture.failedStage(e);
            }
            reply.whenComplete((answer, failure) -> then.accept(failure == null ? answer : error(failure)));
            return reply;
        }

        private Reply error(Throwable failure) {
            if (failure instanceof CompletionException && failure.getCause() != null) {
                return error(failure.getCause());
            }
            if (failure instanceof ClusterException e) {
                return Reply.error(Problem.status(e.reason()), e.reason(), e.getMessage());
            }
            if (failure instanceof JsonException) {
                return Reply.error(400, Reason.REFUSED, failure.getMessage());
            }
            if (failure instanceof IllegalArgumentException) {
                return Reply.error(400, Reason.REFUSED, "not understood: " + failure.getMessage());
            }
            if (failure instanceof IOException || failure instanceof UncheckedIOException) {
                LOG.debug("{} {}: {}", route.method(), route.pattern(), failure.toString());
            } else {
                // Without an answer the connection would stay open for ever
                LOG.warn("{} {}", route.method(), route.pattern(), failure);
            }
            String what = failure instanceof Error ? failure.toString() : String.valueOf(failure.getMessage());
            return Reply.error(500, Reason.FAILED, what);
        }
    }

    /**
     * Finds the handler. Public routes are answered under any name of the server, and without encryption: probes of a
     * load balancer use names of their own, and may know no certificate.
     *
     * @param encrypted whether the client encrypts
     * @throws Refusal if there is no handler, or the client may not use it
     */
    Call find(HttpRequest request, boolean encrypted) {
        Destination target = Destination.of(request);
        String path = target.path();
        String wanted = request.method().equals(HttpMethod.HEAD)
                ? "GET"
                : request.method().name();
        TreeSet<String> allowed = new TreeSet<>();
        try {
            for (Route route : routes) {
                Optional<Map<String, String>> parts = route.match(path);
                if (parts.isPresent() && route.method().equals(wanted)) {
                    if (route.right() != Right.NONE) {
                        access.checkEncryption(encrypted);
                        access.checkSource(request, target);
                    }
                    access.check(route.right(), request.headers().get(HttpHeaderNames.AUTHORIZATION));
                    Map<String, String> query = query(target.query());
                    query.keySet().retainAll(route.parameters());
                    return new Call(route, parts.get(), query);
                }
                parts.ifPresent(known -> allowed.add(route.method()));
            }
        } catch (IllegalArgumentException e) {
            throw Refusal.of(400, "not understood: " + e.getMessage());
        }
        access.checkEncryption(encrypted);
        access.checkSource(request, target);
        throw allowed.isEmpty()
                ? Refusal.unknown(path)
                : Refusal.wrongMethod(path, wanted, String.join(", ", allowed).replace("GET", "GET, HEAD"));
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> parameters = new HashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    parameters.put(Route.decode(pair.substring(0, equals)), Route.decode(pair.substring(equals + 1)));
                }
            }
        }
        return parameters;
    }
}

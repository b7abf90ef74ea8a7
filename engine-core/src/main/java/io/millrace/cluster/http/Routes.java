package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
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

/** Finds the handler of a request by its header alone, and checks the token. Any thread. */
final class Routes {

    private static final Logger LOG = LoggerFactory.getLogger(Routes.class);
    private static final String BEARER = "Bearer ";

    private final List<Route> routes;
    private final byte[] token;

    /** @param token that changes need; null if there are no changes */
    Routes(List<Route> routes, String token) {
        this.routes = routes;
        this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
    }

    /** A request whose handler is known. */
    record Call(Route route, Map<String, String> path, Map<String, String> query) {

        /**
         * Runs the handler, and calls back with its reply, possibly from another thread and later.
         *
         * @return what is cancelled if nobody waits for the reply any more
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
                return error(Problem.status(e.reason()), e.reason(), e.getMessage());
            }
            if (failure instanceof JsonException) {
                return error(400, Reason.REFUSED, failure.getMessage());
            }
            if (failure instanceof IllegalArgumentException) {
                return error(400, Reason.REFUSED, "not understood: " + failure.getMessage());
            }
            if (failure instanceof IOException || failure instanceof UncheckedIOException) {
                LOG.debug("{} {}: {}", route.method(), route.pattern(), failure.toString());
            } else {
                // Without an answer the connection would stay open for ever
                LOG.warn("{} {}", route.method(), route.pattern(), failure);
            }
            String what = failure instanceof Error ? failure.toString() : String.valueOf(failure.getMessage());
            return error(500, Reason.FAILED, what);
        }

        private static Reply error(int status, Reason reason, String message) {
            return Reply.error(status, reason, message);
        }
    }

    /**
     * Finds the handler.
     *
     * @param authorization the value of that header, or null
     * @throws Refusal if there is none, or the token is not right
     */
    Call find(String method, String uri, String authorization) {
        URI target;
        try {
            target = new URI(uri);
        } catch (URISyntaxException e) {
            throw Refusal.of(400, "not understood: " + e.getMessage());
        }
        String path = target.getRawPath() == null ? uri : target.getRawPath();
        String wanted = method.equals("HEAD") ? "GET" : method;
        TreeSet<String> allowed = new TreeSet<>();
        try {
            for (Route route : routes) {
                Optional<Map<String, String>> parts = route.match(path);
                if (parts.isPresent() && route.method().equals(wanted)) {
                    authorize(route, authorization);
                    Map<String, String> query = query(target.getRawQuery());
                    query.keySet().retainAll(route.parameters());
                    return new Call(route, parts.get(), query);
                }
                parts.ifPresent(known -> allowed.add(route.method()));
            }
        } catch (IllegalArgumentException e) {
            throw Refusal.of(400, "not understood: " + e.getMessage());
        }
        throw allowed.isEmpty()
                ? Refusal.unknown(path)
                : Refusal.wrongMethod(path, wanted, String.join(", ", allowed).replace("GET", "GET, HEAD"));
    }

    private void authorize(Route route, String authorization) {
        if (!route.change()) {
            return;
        }
        byte[] given = authorization != null && authorization.startsWith(BEARER)
                ? authorization.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8)
                : new byte[0];
        if (token == null || !MessageDigest.isEqual(token, given)) {
            throw Refusal.wrongToken();
        }
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

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A method and a path that a server answers.
 *
 * @param pattern the pattern, such as {@code /v1/topologies/{name}/kill}; a named part matches one segment
 * @param right the proof that its client needs
 * @param mostBytes the maximum length of the body
 * @param parameters the parameters of the query; the handler does not see others
 */
public record Route(
        String method, String pattern, Right right, long mostBytes, Set<String> parameters, LaterHandler handler) {

    /** The most bytes of a record in a body. */
    public static final int MOST_BODY_BYTES = 1 << 20;

    /** Answers a request. The client receives a ClusterException as such. */
    @FunctionalInterface
    public interface Handler {
        Reply handle(Request request) throws IOException;
    }

    /**
     * Answers a request when its stage ends, and holds no thread until then. The stage is cancelled if the client
     * closes its connection before.
     */
    @FunctionalInterface
    public interface LaterHandler {
        CompletionStage<Reply> handle(Request request) throws IOException;
    }

    /** Answers a request with the record of its body. */
    @FunctionalInterface
    public interface BodyHandler<T> {
        Reply handle(Request request, T body) throws IOException;
    }

    public static Route get(String pattern, Handler handler) {
        return new Route("GET", pattern, Right.READ, 0, Set.of(), now(handler));
    }

    public static Route change(String method, String pattern, long mostBytes, Handler handler) {
        return new Route(method, pattern, Right.CHANGE, mostBytes, Set.of(), now(handler));
    }

    /** Returns a route of a change without a body. */
    public static Route post(String pattern, Handler handler) {
        return change("POST", pattern, 0, handler);
    }

    /** Returns a route of a change with a record in the body. */
    public static <T> Route post(String pattern, Class<T> body, BodyHandler<T> handler) {
        return change(
                "POST", pattern, MOST_BODY_BYTES, request -> handler.handle(request, Json.read(request.bytes(), body)));
    }

    /** Returns a route of a change that is answered later. */
    public static Route later(String method, String pattern, long mostBytes, LaterHandler handler) {
        return new Route(method, pattern, Right.CHANGE, mostBytes, Set.of(), handler);
    }

    /** Returns this route for clients with another proof. */
    public Route needing(Right other) {
        return new Route(method, pattern, other, mostBytes, parameters, handler);
    }

    /** Returns this route with parameters of the query. */
    public Route taking(String... names) {
        return new Route(method, pattern, right, mostBytes, Set.of(names), handler);
    }

    private static LaterHandler now(Handler handler) {
        return request -> CompletableFuture.completedStage(handler.handle(request));
    }

    /** Returns the named parts if the path matches. */
    Optional<Map<String, String>> match(String rawPath) {
        String[] wanted = pattern.split("/");
        String[] given = rawPath.split("/");
        if (wanted.length != given.length) {
            return Optional.empty();
        }
        Map<String, String> parts = new HashMap<>();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                parts.put(wanted[i].substring(1, wanted[i].length() - 1), decode(given[i]));
            } else if (!wanted[i].equals(given[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(parts);
    }

    static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}

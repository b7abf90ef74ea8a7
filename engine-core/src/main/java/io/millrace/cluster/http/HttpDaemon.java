package io.millrace.cluster.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.client.ClusterException.Reason;
import io.millrace.runtime.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves routes over HTTP until it is closed. */
public final class HttpDaemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpDaemon.class);
    private static final int MOST_THREADS = 64;
    private static final long MOST_DRAINED_BYTES = 4 << 20;
    private static final int BACKLOG = 128;
    private static final String BEARER = "Bearer ";

    private final HttpServer server;
    private final ExecutorService threads;
    private final List<Route> routes;
    private final byte[] token;

    private HttpDaemon(HttpServer server, ExecutorService threads, List<Route> routes, byte[] token) {
        this.server = server;
        this.threads = threads;
        this.routes = routes;
        this.token = token;
    }

    /**
     * Begins to serve.
     *
     * @param hostKey the setting that the host comes from; named when it cannot be listened on
     * @param portKey the setting that the port comes from
     * @param token what changes must bring; null if there are none
     */
    public static HttpDaemon start(
            String host, int port, ConfigKey<?> hostKey, ConfigKey<?> portKey, List<Route> routes, String token) {
        HttpServer server;
        try {
            InetAddress address = InetAddress.getByName(host);
            server = HttpServer.create(new InetSocketAddress(address, port), BACKLOG);
        } catch (IOException e) {
            throw Listening.failed(host, port, hostKey, portKey, e);
        }
        // No queue: a request that finds all threads busy is refused at once instead of waiting unseen.
        ExecutorService threads =
                new ThreadPoolExecutor(1, MOST_THREADS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(
                            task, "millrace-http-" + server.getAddress().getPort());
                    thread.setDaemon(true);
                    return thread;
                });
        byte[] secret = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
        HttpDaemon daemon = new HttpDaemon(server, threads, routes, secret);
        server.createContext("/", daemon::handle);
        server.setExecutor(threads);
        server.start();
        return daemon;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            Reply reply;
            try {
                reply = answer(exchange);
            } catch (ClusterException e) {
                reply = Reply.error(Problem.status(e.reason()), new Problem(e.reason(), e.getMessage()));
            } catch (JsonException e) {
                reply = Reply.error(400, new Problem(Reason.REFUSED, e.getMessage()));
            } catch (IllegalArgumentException e) {
                reply = Reply.error(400, new Problem(Reason.REFUSED, "not understood: " + e.getMessage()));
            } catch (RuntimeException e) {
                LOG.warn("{} {}", exchange.getRequestMethod(), exchange.getRequestURI(), e);
                reply = Reply.error(500, new Problem(Reason.FAILED, String.valueOf(e.getMessage())));
            }
            if (reply.status() != 200) {
                // A client that is still sending would see a broken connection instead of the answer.
                drain(exchange.getRequestBody());
            }
            send(exchange, reply);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("connection of {} broke: {}", exchange.getRemoteAddress(), e.getMessage());
        }
    }

    private static void drain(InputStream body) throws IOException {
        byte[] buffer = new byte[1 << 14];
        long left = MOST_DRAINED_BYTES;
        for (int read = body.read(buffer); read >= 0 && left > 0; read = body.read(buffer)) {
            left -= read;
        }
    }

    private Reply answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        String method = exchange.getRequestMethod().equals("HEAD") ? "GET" : exchange.getRequestMethod();
        boolean known = false;
        for (Route route : routes) {
            Optional<Map<String, String>> parts = route.match(path);
            if (parts.isPresent()) {
                known = true;
                if (route.method().equals(method)) {
                    authorize(route, exchange);
                    return route.handler()
                            .handle(new Request(
                                    parts.get(),
                                    query(exchange.getRequestURI().getRawQuery()),
                                    new BoundedInput(exchange.getRequestBody(), route.mostBytes())));
                }
            }
        }
        throw new ClusterException(
                known ? Reason.REFUSED : Reason.NOT_FOUND,
                known ? path + " does not take " + method : "there is no " + path + " here");
    }

    private void authorize(Route route, HttpExchange exchange) {
        if (!route.change()) {
            return;
        }
        String header = exchange.getRequestHeaders().getFirst("Authorization");
        byte[] given = header != null && header.startsWith(BEARER)
                ? header.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8)
                : new byte[0];
        if (token == null || !MessageDigest.isEqual(token, given)) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "the controller refuses the token: set controller.token to the controller's, or run on its machine"
                            + " as its user with the same controller.data.dir");
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

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", reply.contentType());
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        long length = reply.file() == null ? reply.body().length : Files.size(reply.file());
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", Long.toString(length));
        }
        exchange.sendResponseHeaders(reply.status(), head || length == 0 ? -1 : length);
        if (head || length == 0) {
            return;
        }
        try (OutputStream out = exchange.getResponseBody()) {
            if (reply.file() == null) {
                out.write(reply.body());
            } else {
                Files.copy(reply.file(), out);
            }
        }
    }
}

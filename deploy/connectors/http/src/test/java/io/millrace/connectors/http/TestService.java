// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service that notes what it gets, and answers as the test says. */
final class TestService implements AutoCloseable {

    /** Returns the status of the answer; below 0 there is none, and the connection is closed. */
    @FunctionalInterface
    interface Script {
        int status(String request) throws InterruptedException;
    }

    /** Each as method, path, key or "-", body. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile Script script = request -> 200;

    /** The authorization of the last request. */
    volatile String authorization;

    TestService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    void answer(Script next) {
        script = next;
    }

    private void handle(HttpExchange exchange) throws IOException {
        authorization = exchange.getRequestHeaders().getFirst("Authorization");
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + (key == null ? "-" : key)
                + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(request);
        try {
            int status = script.status(request);
            if (status >= 0) {
                exchange.sendResponseHeaders(status, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

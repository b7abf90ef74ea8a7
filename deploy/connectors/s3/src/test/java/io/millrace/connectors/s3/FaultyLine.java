// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A line between a store and its server: it passes requests on as they are, except where a test ordered a fault. */
final class FaultyLine implements AutoCloseable {

    enum Fault {
        NONE,
        /** Answers with status 503 instead of the server. */
        UNAVAILABLE,
        /** Closes the connection instead of passing the request on. */
        GONE,
        /** Passes the request on, and closes the connection instead of answering. */
        ANSWER_LOST,
        /** Answers with half of the body, and closes the connection. */
        ANSWER_CUT,
        /** Changes a byte of the request's body. */
        REQUEST_DAMAGED,
        /** Answers when the line is closed. */
        SILENT
    }

    private final HttpServer front;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int serverPort;
    private final Queue<Fault> next = new ArrayDeque<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();
    private Fault always = Fault.NONE;

    FaultyLine(int serverPort) throws IOException {
        this.serverPort = serverPort;
        front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        front.createContext("/", this::handle);
        front.setExecutor(threads);
        front.start();
    }

    int port() {
        return front.getAddress().getPort();
    }

    /** How many requests have come since the last call. */
    int requests() {
        return requests.getAndSet(0);
    }

    /** Sets the faults of the next requests, in this order. */
    synchronized void next(Fault... faults) {
        next.addAll(List.of(faults));
    }

    /** Sets the fault of all requests without an own one. */
    synchronized void always(Fault fault) {
        always = fault;
    }

    private synchronized Fault fault() {
        return next.isEmpty() ? always : next.remove();
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        byte[] body = exchange.getRequestBody().readAllBytes();
        try (exchange) {
            switch (fault()) {
                case NONE -> answer(exchange, pass(exchange, body), 1);
                case UNAVAILABLE -> exchange.sendResponseHeaders(503, -1);
                case GONE -> throw new IOException("closes the connection");
                case ANSWER_LOST -> {
                    pass(exchange, body);
                    throw new IOException("closes the connection");
                }
                case ANSWER_CUT -> answer(exchange, pass(exchange, body), 2);
                case REQUEST_DAMAGED -> {
                    body[body.length / 2]++;
                    answer(exchange, pass(exchange, body), 1);
                }
                case SILENT -> await();
                default -> throw new AssertionError();
            }
        }
    }

    private void await() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends the request with its own head, which is signed, and returns the whole answer. */
    private byte[] pass(HttpExchange exchange, byte[] body) throws IOException {
        StringBuilder head =
                new StringBuilder(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " HTTP/1.1\r\n");
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!List.of("connection", "expect", "content-length", "transfer-encoding")
                    .contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n"));
            }
        });
        head.append("Content-Length: ").append(body.length).append("\r\nConnection: close\r\n\r\n");
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
            OutputStream out = server.getOutputStream();
            out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            out.write(body);
            out.flush();
            return server.getInputStream().readAllBytes();
        }
    }

    /** Takes the server's answer apart, which may be chunked, and sends a part of its body. */
    private static void answer(HttpExchange exchange, byte[] answer, int part) throws IOException {
        int end = indexOf(answer, "\r\n\r\n", 0);
        String[] lines = new String(answer, 0, end, StandardCharsets.ISO_8859_1).split("\r\n");
        byte[] body = Arrays.copyOfRange(answer, end + 4, answer.length);
        long length = body.length;
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            int colon = line.indexOf(':');
            String name = line.substring(0, colon);
            String value = line.substring(colon + 1).strip();
            if (name.equalsIgnoreCase("Transfer-Encoding")) {
                body = unchunked(body);
                length = body.length;
            } else if (name.equalsIgnoreCase("Content-Length")) {
                length = Long.parseLong(value);
            } else if (!name.equalsIgnoreCase("Connection")) {
                exchange.getResponseHeaders().add(name, value);
            }
        }
        int status = Integer.parseInt(lines[0].split(" ")[1]);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Long.toString(length));
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body, 0, body.length / part);
        exchange.getResponseBody().flush();
    }

    private static byte[] unchunked(byte[] chunks) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int lineEnd = indexOf(chunks, "\r\n", at);
            int size = Integer.parseInt(new String(chunks, at, lineEnd - at, StandardCharsets.ISO_8859_1), 16);
            if (size == 0) {
                return body.toByteArray();
            }
            body.write(chunks, lineEnd + 2, size);
            at = lineEnd + 2 + size + 2;
        }
    }

    private static int indexOf(byte[] bytes, String text, int from) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text, from);
    }

    @Override
    public void close() {
        closed.countDown();
        front.stop(0);
        threads.shutdownNow();
    }
}

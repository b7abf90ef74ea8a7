// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.api.EngineHealth;
import io.millrace.api.Feed;
import io.millrace.api.Millrace;
import io.millrace.api.RequestException;
import io.millrace.api.Results;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Serves {@link Scoring} by HTTP on the loopback interface. No thread waits for the topology: an exchange is answered
 * when its stage is completed.
 */
public final class ScoringService implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int MOST_EXCHANGES = 10_000;
    private static final int HANDLERS = 8;
    private static final int MOST_ALERTS = 1_000;

    private final Semaphore exchanges = new Semaphore(MOST_EXCHANGES);
    /** Handles exchanges and writes answers, because the engine's threads must not be blocked by a socket. */
    private final ExecutorService handlers = Executors.newFixedThreadPool(HANDLERS);
    /** The health of an engine with processes may take some seconds. */
    private final ExecutorService probes = Executors.newSingleThreadExecutor();

    private final Millrace engine;
    private final RunningTopology run;
    private final TopologyFunction scores;
    private final Feed payments;
    private final Results alerts;
    private final HttpServer server;
    private volatile boolean closing;

    /** @param port 0 for any free one, see {@link #uri} */
    ScoringService(Millrace.Builder builder, int port) throws IOException, InterruptedException {
        engine = builder.start();
        try {
            run = engine.submit("scoring", Scoring.topology(), Config.empty());
            scores = run.function(Scoring.REQUESTS).timeout(TIMEOUT);
            payments = run.feed(Scoring.PAYMENTS);
            alerts = run.results(Scoring.ALERTS)
                    .named("http")
                    .capacity(MOST_ALERTS)
                    .dropOldest();
            alerts.poll(Duration.ZERO); // Subscribes: alerts before the first GET are held
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException | InterruptedException | RuntimeException e) {
            engine.close();
            throw e;
        }
        server.setExecutor(handlers);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Arguments: {@code [--processes] [PORT]}; see the README. */
    public static void main(String[] args) throws InterruptedException {
        List<String> rest = new ArrayList<>(List.of(args));
        boolean processes = rest.remove("--processes");
        if (rest.size() > 1 || !rest.stream().allMatch(it -> it.matches("\\d{1,5}"))) {
            System.err.println("usage: ScoringService [--processes] [PORT], not: " + String.join(" ", args));
            System.exit(2);
        }
        int port = rest.isEmpty() ? 8080 : Integer.parseInt(rest.get(0));
        // Without it an answer waits up to 40 ms for the client's acknowledgement of its header
        System.setProperty("sun.net.httpserver.nodelay", "true");
        Millrace.Builder builder = processes
                ? Millrace.local().processes().config(Config.empty().with(TopologyKeys.WORKERS, 2))
                : Millrace.local().inProcess();
        try {
            ScoringService service = new ScoringService(builder, port);
            Runtime.getRuntime().addShutdownHook(new Thread(service::close, "shutdown"));
            System.out.println("listening on " + service.uri());
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("cannot listen on port " + port + ": " + e.getMessage());
            System.exit(1);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    RunningTopology run() {
        return run;
    }

    private void handle(HttpExchange exchange) {
        if (closing || !exchanges.tryAcquire()) {
            send(exchange, new Reply(503, "busy or closing: try again"));
            return;
        }
        CompletionStage<Reply> reply;
        try {
            reply = reply(exchange);
        } catch (IllegalArgumentException e) {
            reply = CompletableFuture.completedFuture(new Reply(400, e.getMessage()));
        } catch (RuntimeException e) {
            reply = CompletableFuture.failedFuture(e);
        }
        reply.whenCompleteAsync(
                (success, failure) -> {
                    try {
                        send(exchange, failure == null ? success : failed(failure));
                    } finally {
                        exchanges.release();
                    }
                },
                handlers);
    }

    private CompletionStage<Reply> reply(HttpExchange exchange) {
        URI uri = exchange.getRequestURI();
        switch (exchange.getRequestMethod() + " " + uri.getPath()) {
            case "GET /score" -> {
                Payment payment = Payment.of(uri.getRawQuery());
                return scores.ask(payment.user(), payment.amount())
                        .thenApply(answer -> new Reply(200, payment.user() + " " + answer.getDouble("score")));
            }
            case "POST /events" -> {
                Payment payment = Payment.of(uri.getRawQuery());
                return payments.send(payment.user(), payment.amount())
                        .thenApply(processed -> new Reply(200, payment.user() + " processed"));
            }
            case "GET /alerts" -> {
                return CompletableFuture.completedFuture(new Reply(200, nextAlerts()));
            }
            case "GET /health" -> {
                return CompletableFuture.supplyAsync(() -> health(engine.health()), probes);
            }
            default -> {
                return CompletableFuture.completedFuture(
                        new Reply(404, "there are GET /score, POST /events, GET /alerts and GET /health"));
            }
        }
    }

    /** Takes the alerts that wait, one per line. */
    private String nextAlerts() {
        StringBuilder lines = new StringBuilder();
        try {
            for (int i = 0; i < MOST_ALERTS; i++) {
                Tuple alert = alerts.poll(Duration.ZERO);
                if (alert == null) {
                    break;
                }
                lines.append(i == 0 ? "" : "\n").append(alert.values());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return lines.toString();
    }

    private static Reply health(EngineHealth health) {
        int status = health.status() == EngineHealth.Status.DOWN ? 503 : 200;
        return new Reply(status, health.status() + " " + String.join("; ", health.reasons()));
    }

    static Reply failed(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(cause instanceof RequestException request)) {
            return new Reply(500, cause.toString());
        }
        int status = switch (request.reason()) {
            case NO_ROOM, NOT_CONNECTED, WORKER_DIED, CLOSED -> 503;
            case TIMED_OUT -> 504;
            case FAILED, ERROR_ANSWER, NO_ANSWER, INVALID -> 500;
        };
        return new Reply(status, request.reason() + ": " + request.getMessage());
    }

    private static void send(HttpExchange exchange, Reply reply) {
        byte[] body = (reply.line() + "\n").getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            // The client has gone: nobody waits for this answer
        }
    }

    /**
     * Refuses new exchanges, answers those under way, and closes the engine, which fails those that are left. A second
     * call does nothing.
     */
    @Override
    public synchronized void close() {
        if (closing) {
            return;
        }
        closing = true;
        boolean answered = awaitAnswers(TIMEOUT);
        engine.close();
        if (!answered) {
            awaitAnswers(Duration.ofSeconds(1));
        }
        server.stop(0);
        handlers.shutdown();
        probes.shutdown();
    }

    private boolean awaitAnswers(Duration most) {
        try {
            return exchanges.tryAcquire(MOST_EXCHANGES, most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    record Reply(int status, String line) {}

    /** What {@code user=NAME&amount=NUMBER} says. */
    private record Payment(String user, double amount) {

        static Payment of(String query) {
            String user = null;
            String amount = null;
            for (String each : query == null ? new String[0] : query.split("&")) {
                if (each.startsWith("user=")) {
                    user = each.substring("user=".length());
                } else if (each.startsWith("amount=")) {
                    amount = each.substring("amount=".length());
                }
            }
            if (user == null || !user.matches("[\\w.-]{1,64}")) {
                throw new IllegalArgumentException("user=" + user + ": give 1 to 64 letters, digits, '_', '.' or '-'");
            }
            if (amount == null || !amount.matches("\\d{1,9}(\\.\\d{1,9})?")) {
                throw new IllegalArgumentException("amount=" + amount + ": give a number such as 12.50");
            }
            return new Payment(user, Double.parseDouble(amount));
        }
    }
}

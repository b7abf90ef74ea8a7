// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Backoff;
import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The calls of one sink's task. Results come from the client's threads by a queue; the task's thread does all else. An
 * input leaves when its request has succeeded or is refused for good, and until then is repeated.
 */
final class Calls {

    /** The status codes 4xx that may be different the next time: time-out, too early, too many. */
    private static final Set<Integer> REPEATED = Set.of(408, 425, 429);

    private static final int SUCCESS = 200;
    private static final int REDIRECTION = 300;
    private static final int SERVER_ERROR = 500;

    /** How long a repetition waits at most because the service asks for it. */
    private static final long MOST_RETRY_AFTER_SECONDS = 300;

    private final TaskContext context;
    private final BoltCollector out;
    private final HttpClient client;
    private final UrlTemplate url;
    private final int most;
    private final Backoff pauses;

    private final Counter refusals;
    private final Counter repetitions;

    private final LinkedBlockingQueue<Call.Result> results = new LinkedBlockingQueue<>();
    private final AtomicBoolean drainAsked = new AtomicBoolean();
    private final PriorityQueue<Call> waiting = new PriorityQueue<>(Comparator.comparingLong(call -> call.dueNanos));

    /** The calls that are under way or wait. */
    private final Set<Call> open = new LinkedHashSet<>();

    private boolean paused;

    /** Whether the service fails, which was reported. */
    private boolean failing;

    Calls(TaskContext context, BoltCollector out, HttpClient client, UrlTemplate url, int most, Backoff pauses) {
        this.context = context;
        this.out = out;
        this.client = client;
        this.url = url;
        this.most = most;
        this.pauses = pauses;
        refusals = context.counter("requests.refused");
        repetitions = context.counter("requests.repeated");
    }

    void begin(Tuple input, HttpRequest request) {
        Call call = new Call(input, request);
        open.add(call);
        send(call);
        if (open.size() >= most && !paused) {
            paused = true;
            out.pauseInput();
        }
    }

    private void send(Call call) {
        client.sendAsync(call.request, HttpResponse.BodyHandlers.discarding()).whenComplete((response, error) -> {
            results.add(
                    response == null
                            ? new Call.Result(call, 0, 0, error)
                            : new Call.Result(call, response.statusCode(), retryAfter(response), null));
            askForDrain();
        });
    }

    private static long retryAfter(HttpResponse<?> response) {
        String seconds = response.headers().firstValue("retry-after").orElse("");
        return seconds.matches("\\d{1,9}") ? Math.min(Long.parseLong(seconds), MOST_RETRY_AFTER_SECONDS) : 0;
    }

    /** Any thread. One command at a time, however many results come. */
    private void askForDrain() {
        if (drainAsked.compareAndSet(false, true)) {
            try {
                context.execute(this::drain);
            } catch (RejectedExecutionException e) {
                // Either the task ends, or the next result asks again
                drainAsked.set(false);
            }
        }
    }

    private void drain() {
        drainAsked.set(false);
        for (Call.Result each = results.poll(); each != null; each = results.poll()) {
            ended(each);
        }
    }

    private void ended(Call.Result result) {
        if (result.status() >= SUCCESS && result.status() < REDIRECTION) {
            failing = false;
            leave(result.call());
            out.ack(result.call().input);
        } else if (isRepeated(result)) {
            repeat(result);
        } else {
            refusals.increment();
            leave(result.call());
            TopologyException error =
                    new TopologyException("status " + result.status() + " of " + url + " for a tuple of "
                            + result.call().input.sourceComponent() + ": it is refused and fails; "
                            + (result.status() < SUCCESS + 2 * (REDIRECTION - SUCCESS)
                                    ? "give the URL to which it redirects"
                                    : "correct the message, the URL or the headers"));
            out.fail(result.call().input, error.getMessage());
            raise(error);
        }
    }

    private static boolean isRepeated(Call.Result result) {
        return result.status() == 0 || result.status() >= SERVER_ERROR || REPEATED.contains(result.status());
    }

    private void leave(Call call) {
        open.remove(call);
        if (paused && open.size() < most) {
            paused = false;
            out.resumeInput();
        }
    }

    private void repeat(Call.Result result) {
        Call call = result.call();
        repetitions.increment();
        if (!failing) {
            failing = true;
            out.reportError(new TopologyException(
                    reason(result) + " of " + url + " from node " + context.node()
                            + ": its requests are repeated until they succeed; look at the state of the service",
                    result.error()));
        }
        long pause = Math.max(pauses.after(++call.failures), TimeUnit.SECONDS.toNanos(result.retryAfterSeconds()));
        call.dueNanos = context.nanoTime() + pause;
        waiting.add(call);
        // It is not lost, so its spout must not repeat it too
        out.resetTimeout(call.input);
        context.executeAt(call.dueNanos, this::sendDue);
    }

    private static String reason(Call.Result result) {
        if (result.error() == null) {
            return "status " + result.status();
        }
        Throwable cause =
                result.error() instanceof CompletionException && result.error().getCause() != null
                        ? result.error().getCause()
                        : result.error();
        if (cause instanceof HttpTimeoutException) {
            return "no answer in time";
        }
        String message = cause.getMessage();
        return "no answer (" + cause.getClass().getSimpleName()
                + (message == null ? "" : ", " + Problems.oneLine(message)) + ")";
    }

    private void sendDue() {
        for (Call next = waiting.peek();
                next != null && next.dueNanos - context.nanoTime() <= 0;
                next = waiting.peek()) {
            waiting.remove();
            send(next);
        }
    }

    /** An exception of a command is an error of the component, with its error policy. */
    private void raise(TopologyException error) {
        try {
            context.execute(() -> {
                throw error;
            });
        } catch (RejectedExecutionException e) {
            out.reportError(error);
        }
    }

    /** Takes the results that have come, and fails the other inputs. */
    void close() {
        drain();
        open.forEach(call -> out.fail(call.input, "the task ends before " + url + " has answered"));
        open.clear();
        waiting.clear();
    }

    /**
     * Waits until all inputs have left. Blocks the task's thread, so it also does what commands do meanwhile.
     *
     * @throws TopologyException if this takes longer
     */
    void awaitAll(long mostNanos) {
        long end = context.nanoTime() + mostNanos;
        while (!open.isEmpty()) {
            long now = context.nanoTime();
            if (end - now <= 0) {
                throw new TopologyException(open.size() + " requests to " + url + " have not succeeded in "
                        + TimeUnit.NANOSECONDS.toMillis(mostNanos)
                        + " ms: they go on, and the next snapshot waits for them");
            }
            long until = waiting.isEmpty() ? end : Math.min(end, waiting.peek().dueNanos);
            try {
                Call.Result result = results.poll(Math.max(0, until - now), TimeUnit.NANOSECONDS);
                if (result != null) {
                    ended(result);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new TopologyException(
                        "the thread was interrupted while requests to " + url + " were under way", e);
            }
            sendDue();
        }
    }
}

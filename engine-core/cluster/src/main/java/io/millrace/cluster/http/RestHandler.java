// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.http.Admission;
import io.millrace.http.Answer;
import io.millrace.http.Bound;
import io.millrace.http.Fault;
import io.millrace.http.HttpHandler;
import io.millrace.http.HttpLimits;
import io.millrace.http.HttpReply;
import io.netty.handler.codec.http.HttpRequest;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests by routes, whose handlers run on threads of their own. The server's thread calls. */
final class RestHandler implements HttpHandler {

    private static final Logger LOG = LoggerFactory.getLogger(RestHandler.class);
    private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** The body size up to which a body is complete before a thread handles it, if its route takes no more. */
    private static final int BUFFERED_BODY_BYTES = 1 << 20;

    private final Routes routes;
    private final HttpLimits limits;
    private final Executor threads;
    private final Executor uploads;

    private boolean warned;
    private long warnedNanos;

    RestHandler(Routes routes, HttpLimits limits, Executor threads, Executor uploads) {
        this.routes = routes;
        this.limits = limits;
        this.threads = threads;
        this.uploads = uploads;
    }

    @Override
    public Admission begin(HttpRequest header, boolean encrypted) {
        Routes.Call call;
        try {
            call = routes.find(header, encrypted);
        } catch (Refusal e) {
            return new Admission.Answered(e.reply().opened());
        }
        long most = call.route().mostBytes();
        if (most > BUFFERED_BODY_BYTES) {
            return new Admission.Streamed(most, (body, answer) -> run(uploads, call, body, answer));
        }
        return new Admission.Whole(most, (body, answer) -> run(threads, call, new ByteArrayInputStream(body), answer));
    }

    private static void run(Executor pool, Routes.Call call, InputStream body, Answer answer) {
        try {
            pool.execute(() -> {
                CompletableFuture<Reply> later =
                        call.answer(body, reply -> answer.send(reply.opened())).toCompletableFuture();
                if (!later.isDone()) {
                    answer.whenGone(() -> later.cancel(false));
                }
            });
        } catch (RejectedExecutionException e) {
            answer.send(Refusal.busy().reply().opened());
        }
    }

    @Override
    public HttpReply refused(Fault fault, String detail) {
        return Refusal.of(fault.status(), detail).reply().opened();
    }

    @Override
    public void evicted(Bound bound, InetAddress client) {
        long now = System.nanoTime();
        if (!warned || now - warnedNanos > WARNING_NANOS) {
            warned = true;
            warnedNanos = now;
            LOG.warn(
                    "there are more than {}: those that wait longest for their client are closed",
                    switch (bound) {
                        case CONNECTIONS -> limits.connections() + " connections";
                        case CONNECTIONS_PER_ADDRESS -> limits.connectionsPerAddress() + " connections of " + client;
                        case HELD_BYTES -> limits.heldBytes() + " bytes of requests and replies";
                    });
        }
    }
}

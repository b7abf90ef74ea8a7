// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.http.Admission;
import io.millrace.http.Answer;
import io.millrace.http.Bound;
import io.millrace.http.Fault;
import io.millrace.http.HttpHandler;
import io.millrace.http.HttpLimits;
import io.millrace.http.HttpReply;
import io.millrace.http.ReplyBody;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Queues what is posted to a source, and answers all else. The listener's thread calls. */
final class PostHandler implements HttpHandler {

    private final Accepted accepted;
    private final HttpLimits limits;
    private final PostedQueue queue;
    private final Runnable wake;
    private final Consumer<String> refused;

    private long requests;

    /**
     * What is taken.
     *
     * @param path of requests
     * @param mostBody longest body in bytes
     */
    record Accepted(String path, int mostBody, PageRules pages) {}

    /**
     * @param wake is called after each request that was queued
     * @param refused is called with the answer to each request that was not queued
     */
    PostHandler(Accepted accepted, HttpLimits limits, PostedQueue queue, Runnable wake, Consumer<String> refused) {
        this.accepted = accepted;
        this.limits = limits;
        this.queue = queue;
        this.wake = wake;
        this.refused = refused;
    }

    @Override
    public Admission begin(HttpRequest header, boolean encrypted) {
        HttpHeaders headers = header.headers();
        PageRules pages = accepted.pages();
        if (!pages.allowsPage(headers)) {
            return new Admission.Answered(
                    refusal(HttpResponseStatus.FORBIDDEN, "pages of this origin may not post", ""));
        }
        String origin = headers.get(HttpHeaderNames.ORIGIN, "");
        if (!accepted.path().equals(path(header.uri()))) {
            return new Admission.Answered(
                    refusal(HttpResponseStatus.NOT_FOUND, "there is only " + accepted.path(), origin));
        }
        if (isPreflight(header)) {
            return new Admission.Answered(reply(HttpResponseStatus.NO_CONTENT, "", origin));
        }
        if (!header.method().equals(HttpMethod.POST)) {
            return new Admission.Answered(refusal(HttpResponseStatus.METHOD_NOT_ALLOWED, "use POST", origin));
        }
        if (!pages.allowsContent(headers)) {
            return new Admission.Answered(refusal(
                    HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE,
                    "the Content-Type is none of " + String.join(", ", new TreeSet<>(pages.contentTypes())),
                    origin));
        }
        ContentEncoding encoding =
                ContentEncoding.of(String.join(",", headers.getAll(HttpHeaderNames.CONTENT_ENCODING)));
        if (encoding == ContentEncoding.UNKNOWN) {
            return new Admission.Answered(refusal(
                    HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE,
                    "the Content-Encoding is none of " + ContentEncoding.ACCEPTED,
                    origin));
        }
        return new Admission.Whole(accepted.mostBody(), (body, answer) -> decode(encoding, body, answer, origin));
    }

    /** The path of {@code /path?query}, or of {@code http://host/path?query}. */
    private static String path(String uri) {
        String target =
                uri.regionMatches(true, 0, "http://", 0, 7) ? uri.substring(Math.max(uri.indexOf('/', 7), 7)) : uri;
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Whether a browser asks whether its page may post. */
    private static boolean isPreflight(HttpRequest header) {
        return header.method().equals(HttpMethod.OPTIONS)
                && header.headers().contains(HttpHeaderNames.ORIGIN)
                && header.headers().contains(HttpHeaderNames.ACCESS_CONTROL_REQUEST_METHOD);
    }

    private void decode(ContentEncoding encoding, byte[] body, Answer answer, String origin) {
        byte[] decoded;
        try {
            decoded = encoding.decoded(body, accepted.mostBody());
        } catch (IOException e) {
            answer.send(
                    refusal(HttpResponseStatus.BAD_REQUEST, "its body is not what its Content-Encoding says", origin));
            return;
        }
        if (decoded.length > accepted.mostBody()) {
            answer.send(refusal(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, tooLong(), origin));
        } else {
            take(decoded, answer, origin);
        }
    }

    private void take(byte[] body, Answer answer, String origin) {
        Posted.Answer emitted = all -> answer.send(
                all
                        ? reply(HttpResponseStatus.ACCEPTED, "", origin)
                        : reply(HttpResponseStatus.SERVICE_UNAVAILABLE, "the source ends", origin));
        if (queue.offer(new Posted(body, ++requests, emitted))) {
            wake.run();
        } else {
            answer.send(refusal(HttpResponseStatus.SERVICE_UNAVAILABLE, "the queue is full", origin));
        }
    }

    private String tooLong() {
        return "its body is longer than bodyBytes, which is " + accepted.mostBody();
    }

    @Override
    public HttpReply refused(Fault fault, String detail) {
        HttpResponseStatus status = HttpResponseStatus.valueOf(fault.status());
        return switch (fault) {
            case BODY_TOO_LONG -> refusal(status, tooLong(), "");
            // Nobody has asked for anything yet
            case LATE_HEADER -> reply(status, fault.summary(), "");
            // The detail has words of the client, of which there is no end, and each kind of refusal is a line
            default -> refusal(status, fault.summary(), "");
        };
    }

    @Override
    public void evicted(Bound bound, InetAddress client) {
        String reason = switch (bound) {
            case CONNECTIONS, CONNECTIONS_PER_ADDRESS ->
                "there are " + limits.connections() + ", or " + limits.connectionsPerAddress()
                        + " of its address, and it was idle or the oldest";
            case HELD_BYTES ->
                "bodies that arrive or wait have " + limits.heldBytes() + " bytes together, and it was the slowest";
        };
        refused.accept("the end of its connection (" + reason + ")");
    }

    private HttpReply refusal(HttpResponseStatus status, String text, String origin) {
        refused.accept(status.code() + " (" + text + ")");
        return reply(status, text, origin);
    }

    /**
     * Any thread.
     *
     * @param origin of the page that may read the answer; empty if there is none
     */
    private static HttpReply reply(HttpResponseStatus status, String text, String origin) {
        HttpHeaders headers = new DefaultHttpHeaders();
        if (!status.equals(HttpResponseStatus.NO_CONTENT)) {
            headers.set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
        }
        if (!origin.isEmpty()) {
            headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                    .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, HttpMethod.POST)
                    .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, "content-type, content-encoding")
                    .set(HttpHeaderNames.VARY, HttpHeaderNames.ORIGIN);
        }
        if (status.equals(HttpResponseStatus.SERVICE_UNAVAILABLE)) {
            headers.set(HttpHeaderNames.RETRY_AFTER, 1);
        }
        if (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
            headers.set(HttpHeaderNames.ALLOW, HttpMethod.POST);
        }
        if (status.equals(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE)) {
            headers.set(HttpHeaderNames.ACCEPT_ENCODING, ContentEncoding.ACCEPTED);
        }
        byte[] body = text.isEmpty() ? new byte[0] : (text + "\n").getBytes(StandardCharsets.UTF_8);
        return new HttpReply(status.code(), headers, ReplyBody.of(body));
    }
}

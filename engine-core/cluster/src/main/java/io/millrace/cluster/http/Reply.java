// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.http.HttpReply;
import io.millrace.http.ReplyBody;
import io.millrace.runtime.json.Json;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Date;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer of a handler: bytes, or a file that is streamed.
 *
 * @param headers the headers in addition to those of every reply
 */
public record Reply(int status, String contentType, Content content, Map<String, String> headers) {

    private static final Logger LOG = LoggerFactory.getLogger(Reply.class);
    private static final String JSON = "application/json";

    /** What is opened when the reply is sent. */
    @FunctionalInterface
    public interface Content {
        ReplyBody open() throws IOException;
    }

    public Reply(int status, String contentType, byte[] body, Map<String, String> headers) {
        this(status, contentType, () -> ReplyBody.of(body), headers);
    }

    /** Returns a record, or a list of records, as JSON. */
    public static Reply json(Object value) {
        return new Reply(200, JSON, Json.write(value), Map.of());
    }

    /** Returns JSON that is written already. */
    public static Reply written(byte[] json) {
        return new Reply(200, JSON, json, Map.of());
    }

    public static Reply file(Path file) {
        return new Reply(200, "application/octet-stream", () -> ReplyBody.file(file), Map.of());
    }

    public static Reply text(String contentType, String text) {
        return new Reply(200, contentType, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** Returns an empty answer. */
    public static Reply done() {
        return new Reply(200, JSON, "{}".getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** Returns an error with a status of its own. The message is one line. */
    public static Reply error(int status, ClusterException.Reason reason, String message) {
        return error(status, new Problem(reason, message), Map.of());
    }

    static Reply error(int status, Problem problem, Map<String, String> headers) {
        return new Reply(status, JSON, Json.write(problem), headers);
    }

    /** Returns this reply for the server. A file is open from here on. */
    HttpReply opened() {
        ReplyBody body;
        try {
            body = content.open();
        } catch (IOException e) {
            LOG.warn("cannot read a file: {}", e.toString());
            return error(500, Reason.FAILED, "the file cannot be read here").opened();
        }
        HttpHeaders all = new DefaultHttpHeaders()
                .set(HttpHeaderNames.CONTENT_TYPE, contentType)
                .set(HttpHeaderNames.DATE, DateFormatter.format(new Date()))
                .set("X-Content-Type-Options", "nosniff");
        headers.forEach(all::set);
        return new HttpReply(status, all, body);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.runtime.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * The answer of a handler: bytes, or a file that is streamed.
 *
 * @param headers the headers in addition to those of every reply
 */
public record Reply(int status, String contentType, byte[] body, Path file, Map<String, String> headers) {

    private static final String JSON = "application/json";

    /** Returns a record, or a list of records, as JSON. */
    public static Reply json(Object value) {
        return new Reply(200, JSON, Json.write(value), null, Map.of());
    }

    /** Returns JSON that is written already. */
    public static Reply written(byte[] json) {
        return new Reply(200, JSON, json, null, Map.of());
    }

    public static Reply file(Path file) {
        return new Reply(200, "application/octet-stream", null, file, Map.of());
    }

    public static Reply text(String contentType, String text) {
        return new Reply(200, contentType, text.getBytes(StandardCharsets.UTF_8), null, Map.of());
    }

    /** Returns an empty answer. */
    public static Reply done() {
        return new Reply(200, JSON, "{}".getBytes(StandardCharsets.UTF_8), null, Map.of());
    }

    /** Returns an error with a status of its own. The message is one line. */
    public static Reply error(int status, ClusterException.Reason reason, String message) {
        return error(status, new Problem(reason, message), Map.of());
    }

    static Reply error(int status, Problem problem, Map<String, String> headers) {
        return new Reply(status, JSON, Json.write(problem), null, headers);
    }
}

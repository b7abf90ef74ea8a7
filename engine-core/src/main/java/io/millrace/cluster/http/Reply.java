package io.millrace.cluster.http;

import io.millrace.runtime.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What a handler answers: bytes, or a file that is streamed. */
public record Reply(int status, String contentType, byte[] body, Path file) {

    private static final String JSON = "application/json";

    /** A record, or a list of records, as JSON. */
    public static Reply json(Object value) {
        return new Reply(200, JSON, Json.write(value), null);
    }

    public static Reply file(Path file) {
        return new Reply(200, "application/octet-stream", null, file);
    }

    public static Reply text(String contentType, String text) {
        return new Reply(200, contentType, text.getBytes(StandardCharsets.UTF_8), null);
    }

    /** Done, with nothing to say. */
    public static Reply done() {
        return new Reply(200, JSON, "{}".getBytes(StandardCharsets.UTF_8), null);
    }

    static Reply error(int status, Problem problem) {
        return new Reply(status, JSON, Json.write(problem), null);
    }
}

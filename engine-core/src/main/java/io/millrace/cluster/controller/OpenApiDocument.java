package io.millrace.cluster.controller;

import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The description of the controller's REST interface, which a test compares with the routes. */
final class OpenApiDocument {

    private OpenApiDocument() {}

    static Route route() {
        byte[] document = bytes();
        return Route.get("/openapi.json", request -> Reply.written(document));
    }

    static byte[] bytes() {
        try (InputStream in = OpenApiDocument.class.getResourceAsStream("openapi.json")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

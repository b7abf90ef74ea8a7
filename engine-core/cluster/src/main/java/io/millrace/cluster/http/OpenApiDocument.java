// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The description of a daemon's REST interface, which a test compares with its routes. */
public final class OpenApiDocument {

    private static final String PATH = "/openapi.json";

    private OpenApiDocument() {}

    /** @param api the class beside which the document is, as {@code openapi.json} */
    public static Route route(Class<?> api) {
        byte[] document = bytes(api);
        return Route.get(PATH, request -> Reply.written(document)).needing(Right.NONE);
    }

    private static byte[] bytes(Class<?> api) {
        try (InputStream in = api.getResourceAsStream("openapi.json")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

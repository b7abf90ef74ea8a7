// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/**
 * How the body of a request is compressed, as its header {@code Content-Encoding} says. Called by the listener's
 * thread.
 */
enum ContentEncoding {
    IDENTITY,
    GZIP,
    DEFLATE,
    UNKNOWN;

    /** The encodings that the header {@code Accept-Encoding} of an answer names. */
    static final String ACCEPTED = "gzip, deflate";

    /** @param header null if there is none */
    static ContentEncoding of(String header) {
        if (header == null) {
            return IDENTITY;
        }
        return switch (header.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity" -> IDENTITY;
            case "gzip", "x-gzip" -> GZIP;
            case "deflate" -> DEFLATE;
            default -> UNKNOWN;
        };
    }

    /**
     * Returns the body as it was before it was compressed, or its first bytes, one more than the bound, if it is longer
     * than that.
     *
     * @throws IOException if it is damaged
     */
    byte[] decoded(byte[] body, int most) throws IOException {
        return switch (this) {
            case IDENTITY, UNKNOWN -> body;
            case GZIP -> read(new GZIPInputStream(new ByteArrayInputStream(body)), most);
            case DEFLATE -> read(new InflaterInputStream(new ByteArrayInputStream(body)), most);
        };
    }

    private static byte[] read(InputStream from, int most) throws IOException {
        try (from) {
            return from.readNBytes(most + 1);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server, path and query of a request: RFC 9112, section 3.2. An absolute target comes before the header Host.
 *
 * @param authority the host, and the port if the client wrote it; empty for HTTP/1.0 without Host
 * @param path the path as in the request, at least {@code /}
 * @param query the query as in the request, or null
 */
record Destination(String authority, String path, String query) {

    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Za-z:.%]+]|[^\\[\\]:/?#@\\s]+)(?::([0-9]*))?");
    private static final Pattern ORIGIN = Pattern.compile("(https?)://(.+)", Pattern.CASE_INSENSITIVE);

    /** @throws Refusal if the request does not have a valid destination */
    static Destination of(HttpRequest request) {
        String named = request.headers().get(HttpHeaderNames.HOST);
        String host = named == null ? "" : named.strip();
        if (named != null && !AUTHORITY.matcher(host).matches()) {
            throw Refusal.of(400, "the header Host is not understood: send a host, and a port after a colon");
        }
        boolean absolute = !request.uri().startsWith("/");
        URI target;
        try {
            target = new URI(absolute ? request.uri() : "http://host" + request.uri());
        } catch (URISyntaxException e) {
            throw Refusal.of(400, "not understood: " + e.getMessage());
        }
        if (!absolute) {
            return new Destination(host, target.getRawPath(), target.getRawQuery());
        }
        String authority = target.getRawAuthority();
        if (target.getScheme() == null
                || !target.getScheme().toLowerCase(Locale.ROOT).matches("https?")
                || authority == null
                || !AUTHORITY.matcher(authority).matches()) {
            throw Refusal.of(400, "the target is not understood: send a path, or http://host:port/path");
        }
        return new Destination(
                authority, target.getRawPath().isEmpty() ? "/" : target.getRawPath(), target.getRawQuery());
    }

    /** Returns the name or address without the port. */
    String host() {
        Matcher parts = AUTHORITY.matcher(authority);
        return parts.matches() ? parts.group(1) : "";
    }

    /** Whether a page of this origin is one of this server's own. */
    boolean isOrigin(String origin) {
        Matcher parts = ORIGIN.matcher(origin);
        if (!parts.matches()) {
            return false;
        }
        String port = parts.group(1).equalsIgnoreCase("https") ? "443" : "80";
        String there = withPort(parts.group(2), port);
        return !there.isEmpty() && there.equalsIgnoreCase(withPort(authority, port));
    }

    private static String withPort(String authority, String otherwise) {
        Matcher parts = AUTHORITY.matcher(authority);
        if (!parts.matches()) {
            return "";
        }
        String port = parts.group(2) == null || parts.group(2).isEmpty() ? otherwise : parts.group(2);
        return parts.group(1) + ":" + port;
    }
}

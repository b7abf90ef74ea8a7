// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code s3://bucket/prefix?endpoint=...&region=...&path-style=...&timeout=...} says.
 *
 * @param prefix with which the keys of all objects begin; empty, or ends with a slash
 * @param endpoint null for that of AWS
 * @param region null for that of the environment
 * @param timeout of a request with its repetitions
 */
record S3Location(String bucket, String prefix, URI endpoint, String region, boolean pathStyle, Duration timeout) {

    private static final String FORM = "write s3://bucket/prefix, such as s3://state/orders?region=eu-central-1";
    private static final int DEFAULT_TIMEOUT_SECONDS = 60;
    private static final int MAX_TIMEOUT_SECONDS = 3_600;

    /** The limit leaves keys S3's 1,024 bytes at most, with names of 512. */
    private static final int MAX_PREFIX = 500;

    static S3Location of(URI uri) throws IOException {
        String bucket = uri.getAuthority();
        if (bucket == null || !bucket.matches("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")) {
            throw refused(
                    uri,
                    bucket == null
                            ? "has no bucket"
                            : "has the bucket '" + shown(bucket) + "', which is no name of one",
                    FORM);
        }
        String path = uri.getPath().replaceAll("^/+|/+$", "");
        if (!path.matches("[A-Za-z0-9_./-]{0," + MAX_PREFIX + "}")) {
            throw refused(
                    uri,
                    "has a prefix that is not up to " + MAX_PREFIX + " letters, digits, '_', '-', '.' and '/'",
                    FORM);
        }
        Map<String, String> parameters = parameters(uri);
        URI endpoint = endpoint(uri, parameters.remove("endpoint"));
        String region = parameters.remove("region");
        if (region == null && endpoint != null) {
            // Servers other than those of AWS take any
            region = "us-east-1";
        }
        boolean pathStyle = bool(uri, parameters.remove("path-style"), endpoint != null);
        Duration timeout = timeout(uri, parameters.remove("timeout"));
        if (!parameters.isEmpty()) {
            throw refused(
                    uri,
                    "has the unknown parameter '"
                            + parameters.keySet().iterator().next() + "'",
                    "there are endpoint, region, path-style and timeout");
        }
        return new S3Location(bucket, path.isEmpty() ? "" : path + "/", endpoint, region, pathStyle, timeout);
    }

    private static Map<String, String> parameters(URI uri) throws IOException {
        Map<String, String> parameters = new TreeMap<>();
        if (uri.getRawQuery() == null) {
            return parameters;
        }
        for (String pair : uri.getRawQuery().split("&")) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw refused(uri, "has the parameter '" + pair + "' without a value", "write name=value");
            }
            parameters.put(
                    pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return parameters;
    }

    private static URI endpoint(URI uri, String text) throws IOException {
        if (text == null) {
            return null;
        }
        try {
            URI endpoint = URI.create(text);
            if (endpoint.getHost() != null
                    && endpoint.getUserInfo() == null
                    && ("http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme()))) {
                return endpoint;
            }
        } catch (IllegalArgumentException e) {
            // Said below, without the text, which may contain a password
        }
        throw refused(uri, "has no valid endpoint", "write endpoint=https://host:port");
    }

    private static boolean bool(URI uri, String text, boolean otherwise) throws IOException {
        if (text == null) {
            return otherwise;
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused(uri, "has path-style=" + text, "write true or false");
        };
    }

    private static Duration timeout(URI uri, String text) throws IOException {
        if (text == null) {
            return Duration.ofSeconds(DEFAULT_TIMEOUT_SECONDS);
        }
        try {
            int seconds = Integer.parseInt(text);
            if (seconds >= 1 && seconds <= MAX_TIMEOUT_SECONDS) {
                return Duration.ofSeconds(seconds);
            }
        } catch (NumberFormatException e) {
            // Said below
        }
        throw refused(uri, "has timeout=" + text, "write 1 to " + MAX_TIMEOUT_SECONDS + " seconds");
    }

    /** What some write before a bucket are credentials. */
    private static String shown(String authority) {
        return authority == null ? "" : authority.substring(authority.lastIndexOf('@') + 1);
    }

    /** The query is left out: it is what the author should not have to see twice. */
    private static IOException refused(URI uri, String what, String remedy) {
        return new IOException("the location '" + uri.getScheme() + "://" + shown(uri.getAuthority()) + uri.getPath()
                + "' " + what + ": " + remedy);
    }

    /** The text that messages show. */
    @Override
    public String toString() {
        return "s3://" + bucket + "/" + prefix + (endpoint == null ? "" : " at " + endpoint);
    }
}

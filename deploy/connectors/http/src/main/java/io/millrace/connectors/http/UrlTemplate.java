// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A URL in which {@code {field}} stands for the value of a field. Immutable. */
record UrlTemplate(String text) implements Serializable {

    private static final Pattern FIELD = Pattern.compile("\\{([^{}]+)}");

    UrlTemplate {
        String example = text == null ? "" : FIELD.matcher(text).replaceAll("x");
        if (!example.matches("https?://[^/?#\\s]+.*") || !isUri(example)) {
            throw new TopologyException(
                    "the URL " + (text == null ? "is missing" : "'" + shown(text) + "' is no URL of http or https")
                            + ": give one such as https://host/items/{id}");
        }
    }

    private static boolean isUri(String url) {
        try {
            return URI.create(url).getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the URL for a tuple. Values are escaped, so that they stay within their segment or parameter. */
    URI of(Tuple input) {
        if (text.indexOf('{') < 0) {
            return URI.create(text);
        }
        Matcher fields = FIELD.matcher(text);
        StringBuilder url = new StringBuilder();
        while (fields.find()) {
            Object value = input.get(fields.group(1));
            if (value == null || value.toString().isEmpty() || value.toString().matches("\\.{1,2}")) {
                throw new IllegalArgumentException("field '" + fields.group(1) + "' is "
                        + (value == null ? "null" : "'" + value + "'") + ", which cannot be part of a URL");
            }
            String escaped =
                    URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
            fields.appendReplacement(url, Matcher.quoteReplacement(escaped));
        }
        fields.appendTail(url);
        return URI.create(url.toString());
    }

    /** The URL without user, password and query, which may be secret. */
    @Override
    public String toString() {
        return shown(text);
    }

    /** A password may have any character, also of those that end a host. */
    private static String shown(String url) {
        int at = url.lastIndexOf('@');
        String without = at < 0 ? url : url.replaceFirst("(https?://)?.*@", "$1");
        return without.replaceFirst("[?#].*", "");
    }
}

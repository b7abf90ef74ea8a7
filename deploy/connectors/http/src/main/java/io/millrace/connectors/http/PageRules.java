// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which pages of the web may post, and what. A browser lets any page send a text to any server, and names the page's
 * origin. Immutable.
 *
 * @param origins of pages that may post, such as {@code https://app.example.org}
 * @param contentTypes that are taken, in lower case; empty: any
 */
record PageRules(Set<String> origins, Set<String> contentTypes) implements Serializable {

    static final PageRules NO_PAGE = new PageRules(Set.of(), Set.of());

    /** Whether a client may ask that is no browser, or whose page has one of the origins. */
    boolean allowsPage(HttpHeaders headers) {
        return origins.containsAll(headers.getAll(HttpHeaderNames.ORIGIN));
    }

    /** Whether this is the content that is wanted. Parameters such as the charset do not count. */
    boolean allowsContent(HttpHeaders headers) {
        if (contentTypes.isEmpty()) {
            return true;
        }
        List<String> types = headers.getAll(HttpHeaderNames.CONTENT_TYPE);
        return types.size() == 1 && contentTypes.contains(type(types.get(0)));
    }

    /** The type without its parameters. */
    static String type(String header) {
        return header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}

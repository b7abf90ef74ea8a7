// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * A request to a handler.
 *
 * @param path the named parts of the route
 * @param query the query's parameters
 * @param body at most as long as the route allows
 */
public record Request(Map<String, String> path, Map<String, String> query, InputStream body) {

    public String part(String name) {
        return path.get(name);
    }

    public byte[] bytes() throws IOException {
        return body.readAllBytes();
    }

    /** An integer from the query, clamped to the range. */
    public int number(String name, int absent, int min, int max) {
        String text = query.get(name);
        if (text == null) {
            return absent;
        }
        try {
            return Math.max(min, Math.min(max, Integer.parseInt(text)));
        } catch (NumberFormatException e) {
            throw new ClusterException(Reason.REFUSED, name + " is '" + text + "': it takes a number", e);
        }
    }
}

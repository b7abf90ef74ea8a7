package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * What a handler is asked.
 *
 * @param path the named parts of the route
 * @param query the query's parameters
 * @param body at most as long as the route allows; reading further throws
 */
public record Request(Map<String, String> path, Map<String, String> query, InputStream body) {

    public String part(String name) {
        return path.get(name);
    }

    /** All of the body. */
    public byte[] bytes() throws IOException {
        return body.readAllBytes();
    }

    /** A whole number from the query, brought into the range. */
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

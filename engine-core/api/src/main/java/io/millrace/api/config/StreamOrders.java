// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The orders of a topology's streams, as {@link TopologyKeys#GEO_ORDER} lists them: {@code STREAM=ORDER}, and {@code
 * ORDER} for all others. A stream is named by its component, and {@code COMPONENT:STREAM} if it is not the default one.
 * Immutable.
 */
public final class StreamOrders {

    private static final String DEFAULT_STREAM = "default";

    private final StreamOrder others;
    private final Map<String, StreamOrder> byStream;

    private StreamOrders(StreamOrder others, Map<String, StreamOrder> byStream) {
        this.others = others;
        this.byStream = Collections.unmodifiableMap(byStream);
    }

    /** Reads the orders of a topology's settings. */
    public static StreamOrders of(Config config) {
        return read(config.get(TopologyKeys.GEO_ORDER));
    }

    /** Reads the text of the key. Throws {@link IllegalArgumentException} with the mistake. */
    public static StreamOrders read(String text) {
        return new StreamOrders(StreamOrder.ORDERED, Map.of()).with(text);
    }

    /** Returns the text of orders in which those of some streams are replaced. */
    static String changed(String now, String change) {
        return read(now).with(change).toString();
    }

    private StreamOrders with(String text) {
        StreamOrder next = others;
        Map<String, StreamOrder> nextByStream = new LinkedHashMap<>(byStream);
        for (String entry : text.split(",", -1)) {
            int equals = entry.lastIndexOf('=');
            StreamOrder order = StreamOrder.read(entry.substring(equals + 1).strip());
            if (equals < 0) {
                next = order;
            } else {
                nextByStream.put(entry.substring(0, equals).strip(), order);
            }
        }
        return new StreamOrders(next, nextByStream);
    }

    static boolean areOrders(String text) {
        read(text);
        return true;
    }

    /** Returns the name of a stream for operators and settings. */
    public static String name(String component, String stream) {
        return stream.equals(DEFAULT_STREAM) ? component : component + ":" + stream;
    }

    /** Returns the order of a stream. */
    public StreamOrder of(String component, String stream) {
        StreamOrder own = byStream.get(name(component, stream));
        return own == null ? byStream.getOrDefault(component + ":" + stream, others) : own;
    }

    /** Returns the streams that are listed by name. */
    public Set<String> streams() {
        return byStream.keySet();
    }

    /** Returns the text that {@link #read} takes. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        text.add(others.toString());
        byStream.forEach((stream, order) -> text.add(stream + "=" + order));
        return text.toString();
    }

    /** Whether a text can be the name of a stream in a list. */
    public static boolean isName(String stream) {
        return Arrays.stream(new String[] {",", "="}).noneMatch(stream::contains);
    }
}

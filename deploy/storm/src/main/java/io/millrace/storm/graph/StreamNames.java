// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.graph;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.StormTopology;

/**
 * The names of streams in Storm and in Millrace, which allows fewer characters ({@code $batch} is one of Storm's).
 * Immutable.
 */
public final class StreamNames {

    private static final String RENAMED = "x.";
    private static final int MOST_READABLE = 40;

    private final Map<String, String> toMillrace = new HashMap<>();
    private final Map<String, String> toStorm = new HashMap<>();

    private StreamNames() {}

    /** Returns the names of all streams that components of the topology declare. */
    public static StreamNames of(StormTopology topology) {
        StreamNames names = new StreamNames();
        StormGraph graph = new StormGraph(topology);
        for (String id : graph.components()) {
            ComponentCommon common = graph.common(id);
            common.get_streams().keySet().stream().sorted().forEach(names::add);
        }
        return names;
    }

    private void add(String stream) {
        if (!isAllowed(stream) && !toMillrace.containsKey(stream)) {
            String readable = stream.replaceAll("[^A-Za-z0-9_.-]", "");
            String name = RENAMED + readable.substring(0, Math.min(MOST_READABLE, readable.length()));
            for (int number = 2; toStorm.containsKey(name); number++) {
                name = RENAMED + number + "." + readable.substring(0, Math.min(MOST_READABLE, readable.length()));
            }
            toMillrace.put(stream, name);
            toStorm.put(name, stream);
        }
    }

    private static boolean isAllowed(String stream) {
        return stream.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
                && !stream.startsWith("__")
                && !stream.startsWith(RENAMED);
    }

    public String toMillrace(String stream) {
        return toMillrace.isEmpty() ? stream : toMillrace.getOrDefault(stream, stream);
    }

    public String toStorm(String stream) {
        return toStorm.isEmpty() ? stream : toStorm.getOrDefault(stream, stream);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Template;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Converts a topology to and from JSON, which clients, controllers and workers exchange: the API's records as they are.
 * The author's classes are not needed, because the author's objects are opaque bytes. Stateless.
 */
public final class TopologyJson {

    /** The most tasks of a topology: far above what runs, and low enough for lists of all tasks. */
    private static final int MAX_TASKS = 1 << 20;

    private enum Format {
        TOPOLOGY_6
    }

    private record Document(
            Format format, List<ComponentSpec> components, List<Template> codecs, List<Template> hooks) {}

    private TopologyJson() {}

    public static String write(Topology topology) {
        return Json.line(new Document(Format.TOPOLOGY_6, topology.components(), topology.codecs(), topology.hooks()));
    }

    /**
     * Reads the result of {@link #write}.
     *
     * @throws TopologyException if the text is not a topology, with one line, or {@link Topology#check} finds mistakes
     */
    public static Topology read(String text) {
        Topology topology;
        try {
            byte[] json = text.getBytes(StandardCharsets.UTF_8);
            Document document = Json.readStrictly(json, Document.class, "topology");
            topology = new Topology(document.components(), document.codecs(), document.hooks());
        } catch (JsonException e) {
            throw new TopologyException(e.getMessage(), e);
        }
        topology.check();
        long tasks =
                topology.components().stream().mapToLong(ComponentSpec::tasks).sum();
        if (tasks > MAX_TASKS) {
            throw new TopologyException("topology has " + tasks + " tasks: it may have " + MAX_TASKS);
        }
        return topology;
    }
}

package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.util.List;

/**
 * A graph of components, checked by {@link TopologyBuilder#build} and ready to be submitted. Immutable, may be used by
 * any thread and submitted several times.
 *
 * @param components in the order in which they were added; task ids follow this order
 */
public record Topology(List<ComponentSpec> components) {

    public Topology {
        components = List.copyOf(components);
    }

    /**
     * Checks the graph again, without reading the serialized components. Needed for a topology that does not come from
     * a {@link TopologyBuilder}.
     *
     * @throws TopologyException with one line per mistake
     */
    public void check() {
        TopologyChecks.check(components);
    }

    /**
     * Checks the name of a topology. The rule is that of ids, see {@link TopologyBuilder}.
     *
     * @throws TopologyException if the name is null or malformed
     */
    public static void checkName(String name) {
        if (name == null) {
            throw new TopologyException("the name of the topology is null: name it");
        }
        Names.mistake(name).ifPresent(mistake -> {
            throw new TopologyException("topology " + Names.quoted(name) + ": its name " + mistake);
        });
    }
}

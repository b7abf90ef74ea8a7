package io.millrace.api;

import java.util.List;

/**
 * A checked graph of components, ready to be submitted; immutable, and may be submitted several times.
 *
 * @param components in the order in which they were added; task ids follow this order
 */
public record Topology(List<ComponentSpec> components) {

    public Topology {
        components = List.copyOf(components);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.List;
import java.util.Optional;

/**
 * Where a task may run. All of them are hard.
 *
 * @param pin the only node that may run it
 * @param regions the regions that may run it; empty: any
 * @param forbidden nodes that may not run it
 * @param spread tasks that name the same group never share a node
 */
public record Constraints(Optional<String> pin, List<String> regions, List<String> forbidden, Optional<String> spread) {
    public static final Constraints NONE = new Constraints(Optional.empty(), List.of(), List.of(), Optional.empty());

    public Constraints {
        regions = List.copyOf(regions);
        forbidden = List.copyOf(forbidden);
    }

    public static Constraints pinnedTo(String node) {
        return NONE.withPin(node);
    }

    public static Constraints inRegions(String... regions) {
        return NONE.withRegions(List.of(regions));
    }

    public Constraints withPin(String node) {
        return new Constraints(Optional.of(node), regions, forbidden, spread);
    }

    public Constraints withRegions(List<String> anyOf) {
        return new Constraints(pin, anyOf, forbidden, spread);
    }

    public Constraints withForbidden(List<String> nodes) {
        return new Constraints(pin, regions, nodes, spread);
    }

    public Constraints withSpread(String group) {
        return new Constraints(pin, regions, forbidden, Optional.of(group));
    }

    /**
     * Whether the pin, the regions and the forbidden nodes all allow this node; {@code spread} depends on the other
     * tasks.
     */
    public boolean permits(Node node) {
        return (pin.isEmpty() || pin.get().equals(node.id()))
                && (regions.isEmpty() || regions.contains(node.region()))
                && !forbidden.contains(node.id());
    }
}

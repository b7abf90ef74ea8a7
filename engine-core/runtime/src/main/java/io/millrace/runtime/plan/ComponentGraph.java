// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Subscription;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/** Which components send tuples to which, by id and whatever the stream. Immutable. */
public final class ComponentGraph {

    private final Map<String, Set<String>> sources = new LinkedHashMap<>();
    private final Map<String, Set<String>> consumers = new LinkedHashMap<>();

    /** @param components all components of a topology, in its order */
    public ComponentGraph(Collection<ComponentSpec> components) {
        for (ComponentSpec spec : components) {
            sources.put(spec.id(), new LinkedHashSet<>());
            consumers.put(spec.id(), new LinkedHashSet<>());
        }
        for (ComponentSpec spec : components) {
            for (Subscription input : spec.inputs()) {
                sources.get(spec.id()).add(input.source());
                consumers.get(input.source()).add(spec.id());
            }
        }
    }

    /** Returns all components, in the topology's order. */
    public Set<String> components() {
        return sources.keySet();
    }

    /** Returns the components to which one subscribes, in the order of its subscriptions. */
    public Set<String> sourcesOf(String component) {
        return sources.get(component);
    }

    /** Returns the components that subscribe to one, in the topology's order. */
    public Set<String> consumersOf(String component) {
        return consumers.get(component);
    }

    /**
     * Returns the components that tuples of one can reach, over any number of others, the nearest first. It is among
     * them if it is on a cycle.
     */
    public Set<String> behind(String component) {
        Set<String> reached = new LinkedHashSet<>();
        Queue<String> left = new ArrayDeque<>(Set.of(component));
        while (!left.isEmpty()) {
            for (String consumer : consumers.get(left.remove())) {
                if (reached.add(consumer)) {
                    left.add(consumer);
                }
            }
        }
        return reached;
    }
}

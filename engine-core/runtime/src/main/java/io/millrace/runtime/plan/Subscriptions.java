// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Grouping;
import io.millrace.api.Subscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The subscribers of each stream of each component. Target selectors are built from it. Immutable. */
public final class Subscriptions {

    /** A component that receives a stream, and the grouping that distributes the tuples over its tasks. */
    public record Subscriber(ComponentSpec component, Grouping grouping) {}

    private record Source(String component, String stream) {}

    private final Map<Source, List<Subscriber>> subscribers = new HashMap<>();
    private final Map<String, ComponentSpec> specs = new HashMap<>();

    /** @param components all components of a topology, in its order */
    public Subscriptions(Collection<ComponentSpec> components) {
        for (ComponentSpec spec : components) {
            specs.put(spec.id(), spec);
            for (Subscription input : spec.inputs()) {
                subscribers
                        .computeIfAbsent(new Source(input.source(), input.stream()), none -> new ArrayList<>())
                        .add(new Subscriber(spec, input.grouping()));
            }
        }
        subscribers.replaceAll((source, list) -> List.copyOf(list));
    }

    /** Returns the subscribers of a stream, in the topology's order; empty if there are none. */
    public List<Subscriber> of(String component, String stream) {
        return subscribers.getOrDefault(new Source(component, stream), List.of());
    }

    /** Returns whether two components exchange tuples, in either direction. */
    public boolean connected(String first, String second) {
        return listens(first, second) || listens(second, first);
    }

    private boolean listens(String component, String source) {
        return specs.get(component).inputs().stream()
                .anyMatch(input -> input.source().equals(source));
    }
}

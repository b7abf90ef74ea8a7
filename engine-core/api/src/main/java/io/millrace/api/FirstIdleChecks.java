// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.Problems;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds subscriptions by {@link Grouping.FirstIdle} where the order of tuples or the task that gets them matters. */
final class FirstIdleChecks {

    private final Map<String, ComponentSpec> components;
    private final Problems problems;

    /** @param components the components to check, with all sources of each */
    FirstIdleChecks(Map<String, ComponentSpec> components, Problems problems) {
        this.components = components;
        this.problems = problems;
    }

    /** Returns whether a component subscribes by {@link Grouping.FirstIdle} to any stream. */
    static boolean isUsedBy(ComponentSpec component) {
        return component.inputs().stream().anyMatch(input -> input.grouping() instanceof Grouping.FirstIdle);
    }

    void check() {
        for (ComponentSpec component : components.values()) {
            if (isUsedBy(component)) {
                component.inputs().stream()
                        .filter(input -> input.grouping() instanceof Grouping.FirstIdle)
                        .forEach(input -> check(component, input));
            }
        }
    }

    private void check(ComponentSpec component, Subscription input) {
        String where = Names.component(component.id()) + ": gets stream " + Names.quoted(input.stream()) + " of "
                + Names.quoted(input.source()) + " by firstIdle";
        if (component.snapshots().stateful() || component.snapshots().counting()) {
            problems.add(where + ", by which any task gets a key, and keeps states by key: subscribe it by fields");
        }
        Collection<String> before = before(input.source());
        if (before.contains(component.id())) {
            problems.add(where + ", and its own tuples come back to it, so that a full queue would stop the cycle:"
                    + " subscribe by shuffle, or cut the cycle");
        }
        before.stream()
                .filter(id -> components.get(id).eventTime().isKnown())
                .findFirst()
                .ifPresent(spout -> problems.add(where + ", and event time of spout " + Names.quoted(spout)
                        + " would pass the tuples that wait: subscribe by shuffle, or set no eventTime"));
    }

    /** Returns a component and all components from which its tuples may come. */
    private Collection<String> before(String component) {
        Set<String> seen = new LinkedHashSet<>(List.of(component));
        Deque<String> todo = new ArrayDeque<>(seen);
        while (!todo.isEmpty()) {
            for (Subscription input : components.get(todo.remove()).inputs()) {
                if (components.containsKey(input.source()) && seen.add(input.source())) {
                    todo.add(input.source());
                }
            }
        }
        return seen;
    }
}

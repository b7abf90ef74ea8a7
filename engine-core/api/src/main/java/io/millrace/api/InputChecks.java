// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.Nearest;
import io.millrace.api.error.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the mistakes in the connections between components. */
final class InputChecks {

    /** The most known names that an error lists. */
    private static final int MOST_LISTED = 12;

    private final Problems problems;
    private final Map<String, ComponentSpec> components = new LinkedHashMap<>();
    private final Set<String> unknownOutputs;

    /** @param unknownOutputs components whose {@code declareOutputs} failed; their streams are not checked */
    InputChecks(List<ComponentSpec> components, Set<String> unknownOutputs, Problems problems) {
        this.problems = problems;
        this.unknownOutputs = unknownOutputs;
        components.forEach(component -> this.components.putIfAbsent(component.id(), component));
    }

    void check() {
        boolean complete = true;
        for (ComponentSpec component : components.values()) {
            complete &= checkInputs(component);
        }
        if (complete) {
            checkReached();
            new FirstIdleChecks(components, problems).check();
        }
    }

    /** Returns whether all inputs come from known components. */
    private boolean checkInputs(ComponentSpec component) {
        String where = Names.component(component.id());
        if (component.kind() == ComponentSpec.Kind.SPOUT) {
            if (!component.inputs().isEmpty()) {
                problems.add(where + ": is a spout and subscribes to "
                        + Names.quoted(component.inputs().get(0).source()) + ": only bolts take input");
            }
            return true;
        }
        if (component.inputs().isEmpty()) {
            problems.add(where + ": nothing feeds this bolt: subscribe it to a component, such as .shuffle(\"...\")");
            return false;
        }
        boolean known = true;
        Set<List<String>> seen = new HashSet<>();
        for (Subscription input : component.inputs()) {
            if (!seen.add(List.of(input.source(), input.stream()))) {
                problems.add(where + ": subscribes twice to stream " + Names.quoted(input.stream()) + " of "
                        + Names.quoted(input.source()) + ", so that it would get each tuple twice: keep one of them");
            } else {
                known &= checkSource(where, input);
            }
        }
        return known;
    }

    private boolean checkSource(String where, Subscription input) {
        ComponentSpec source = components.get(input.source());
        if (source == null) {
            problems.add(where + ": subscribes to " + Names.quoted(input.source()) + ", which is not a component of the"
                    + " topology" + remedy(input.source(), List.copyOf(components.keySet())));
            return false;
        }
        if (input.stream().equals(Streams.TICK)) {
            problems.add(where + ": subscribes to the stream of ticks: use tickEvery");
        } else if (!unknownOutputs.contains(source.id())) {
            checkStream(where, source, input);
        }
        return true;
    }

    private void checkStream(String where, ComponentSpec source, Subscription input) {
        String name = Names.quoted(input.stream()) + " of " + Names.quoted(source.id());
        Optional<StreamSpec> stream = source.outputs().stream()
                .filter(output -> output.name().equals(input.stream()))
                .findFirst();
        if (stream.isEmpty()) {
            List<String> declared =
                    source.outputs().stream().map(StreamSpec::name).toList();
            problems.add(where + ": there is no stream " + name
                    + (declared.isEmpty()
                            ? ", which declares none: declare it in the source's declareOutputs"
                            : remedy(input.stream(), declared)));
            return;
        }
        boolean direct = input.grouping() instanceof Grouping.Direct;
        if (stream.get().direct() && !direct) {
            problems.add(where + ": stream " + name + " is direct, and this grouping is not: subscribe with .direct(\""
                    + source.id() + "\", \"" + input.stream() + "\")");
        } else if (direct && !stream.get().direct()) {
            problems.add(where + ": stream " + name + " is not direct, and this grouping is: declare it with"
                    + " declareDirect, or use another grouping");
        }
        checkFields(where, name, stream.get(), input.grouping());
    }

    private void checkFields(String where, String name, StreamSpec stream, Grouping grouping) {
        Fields key = keyOf(grouping);
        if (key == null) {
            return;
        }
        if (key.size() == 0) {
            problems.add(where + ": groups stream " + name + " by no field: name at least one");
        }
        if (stream.fields().size() == 0) {
            problems.add(
                    where + ": groups stream " + name + " by fields, which it does not have: use another grouping");
            return;
        }
        for (String field : key.names()) {
            if (stream.fields().indexOf(field) < 0) {
                problems.add(where + ": stream " + name + " has no field " + Names.quoted(field)
                        + remedy(field, stream.fields().names()));
            }
        }
    }

    private static Fields keyOf(Grouping grouping) {
        if (grouping instanceof Grouping.ByFields byFields) {
            return byFields.fields();
        }
        return grouping instanceof Grouping.PartialKey partialKey ? partialKey.fields() : null;
    }

    /** Bolts that feed each other in a cycle have inputs, and still receive nothing if no spout feeds one of them. */
    private void checkReached() {
        Map<String, List<String>> consumers = new HashMap<>();
        List<String> next = new ArrayList<>();
        for (ComponentSpec component : components.values()) {
            if (component.kind() == ComponentSpec.Kind.SPOUT) {
                next.add(component.id());
            }
            for (Subscription input : component.inputs()) {
                consumers
                        .computeIfAbsent(input.source(), source -> new ArrayList<>())
                        .add(component.id());
            }
        }
        if (next.isEmpty()) {
            return;
        }
        Set<String> reached = new HashSet<>(next);
        while (!next.isEmpty()) {
            String source = next.remove(next.size() - 1);
            for (String consumer : consumers.getOrDefault(source, List.of())) {
                if (reached.add(consumer)) {
                    next.add(consumer);
                }
            }
        }
        for (ComponentSpec component : components.values()) {
            if (!reached.contains(component.id())) {
                String sources = component.inputs().stream()
                        .map(input -> Names.quoted(input.source()))
                        .distinct()
                        .collect(Collectors.joining(", "));
                problems.add(Names.component(component.id()) + ": no spout reaches this bolt, which is fed by "
                        + sources + " only: subscribe one of them to a spout");
            }
        }
    }

    private static String remedy(String name, List<String> known) {
        Optional<String> nearest = Nearest.of(name, known);
        if (nearest.isPresent()) {
            return ": did you mean " + Names.quoted(nearest.get()) + "?";
        }
        String listed = known.stream().limit(MOST_LISTED).map(Names::quoted).collect(Collectors.joining(", "));
        return ": there is " + listed
                + (known.size() > MOST_LISTED ? ", and " + (known.size() - MOST_LISTED) + " more" : "");
    }
}

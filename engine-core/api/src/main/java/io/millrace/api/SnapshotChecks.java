// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Problems;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the mistakes of a topology that takes snapshots. */
final class SnapshotChecks {

    private static final Set<String> BUILT_IN = Set.of(
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Short",
            "java.lang.Character",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double",
            "java.lang.String",
            "[B",
            "java.util.List",
            "java.util.Map",
            "java.lang.Object",
            "java.lang.Number");

    /** The most tasks of a stateful bolt, which is the number of its partitions. */
    private static final int MOST_STATEFUL_TASKS = 256;

    private final List<ComponentSpec> components;
    private final Problems problems;

    SnapshotChecks(List<ComponentSpec> components, Problems problems) {
        this.components = components;
        this.problems = problems;
    }

    /** Whether a topology with these settings takes snapshots. */
    static boolean taken(Config config) {
        Guarantee guarantee = config.get(TopologyKeys.GUARANTEE);
        return guarantee == Guarantee.EXACTLY_ONCE
                || guarantee == Guarantee.AT_LEAST_ONCE
                        && !config.get(TopologyKeys.STATE_DIR).isEmpty();
    }

    /** @param withCodec the names of classes for which the author has a codec */
    void check(Config config, Set<String> withCodec) {
        Set<String> known = new HashSet<>(BUILT_IN);
        known.addAll(withCodec);
        Arrays.stream(config.get(TopologyKeys.SERIALIZED_CLASSES).split(","))
                .map(String::strip)
                .forEach(known::add);
        for (ComponentSpec component : components) {
            checkSpout(component);
            if (component.snapshots().holding()) {
                problems.add(Names.component(component.id())
                        + ": Bolts.async and engines hold inputs while their calls are under way, which a snapshot does not contain:"
                        + " call within execute of a bolt that is blocking(), or set "
                        + TopologyKeys.GUARANTEE.name() + " to at-least-once without " + TopologyKeys.STATE_DIR.name());
            }
            checkStates(component, known);
            if (FirstIdleChecks.isUsedBy(component)) {
                problems.add(Names.component(component.id())
                        + ": subscribes by firstIdle, and what waits in its queue is in no snapshot: subscribe by shuffle,"
                        + " or set " + TopologyKeys.GUARANTEE.name() + " to at-least-once without "
                        + TopologyKeys.STATE_DIR.name());
            }
        }
        cycle().ifPresent(names -> problems.add("the components " + String.join(" → ", names)
                + " form a cycle, which a topology with snapshots must not have: cut it, or set "
                + TopologyKeys.GUARANTEE.name() + " to at-least-once without " + TopologyKeys.STATE_DIR.name()));
    }

    private void checkSpout(ComponentSpec component) {
        SnapshotPart part = component.snapshots();
        if (component.kind() == ComponentSpec.Kind.SPOUT && !part.replayable() && !part.unreplayableAllowed()) {
            problems.add(Names.component(component.id())
                    + ": a spout of a topology with snapshots must be a ReplayableSpout: implement it, or accept by"
                    + " allowUnreplayable() that what it emits after a snapshot is lost with a failure");
        }
    }

    private void checkStates(ComponentSpec component, Set<String> known) {
        String where = Names.component(component.id());
        for (SnapshotPart.State state : component.snapshots().states()) {
            for (String type : state.classes()) {
                if (!known.contains(type)) {
                    problems.add(where + ": state '" + state.name() + "' has values of " + type
                            + ", which cannot be encoded: add it to " + TopologyKeys.SERIALIZED_CLASSES.name()
                            + ", or give a codec by TopologyBuilder.codec");
                }
            }
        }
        if (component.snapshots().stateful() && component.tasks() > MOST_STATEFUL_TASKS) {
            problems.add(where + ": a bolt with states has " + component.tasks() + " tasks: it may have "
                    + MOST_STATEFUL_TASKS);
        }
    }

    /** Returns the components of a cycle, the first one again at the end; empty if there is no cycle. */
    private Optional<List<String>> cycle() {
        Map<String, List<String>> sources = new HashMap<>();
        components.forEach(each -> sources.put(
                each.id(), each.inputs().stream().map(Subscription::source).toList()));
        for (ComponentSpec start : components) {
            List<String> way = wayBack(start.id(), sources);
            if (!way.isEmpty()) {
                return Optional.of(way);
            }
        }
        return Optional.empty();
    }

    /** Returns the shortest way from a component along its streams back to it. */
    private static List<String> wayBack(String start, Map<String, List<String>> sources) {
        Map<String, String> next = new HashMap<>();
        Deque<String> todo = new ArrayDeque<>(List.of(start));
        while (!todo.isEmpty()) {
            String at = todo.remove();
            for (String source : sources.getOrDefault(at, List.of())) {
                if (source.equals(start)) {
                    List<String> way = new ArrayList<>(List.of(start));
                    for (String step = at; !step.equals(start); step = next.get(step)) {
                        way.add(step);
                    }
                    way.add(start);
                    return way;
                }
                if (next.putIfAbsent(source, at) == null) {
                    todo.add(source);
                }
            }
        }
        return List.of();
    }
}

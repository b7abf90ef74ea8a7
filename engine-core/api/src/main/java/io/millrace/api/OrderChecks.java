// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.config.StreamOrder;
import io.millrace.api.config.StreamOrders;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Nearest;
import io.millrace.api.error.Problems;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds orders of streams between regions that a topology cannot have. */
final class OrderChecks {

    private final List<ComponentSpec> components;
    private final Problems problems;

    private OrderChecks(List<ComponentSpec> components, Problems problems) {
        this.components = components;
        this.problems = problems;
    }

    static void check(List<ComponentSpec> components, Config config) {
        Problems problems = new Problems();
        new OrderChecks(components, problems).check(config);
        problems.throwIfAny();
    }

    private void check(Config config) {
        StreamOrders orders = StreamOrders.of(config);
        Set<String> names = new TreeSet<>();
        for (ComponentSpec source : components) {
            for (StreamSpec stream : source.outputs()) {
                names.add(StreamOrders.name(source.id(), stream.name()));
                names.add(source.id() + ":" + stream.name());
                StreamOrder order = orders.of(source.id(), stream.name());
                String name = StreamOrders.name(source.id(), stream.name());
                if (order.kind() != StreamOrder.Kind.ORDERED && SnapshotChecks.taken(config)) {
                    problems.add(refusal(name, order, config));
                    return;
                }
                if (order.drops()) {
                    components.forEach(target -> checkLate(source, stream, target));
                    components.forEach(target -> checkFirstIdle(source, stream, target, order));
                }
            }
        }
        for (String named : orders.streams()) {
            if (!names.contains(named)) {
                problems.add(TopologyKeys.GEO_ORDER.name() + " names stream " + Names.quoted(named)
                        + ", which no component emits: " + remedy(named, names));
            }
        }
    }

    /**
     * Checks a stream to a component with {@link Grouping.FirstIdle}, whose tuples wait for a free task as long as that
     * takes.
     */
    private void checkFirstIdle(ComponentSpec source, StreamSpec stream, ComponentSpec target, StreamOrder order) {
        if (target.inputs().stream()
                .anyMatch(input -> input.source().equals(source.id())
                        && input.stream().equals(stream.name())
                        && input.grouping() instanceof Grouping.FirstIdle)) {
            problems.add(TopologyKeys.GEO_ORDER.name() + " is " + order + " for stream "
                    + Names.quoted(StreamOrders.name(source.id(), stream.name())) + ", which "
                    + Names.component(target.id())
                    + " gets by firstIdle, so that it waits and is late: choose unordered");
        }
    }

    private static String refusal(String name, StreamOrder order, Config config) {
        return TopologyKeys.GEO_ORDER.name() + " is " + order + " for stream " + Names.quoted(name) + ", but "
                + TopologyKeys.GUARANTEE.name() + "="
                + config.asMap().getOrDefault(TopologyKeys.GUARANTEE.name(), TopologyKeys.GUARANTEE.defaultText())
                + " takes snapshots, whose barriers no tuple may pass: keep it ordered, or choose another guarantee";
    }

    private static String remedy(String name, Set<String> names) {
        Optional<String> nearest = Nearest.of(name, names);
        return nearest.map(near -> "did you mean " + Names.quoted(near) + "?")
                .orElse("give COMPONENT, or COMPONENT:STREAM");
    }

    /**
     * Checks a stream whose tuples may be late: they go to the stream {@link Streams#LATE} of the bolt that would have
     * got them, if it declares it.
     */
    private void checkLate(ComponentSpec source, StreamSpec stream, ComponentSpec target) {
        boolean receives = target.inputs().stream()
                .anyMatch(input ->
                        input.source().equals(source.id()) && input.stream().equals(stream.name()));
        Optional<StreamSpec> late = target.outputs().stream()
                .filter(output -> output.name().equals(Streams.LATE))
                .findFirst();
        if (receives
                && late.isPresent()
                && late.get().fields().size() != stream.fields().size()) {
            problems.add(Names.component(target.id()) + ": its stream '" + Streams.LATE + "' has "
                    + late.get().fields().size() + " fields, but stream "
                    + Names.quoted(StreamOrders.name(source.id(), stream.name())) + ", whose late tuples go there, has "
                    + stream.fields().size() + ": declare as many");
        }
    }
}

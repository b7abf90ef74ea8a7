package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.ServiceEnd;
import io.millrace.api.StreamSpec;
import io.millrace.api.Streams;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.TopologyKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Topologies of components that are never instantiated. */
public final class Specs {

    private Specs() {}

    public static Topology topology(ComponentSpec... components) {
        return new Topology(Arrays.asList(components));
    }

    /** Returns a component with this many tasks and threads; a spout if it has no sources. */
    public static ComponentSpec spec(String id, int tasks, String... sources) {
        return spec(id, tasks, tasks, false, sources);
    }

    /** Returns a bolt without outputs. */
    public static ComponentSpec sink(String id, int tasks, String... sources) {
        ComponentSpec spec = spec(id, tasks, sources);
        return new ComponentSpec(
                id, spec.kind(), tasks, tasks, false, false, 0, Map.of(), List.of(), spec.inputs(), spec.template());
    }

    /** Returns the spout as one that services feed. */
    public static ComponentSpec fed(ComponentSpec spec) {
        return new ComponentSpec(
                spec.id(),
                spec.kind(),
                spec.parallelism(),
                spec.tasks(),
                spec.blocking(),
                spec.virtual(),
                spec.tickNanos(),
                spec.settings(),
                spec.outputs(),
                spec.inputs(),
                spec.template(),
                new ServiceEnd(ServiceEnd.Kind.FED, Fields.of(), 0, false),
                spec.displayName(),
                spec.snapshots(),
                spec.eventTime());
    }

    /** Returns the component confined to regions, unless there are none. */
    public static ComponentSpec in(List<String> regions, ComponentSpec spec) {
        return new ComponentSpec(
                spec.id(),
                spec.kind(),
                spec.parallelism(),
                spec.tasks(),
                spec.blocking(),
                spec.virtual(),
                spec.tickNanos(),
                regions.isEmpty() ? Map.of() : Map.of(TopologyKeys.REGIONS.name(), String.join(",", regions)),
                spec.outputs(),
                spec.inputs(),
                spec.template());
    }

    /** Returns the bolt as one with engines, which subscribes by firstIdle and has up to so many tasks. */
    public static ComponentSpec growing(int most, ComponentSpec spec) {
        return new ComponentSpec(
                spec.id(),
                spec.kind(),
                spec.parallelism(),
                spec.tasks(),
                spec.blocking(),
                spec.virtual(),
                spec.tickNanos(),
                Map.of(EngineKeys.BOUNDS.name(), "1..2", EngineKeys.TASKS_MAX.name(), String.valueOf(most)),
                spec.outputs(),
                spec.inputs().stream()
                        .map(input -> new Subscription(input.source(), input.stream(), new Grouping.FirstIdle()))
                        .toList(),
                spec.template());
    }

    /** Returns the component with a hint of its selectivity. */
    public static ComponentSpec emitting(double selectivity, ComponentSpec spec) {
        return new ComponentSpec(
                spec.id(),
                spec.kind(),
                spec.parallelism(),
                spec.tasks(),
                spec.blocking(),
                spec.virtual(),
                spec.tickNanos(),
                spec.settings(),
                spec.outputs().stream()
                        .map(stream -> new StreamSpec(stream.name(), stream.fields(), stream.direct(), selectivity))
                        .toList(),
                spec.inputs(),
                spec.template());
    }

    public static ComponentSpec spec(String id, int tasks, int parallelism, boolean blocking, String... sources) {
        List<Subscription> inputs = new ArrayList<>();
        for (String source : sources) {
            inputs.add(new Subscription(source, Streams.DEFAULT, new Grouping.Shuffle()));
        }
        return new ComponentSpec(
                id,
                sources.length == 0 ? ComponentSpec.Kind.SPOUT : ComponentSpec.Kind.BOLT,
                parallelism,
                tasks,
                blocking,
                false,
                0,
                Map.of(),
                List.of(new StreamSpec(Streams.DEFAULT, Fields.of("value"), false)),
                inputs,
                new byte[] {1, 2, 3});
    }
}

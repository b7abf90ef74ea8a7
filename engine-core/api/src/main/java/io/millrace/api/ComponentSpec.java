// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;
import io.millrace.api.json.Inline;
import io.millrace.api.template.Templates;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One component of a built topology. Immutable.
 *
 * @param settings keys that override those of the topology
 * @param template the component, serialized by Java serialization
 */
public record ComponentSpec(
        String id,
        Kind kind,
        @Inline Execution execution,
        Map<String, String> settings,
        @Inline Connections connections,
        byte[] template,
        @Inline Traits traits) {

    /**
     * The execution of a component.
     *
     * @param parallelism most threads that run its tasks at a time, at least 1
     * @param tasks number of instances, at least the parallelism
     * @param blocking whether each task has a thread of its own
     * @param virtual whether these threads are virtual ones; only if {@code blocking}
     * @param tickNanos interval of tick tuples in nanoseconds, 0 for none
     */
    public record Execution(int parallelism, int tasks, boolean blocking, boolean virtual, long tickNanos) {}

    /** The streams that a component emits, and its subscriptions to streams of others. */
    public record Connections(List<StreamSpec> outputs, List<Subscription> inputs) {

        public Connections {
            outputs = List.copyOf(outputs);
            inputs = List.copyOf(inputs);
        }
    }

    /**
     * The properties that only some components have.
     *
     * @param service the end of a service at this component
     * @param displayName the name that is shown beside the id; empty for none
     * @param snapshots the component's part in snapshots
     * @param eventTime the event time of a spout's tuples
     */
    public record Traits(ServiceEnd service, String displayName, SnapshotPart snapshots, EventTime eventTime) {

        /** The traits of a component that has none of them. */
        public static final Traits NONE = new Traits(ServiceEnd.NONE, "", SnapshotPart.NONE, EventTime.NONE);

        public Traits {
            Objects.requireNonNull(service);
            Objects.requireNonNull(displayName);
            Objects.requireNonNull(snapshots);
            Objects.requireNonNull(eventTime);
        }
    }

    public ComponentSpec {
        Objects.requireNonNull(id);
        Objects.requireNonNull(kind);
        settings = Map.copyOf(settings);
        template = template.clone();
    }

    /** The kind of a component: the interface by which the engine calls it. */
    public enum Kind {
        SPOUT(Spout.class),
        BOLT(Bolt.class),
        BASIC_BOLT(BasicBolt.class);

        private final Class<? extends Component> type;

        Kind(Class<? extends Component> type) {
            this.type = type;
        }
    }

    public int parallelism() {
        return execution.parallelism();
    }

    public int tasks() {
        return execution.tasks();
    }

    public boolean blocking() {
        return execution.blocking();
    }

    public boolean virtual() {
        return execution.virtual();
    }

    public long tickNanos() {
        return execution.tickNanos();
    }

    public List<StreamSpec> outputs() {
        return connections.outputs();
    }

    public List<Subscription> inputs() {
        return connections.inputs();
    }

    public ServiceEnd service() {
        return traits.service();
    }

    public String displayName() {
        return traits.displayName();
    }

    public SnapshotPart snapshots() {
        return traits.snapshots();
    }

    public EventTime eventTime() {
        return traits.eventTime();
    }

    /**
     * Makes the instance of one task: a {@link Spout}, {@link Bolt} or {@link BasicBolt} as {@code kind} says. Called
     * by the engine.
     *
     * @param loader sees the author's classes
     * @throws TopologyException naming this component and the class that is missing or has changed
     */
    public Component instantiate(ClassLoader loader) {
        return Templates.read("component '" + id + "'", template, kind.type, loader);
    }

    @Override
    public byte[] template() {
        return template.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ComponentSpec that
                && id.equals(that.id)
                && kind == that.kind
                && execution.equals(that.execution)
                && settings.equals(that.settings)
                && connections.equals(that.connections)
                && traits.equals(that.traits)
                && Arrays.equals(template, that.template);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, kind, execution, settings, connections) * 31 + Arrays.hashCode(template);
    }

    @Override
    public String toString() {
        return "ComponentSpec[" + id + ", " + kind + ", tasks " + tasks() + "]";
    }
}

package io.millrace.api;

import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Templates;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One component of a built topology. Immutable.
 *
 * @param parallelism the most threads that run its tasks at a time, at least 1
 * @param tasks number of instances, at least the parallelism
 * @param blocking whether each task has a thread of its own
 * @param virtual whether these threads are virtual ones; only if {@code blocking}
 * @param tickNanos interval of tick tuples in nanoseconds, 0 for none
 * @param settings keys that override those of the topology
 * @param template the component, serialized by Java serialization
 * @param service the end at which a service feeds, asks or takes
 * @param displayName the text shown beside the id; empty for none
 * @param snapshots the contribution to snapshots
 * @param eventTime the event time of a spout's tuples
 */
public record ComponentSpec(
        String id,
        Kind kind,
        int parallelism,
        int tasks,
        boolean blocking,
        boolean virtual,
        long tickNanos,
        Map<String, String> settings,
        List<StreamSpec> outputs,
        List<Subscription> inputs,
        byte[] template,
        ServiceEnd service,
        String displayName,
        SnapshotPart snapshots,
        EventTime eventTime) {

    /**
     * Makes a component that is no end for a service, has no display name and no event time, and contributes nothing to
     * snapshots.
     */
    public ComponentSpec(
            String id,
            Kind kind,
            int parallelism,
            int tasks,
            boolean blocking,
            boolean virtual,
            long tickNanos,
            Map<String, String> settings,
            List<StreamSpec> outputs,
            List<Subscription> inputs,
            byte[] template) {
        this(
                id,
                kind,
                parallelism,
                tasks,
                blocking,
                virtual,
                tickNanos,
                settings,
                outputs,
                inputs,
                template,
                ServiceEnd.NONE,
                "",
                SnapshotPart.NONE,
                EventTime.NONE);
    }

    public ComponentSpec {
        Objects.requireNonNull(id);
        Objects.requireNonNull(kind);
        Objects.requireNonNull(service);
        Objects.requireNonNull(displayName);
        Objects.requireNonNull(snapshots);
        Objects.requireNonNull(eventTime);
        settings = Map.copyOf(settings);
        outputs = List.copyOf(outputs);
        inputs = List.copyOf(inputs);
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
                && parallelism == that.parallelism
                && tasks == that.tasks
                && blocking == that.blocking
                && virtual == that.virtual
                && tickNanos == that.tickNanos
                && settings.equals(that.settings)
                && outputs.equals(that.outputs)
                && inputs.equals(that.inputs)
                && service.equals(that.service)
                && displayName.equals(that.displayName)
                && snapshots.equals(that.snapshots)
                && eventTime.equals(that.eventTime)
                && Arrays.equals(template, that.template);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, kind, parallelism, tasks, settings, outputs, inputs) * 31 + Arrays.hashCode(template);
    }

    @Override
    public String toString() {
        return "ComponentSpec[" + id + ", " + kind + ", tasks " + tasks + "]";
    }
}

package io.millrace.api;

import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Template;
import java.util.List;

/**
 * A graph of components, checked by {@link TopologyBuilder#build} and ready to be submitted. Immutable, may be used by
 * any thread and submitted several times.
 *
 * @param components in the order in which they were added; task ids follow this order
 * @param codecs the author's {@link io.millrace.api.codec.ValueCodecs}, in the order in which they were added
 * @param hooks the author's {@link WorkerHook}s, in the order in which they were added
 */
public record Topology(List<ComponentSpec> components, List<Template> codecs, List<Template> hooks) {

    public Topology {
        components = List.copyOf(components);
        codecs = List.copyOf(codecs);
        hooks = List.copyOf(hooks);
    }

    /** Makes a topology without codecs and hooks. */
    public Topology(List<ComponentSpec> components) {
        this(components, List.of(), List.of());
    }

    /**
     * Checks the graph again, without reading the serialized components. Needed for a topology that does not come from
     * a {@link TopologyBuilder}.
     *
     * @throws TopologyException with one line per mistake
     */
    public void check() {
        TopologyChecks.check(components);
    }

    /**
     * Checks the name of a topology. The rule is that of streams, see {@link TopologyBuilder}.
     *
     * @throws TopologyException if the name is null or malformed
     */
    public static void checkName(String name) {
        if (name == null) {
            throw new TopologyException("the name of the topology is null: name it");
        }
        Names.mistake(name).ifPresent(mistake -> {
            throw new TopologyException("topology " + Names.quoted(name) + ": its name " + mistake);
        });
    }
}
